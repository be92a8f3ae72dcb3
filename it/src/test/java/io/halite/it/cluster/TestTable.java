package io.halite.it.cluster;

import io.halite.keys.KeyLayout;
import io.halite.keys.RowIndex;
import io.halite.keys.SaltingSpec;
import io.halite.routing.index.IndexTable;
import io.halite.routing.table.TableAttributes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * A table of one test, plain or salted, with the tables of its indexes. {@link #close()} drops all
 * of them; a test whose cluster ends with it need not close it.
 *
 * <pre>{@code
 * try (TestTable table =
 *     TestTable.numbered("orders").salted(TestTable.FOUR_BUCKETS).splitBuckets().create(cluster)) {
 *   table.put(List.of("row1"));
 *   assertThat(table.scan(new Scan())).containsExactly("row1");
 * }
 * }</pre>
 *
 * <p>Safe for any number of threads, but for {@link #index} and {@link #close()}.
 */
public final class TestTable implements AutoCloseable {
  /** The family {@code f}. */
  public static final byte[] F = Bytes.toBytes("f");

  /** The qualifier {@code q}. */
  public static final byte[] Q = Bytes.toBytes("q");

  /** A spec of one segment and four buckets. */
  public static final String FOUR_BUCKETS = "key=row:*,salt=hash(*) % 4";

  /** The endpoint that answers questions for newest rows. */
  public static final String LATEST_ENDPOINT = "io.halite.coprocessor.latest.LatestEndpoint";

  private static final AtomicInteger NUMBER = new AtomicInteger();

  private final TablePlan plan;
  private final Connection connection;
  private final Optional<EmbeddedCluster> cluster;
  private final boolean ownsConnection;
  private final Admin admin;
  private final List<TableName> entries = new ArrayList<>();

  TestTable(
      TablePlan plan,
      Connection connection,
      Optional<EmbeddedCluster> cluster,
      boolean ownsConnection)
      throws IOException {
    this.plan = plan;
    this.connection = connection;
    this.cluster = cluster;
    this.ownsConnection = ownsConnection;
    this.admin = connection.getAdmin();
  }

  /** A plan for the table of this name. */
  public static TablePlan named(String name) {
    return named(TableName.valueOf(name));
  }

  /** A plan for the table of this name. */
  public static TablePlan named(TableName name) {
    return new TablePlan(name);
  }

  /** A plan for a table whose name no other test of this run has, {@code orders-7}. */
  public static TablePlan numbered(String prefix) {
    return named(prefix + "-" + NUMBER.incrementAndGet());
  }

  void createIndexTables(String spec, byte[][] splits, Consumer<TableDescriptorBuilder> change)
      throws IOException {
    for (RowIndex index : SaltingSpec.parse(spec).indexes()) {
      TableDescriptorBuilder table =
          TableDescriptorBuilder.newBuilder(IndexTable.descriptor(name(), index));
      change.accept(table);
      drop(admin, IndexTable.name(name(), index));
      byte[][] points = index.buckets() > 1 ? index.splitPoints().toArray(byte[][]::new) : splits;
      if (points.length == 0) {
        admin.createTable(table.build());
      } else {
        admin.createTable(table.build(), points);
      }
      entries.add(IndexTable.name(name(), index));
    }
  }

  /** Gives the table another spec, whether it is enabled or not. */
  public void alter(String spec) throws IOException {
    admin.modifyTable(
        TableDescriptorBuilder.newBuilder(admin.getDescriptor(name()))
            .setValue("coprocessor$1", TableAttributes.salting(spec))
            .build());
  }

  /** Gives the table a spec with indexes, and creates their tables. */
  public void index(String spec) throws IOException {
    createIndexTables(spec, new byte[0][], table -> {});
    alter(spec);
  }

  /** Gives a spec to a table that the test has salted by hand. */
  public void adopt(String spec) throws IOException {
    admin.disableTable(name());
    alter(spec);
    admin.enableTable(name());
  }

  /** The name of the table. */
  public TableName name() {
    return plan.name();
  }

  /** The names of the tables that keep the entries of its indexes. */
  public List<TableName> indexTables() {
    return List.copyOf(entries);
  }

  /** The layout of its keys; only for a table that has one. */
  public KeyLayout layout() {
    return plan.layout();
  }

  /** The connection that created the table. */
  public Connection connection() {
    return connection;
  }

  /** The admin that created the table. */
  public Admin admin() {
    return admin;
  }

  /** A client of the table; closing it is optional. */
  public Table table() throws IOException {
    return connection.getTable(name());
  }

  /** What its regions store; only for a table that was created on an embedded cluster. */
  public TableStore store() {
    return new TableStore(cluster.orElseThrow(), name());
  }

  /** Moves a region to a server that it is not on; returns that one when the region is open. */
  public ServerName moveAway(HRegionLocation region) throws IOException {
    ServerName other =
        admin.getRegionServers().stream()
            .filter(server -> !server.equals(region.getServerName()))
            .findFirst()
            .orElseThrow();
    admin.move(region.getRegion().getEncodedNameAsBytes(), other);
    return other;
  }

  /**
   * Moves regions to a server; returns whether all were there before. If the server has just
   * joined, the master may place the first region elsewhere, so call this until it returns true.
   *
   * @param regions their encoded names
   */
  public boolean haveMoved(List<String> regions, ServerName server) throws IOException {
    List<String> there = admin.getRegions(server).stream().map(RegionInfo::getEncodedName).toList();
    for (String region : regions) {
      if (!there.contains(region)) {
        admin.move(Bytes.toBytes(region), server);
      }
    }
    return there.containsAll(regions);
  }

  /** Writes rows {@code row1}, each with its own key as the value of {@code f:q}. */
  public void put(Iterable<String> rows) throws IOException {
    List<Put> puts = new ArrayList<>();
    rows.forEach(row -> puts.add(new Put(Bytes.toBytes(row)).addColumn(F, Q, Bytes.toBytes(row))));
    table().put(puts);
  }

  /** The natural keys that a scan returns. */
  public List<String> scan(Scan scan) throws IOException {
    return scan(table(), scan);
  }

  /** The natural keys that a scan by this client returns. */
  public static List<String> scan(Table table, Scan scan) throws IOException {
    List<String> rows = new ArrayList<>();
    // The client of HBase 2.5 leaves the place that it has reached in the scan that it is given.
    try (ResultScanner scanner = table.getScanner(new Scan(scan))) {
      // Not by its iterator, which hides what a scan fails with.
      for (Result result = scanner.next(); result != null; result = scanner.next()) {
        rows.add(Bytes.toString(result.getRow()));
      }
    }
    return rows;
  }

  /** Drops a table, enabled or not, if it exists. */
  public static void drop(Admin admin, TableName name) throws IOException {
    if (admin.tableExists(name)) {
      if (admin.isTableEnabled(name)) {
        admin.disableTable(name);
      }
      admin.deleteTable(name);
    }
  }

  @Override
  public void close() throws IOException {
    drop(admin, name());
    for (TableName table : entries) {
      drop(admin, table);
    }
    admin.close();
    if (ownsConnection) {
      connection.close();
    }
  }
}
