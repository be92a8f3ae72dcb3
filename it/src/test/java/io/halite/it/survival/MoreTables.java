package io.halite.it.survival;

import io.halite.it.cluster.PlugIns;
import io.halite.it.cluster.TablePlan;
import io.halite.it.cluster.TestTable;
import io.halite.it.process.ProcessCluster;
import io.halite.keys.Salt;
import io.halite.keys.SaltingSpec;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hbase.thirdparty.com.google.common.io.Closer;

/**
 * A table with an index, one under a random salt, one whose salt scatters its rows, and one for
 * each of HBase's clients with the connection plug-in, beside the twins and under a smaller load.
 */
final class MoreTables implements AutoCloseable {
  static final TableName INDEXED = TableName.valueOf("indexed");
  static final TableName RANDOM = TableName.valueOf("random");
  static final TableName SCATTERED = TableName.valueOf("scattered");
  static final TableName DIRECT = TableName.valueOf("direct");
  static final TableName ASYNC = TableName.valueOf("async");

  private static final String OF_INDEXED = "key=row:*,salt=hash(*) % 8,index=byA(f:a) % 4";
  private static final String OF_RANDOM = "key=row:*,salt=random % 8";
  private static final String OF_SCATTERED = "key=row:*,salt=md5(row)[0:4],scan=passes";
  private static final String OF_DIRECT = "key=row:*,salt=hash(*) % 8";
  private static final int WRITERS = 5;
  private static final int SCANNERS = 1;

  private final Load indexed;

  /** Of all tables, the indexed one among them. */
  private final List<Load> loads;

  private MoreTables(Load indexed, Load... others) {
    this.indexed = indexed;
    this.loads = Stream.concat(Stream.of(indexed), Stream.of(others)).toList();
  }

  /** All tables. */
  static TableName[] names() {
    return new TableName[] {INDEXED, RANDOM, SCATTERED, DIRECT, ASYNC};
  }

  /** Creates the tables, and the table of the index. */
  static void create(Connection connection) throws Exception {
    create(connection, INDEXED, OF_INDEXED);
    create(connection, RANDOM, OF_RANDOM);
    create(connection, DIRECT, OF_DIRECT);
    create(connection, ASYNC, OF_DIRECT);
    plan(SCATTERED, OF_SCATTERED).splits("4", "8", "b").create(connection);
  }

  private static void create(Connection connection, TableName name, String spec)
      throws IOException {
    plan(name, spec).splitBuckets().create(connection);
  }

  private static TablePlan plan(TableName name, String spec) {
    return TestTable.named(name).families(Entry.FAMILY).salted(spec).splitGateways();
  }

  /** Lets all clients begin. */
  static MoreTables load(ProcessCluster cluster) throws IOException {
    Configuration plugIn = PlugIns.on(cluster.configuration());
    return new MoreTables(
        load(INDEXED, cluster.configuration(), Writer.Kind.ALL),
        load(RANDOM, cluster.configuration(), Writer.Kind.PUTS_AND_DELETES),
        load(SCATTERED, cluster.configuration(), Writer.Kind.ALL),
        load(DIRECT, plugIn, Writer.Kind.ALL),
        Load.startAsync(ASYNC, plugIn, WRITERS, SCANNERS));
  }

  private static Load load(TableName name, Configuration clients, Writer.Kind kind)
      throws IOException {
    return Load.start(name, clients, kind, WRITERS, SCANNERS);
  }

  /** Ends the clients, and holds the tables against their books and the index against its rows. */
  void stop() throws Exception {
    for (Load load : loads) {
      load.stop();
    }
    try (Table table = indexed.connection().getTable(INDEXED)) {
      for (Entry entry : indexed.entries()) {
        if (entry.isCertain() && entry.version() != Entry.ABSENT) {
          checkIndex(table, entry);
        }
      }
    }
  }

  /** A read by the index shows the row, and no row that holds another value. */
  private void checkIndex(Table table, Entry entry) throws IOException {
    Scan byIndex =
        new Scan()
            .addColumn(Entry.FAMILY, Entry.A)
            .setAttribute(
                "halite.index",
                Bytes.toBytes("byA: 0x" + Bytes.toHex(Bytes.toBytes(entry.version()))));
    Set<Bytes> found = new HashSet<>();
    try (ResultScanner rows = table.getScanner(byIndex)) {
      for (Result row : rows) {
        found.add(new Bytes(row.getRow()));
        if (Entry.number(row, Entry.A) != entry.version()) {
          indexed.findings().add(Findings.Kind.ALIEN, row.getRow(), "is not of its index entry");
        }
      }
    }
    if (!found.contains(new Bytes(entry.key()))) {
      indexed
          .findings()
          .add(Findings.Kind.MISSING, entry.key(), "version " + entry.version() + " by its index");
    }
  }

  /** As {@link Twins#verifyStored} of the tables whose clients choose the places of rows. */
  static List<Integer> verifyStored(Admin admin) throws IOException {
    Salt salt = SaltingSpec.parse(OF_DIRECT).salt();
    return List.of(Twins.verifyStored(admin, DIRECT, salt), Twins.verifyStored(admin, ASYNC, salt));
  }

  /** What writes and scans each table. */
  List<Load> loads() {
    return loads;
  }

  /** Whether nothing was found wrong. */
  boolean isRight() {
    return loads.stream().allMatch(load -> load.findings().isEmpty());
  }

  @Override
  public String toString() {
    return loads.stream().map(Load::toString).collect(Collectors.joining("\n"));
  }

  @Override
  public void close() throws IOException {
    try (Closer all = Closer.create()) {
      loads.forEach(all::register);
    }
  }
}
