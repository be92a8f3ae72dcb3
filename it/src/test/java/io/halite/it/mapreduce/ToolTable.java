package io.halite.it.mapreduce;

import static io.halite.it.cluster.TestTable.F;
import static io.halite.it.cluster.TestTable.Q;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.TablePlan;
import io.halite.it.cluster.TestTable;
import io.halite.keys.Salt;
import io.halite.keys.SaltingSpec;
import io.halite.routing.table.SaltedTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;

/** A table that a tool reads or writes, plain or salted, cut where its keys divide. */
record ToolTable(TestTable table, Optional<SaltingSpec> spec) implements AutoCloseable {
  private static final byte[] MORE = Bytes.toBytes("more");

  static ToolTable create(
      EmbeddedCluster cluster, Optional<SaltingSpec> spec, List<byte[]> keys, boolean hasDoors)
      throws IOException {
    TreeSet<byte[]> natural = new TreeSet<>(Arrays::compareUnsigned);
    TreeSet<byte[]> stored = new TreeSet<>(Arrays::compareUnsigned);
    for (byte[] key : keys) {
      natural.add(key);
      stored.add(spec.map(of -> of.salt().salt(key, 0)).orElse(key));
    }
    TablePlan plan = TestTable.numbered("tools").logLater();
    plan.splits(middle(natural)).splits(middle(stored));
    spec.ifPresent(of -> plan.salted(of.toString()));
    if (!hasDoors) {
      plan.value("halite.doors", "off");
    }
    TestTable table = plan.create(cluster);
    if (hasDoors) {
      spread(table);
    }
    return new ToolTable(table, spec);
  }

  /** A table whose regions are all on one server has no doors. */
  private static void spread(TestTable table) throws IOException {
    List<ServerName> servers = List.copyOf(table.admin().getRegionServers());
    int next = 0;
    for (RegionInfo region : table.admin().getRegions(table.name())) {
      table.admin().move(region.getEncodedNameAsBytes(), servers.get(next++ % servers.size()));
    }
  }

  private static byte[] middle(TreeSet<byte[]> keys) {
    return List.copyOf(keys).get(keys.size() / 2);
  }

  String name() {
    return table.name().getNameAsString();
  }

  /** Whether its regions redirect: those without a salt, or with rows of several places, do not. */
  boolean hasDoors() {
    return spec.filter(of -> of.salt().isSinglePlace())
        .filter(of -> !new SaltedTable(table.name(), of).isPlain())
        .isPresent();
  }

  /** Writes one or two cells of each row, at times that copies must keep. */
  void fill(List<byte[]> keys) throws IOException {
    List<Put> puts = new ArrayList<>();
    for (byte[] key : keys) {
      Put put = new Put(key).addColumn(F, Q, 1_000, key);
      puts.add(puts.size() % 3 == 0 ? put.addColumn(F, MORE, 2_000, Q) : put);
    }
    table.table().put(puts);
  }

  /** Writes a wrong value of a row, at the present time. */
  void spoil(byte[] key) throws IOException {
    table.table().put(new Put(key).addColumn(F, Q, Bytes.toBytes("wrong")));
  }

  /** The cells that a client reads. */
  List<String> cells() throws IOException {
    List<String> cells = new ArrayList<>();
    try (ResultScanner rows = table.table().getScanner(new Scan().readAllVersions())) {
      for (Result row = rows.next(); row != null; row = rows.next()) {
        for (Cell cell : row.rawCells()) {
          cells.add(cell + " = " + Bytes.toStringBinary(CellUtil.cloneValue(cell)));
        }
      }
    }
    return cells;
  }

  /** Asserts that the store has these rows under the salt of the table, and no other ones. */
  void assertStores(List<byte[]> keys) throws IOException {
    TreeSet<String> natural = new TreeSet<>();
    for (String each : table.store().keys()) {
      byte[] stored = Bytes.toBytesBinary(each);
      natural.add(Bytes.toStringBinary(unsalted(stored)));
    }
    assertThat(natural).containsExactlyInAnyOrderElementsOf(printed(keys));
  }

  private byte[] unsalted(byte[] stored) {
    if (spec.isEmpty()) {
      return stored;
    }
    Salt salt = spec.get().salt();
    salt.verify(stored, 0, stored.length);
    return salt.unsalt(stored);
  }

  private static List<String> printed(List<byte[]> keys) {
    return keys.stream().map(Bytes::toStringBinary).toList();
  }

  @Override
  public void close() throws IOException {
    table.close();
  }
}
