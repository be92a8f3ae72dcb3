package io.halite.it.survival;

import io.halite.it.cluster.TestTable;
import io.halite.it.process.ProcessCluster;
import io.halite.keys.SaltingSpec;
import java.io.IOException;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
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

/**
 * A table with an index, one under a random salt, and one whose clients have the connection
 * plug-in, beside the twins and under a smaller load.
 */
final class MoreTables implements AutoCloseable {
  static final TableName INDEXED = TableName.valueOf("indexed");
  static final TableName RANDOM = TableName.valueOf("random");
  static final TableName DIRECT = TableName.valueOf("direct");

  private static final String OF_INDEXED = "key=row:*,salt=hash(*) % 8,index=byA(f:a) % 4";
  private static final String OF_RANDOM = "key=row:*,salt=random % 8";
  private static final String OF_DIRECT = "key=row:*,salt=hash(*) % 8";
  private static final int WRITERS = 5;
  private static final int SCANNERS = 1;

  private final Load indexed;
  private final Load random;
  private final Load direct;

  private MoreTables(Load indexed, Load random, Load direct) {
    this.indexed = indexed;
    this.random = random;
    this.direct = direct;
  }

  /** Creates the three tables, and the table of the index. */
  static void create(Connection connection) throws Exception {
    for (Map.Entry<TableName, String> table :
        Map.of(INDEXED, OF_INDEXED, RANDOM, OF_RANDOM, DIRECT, OF_DIRECT).entrySet()) {
      TestTable.named(table.getKey())
          .families(Entry.FAMILY)
          .salted(table.getValue())
          .splits(SaltingSpec.parse(table.getValue()).salt().splitPoints())
          .splitGateways()
          .create(connection);
    }
  }

  /** Lets all clients begin. */
  static MoreTables load(ProcessCluster cluster) throws IOException {
    Configuration plugIn = new Configuration(cluster.configuration());
    plugIn.set("hbase.client.connection.impl", "io.halite.client.plugin.SaltedConnection");
    return new MoreTables(
        load(INDEXED, cluster.configuration(), Writer.Kind.ALL),
        load(RANDOM, cluster.configuration(), Writer.Kind.PUTS),
        load(DIRECT, plugIn, Writer.Kind.ALL));
  }

  private static Load load(TableName name, Configuration clients, Writer.Kind kind)
      throws IOException {
    return Load.start(name, clients, kind, WRITERS, SCANNERS);
  }

  /** Ends the clients, and holds the tables against their books and the index against its rows. */
  void stop() throws Exception {
    indexed.stop();
    random.stop();
    direct.stop();
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

  /** As {@link Twins#verifyStored} of the table whose clients choose the places of rows. */
  static int verifyStored(Admin admin) throws IOException {
    return Twins.verifyStored(admin, DIRECT, SaltingSpec.parse(OF_DIRECT).salt());
  }

  /** Whether nothing was found wrong. */
  boolean isRight() {
    return Stream.of(indexed, random, direct).allMatch(load -> load.findings().isEmpty());
  }

  @Override
  public String toString() {
    return indexed + "\n" + random + "\n" + direct;
  }

  @Override
  public void close() throws IOException {
    try (indexed;
        random) {
      direct.close();
    }
  }
}
