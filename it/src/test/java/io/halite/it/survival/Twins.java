package io.halite.it.survival;

import io.halite.it.cluster.TablePlan;
import io.halite.it.cluster.TestTable;
import io.halite.it.process.ProcessCluster;
import io.halite.keys.Salt;
import io.halite.keys.SaltingSpec;
import io.halite.routing.table.TableAttributes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/** A salted table and a plain one, with as many regions, under the same load. */
final class Twins implements AutoCloseable {
  static final TableName SALTED = TableName.valueOf("salted");
  static final TableName PLAIN = TableName.valueOf("plain");
  static final SaltingSpec SPEC = SaltingSpec.parse("key=row:*,salt=hash(*) % 8");

  private static final int GATEWAYS = 8;

  private final ProcessCluster cluster;
  private final Load salted;
  private final Load plain;

  private Twins(ProcessCluster cluster, Load salted, Load plain) {
    this.cluster = cluster;
    this.salted = salted;
    this.plain = plain;
  }

  /** The observer's attribute, with the jar at {@code path} or, if empty, on the class path. */
  static String attribute(String path) {
    return path + TableAttributes.salting(SPEC.toString());
  }

  /**
   * A plan for the salted table that loads nothing yet, split between its buckets and above them.
   */
  static TablePlan saltedPlan() {
    return TestTable.named(SALTED)
        .families(Entry.FAMILY)
        .splits(SPEC.salt().splitPoints())
        .splitGateways();
  }

  /** Creates the salted table as planned, and the plain one with as many regions. */
  static void create(Admin admin, TablePlan saltedPlan) throws IOException {
    int regions = SPEC.salt().splitPoints().size() + GATEWAYS;
    List<byte[]> even = new ArrayList<>();
    for (int i = 1; i < regions; i++) {
      even.add(new byte[] {(byte) (i * 0x100 / regions)});
    }
    saltedPlan.create(admin.getConnection());
    TestTable.named(PLAIN).families(Entry.FAMILY).splits(even).create(admin.getConnection());
  }

  /** Lets the clients of both tables begin. */
  static Twins load(ProcessCluster cluster, int writers, int scanners) throws IOException {
    Load salted = Load.start(SALTED, cluster.configuration(), writers, scanners);
    return new Twins(
        cluster, salted, Load.start(PLAIN, cluster.configuration(), writers, scanners));
  }

  Load salted() {
    return salted;
  }

  Load plain() {
    return plain;
  }

  /** Drops both tables, where they are. */
  static void drop(Admin admin) throws IOException {
    TestTable.drop(admin, SALTED);
    TestTable.drop(admin, PLAIN);
  }

  /**
   * Looks at every row of the salted table as it is stored, without the observer between, and
   * returns how many there are.
   *
   * @throws DoNotRetryIOException if one of them was stored without its salt
   */
  static int verifyStored(Admin admin) throws IOException {
    return verifyStored(admin, SALTED, SPEC.salt());
  }

  /** The same of another table with this salt. */
  static int verifyStored(Admin admin, TableName name, Salt salt) throws IOException {
    TableDescriptor salted = admin.getDescriptor(name);
    admin.disableTable(name);
    // The master lets a table forget its spec only by an alter of its own.
    unset(admin, name, "coprocessor$1");
    unset(admin, name, "halite.spec");
    admin.enableTable(name);
    int rows = 0;
    try (Table table = admin.getConnection().getTable(name);
        ResultScanner scanner = table.getScanner(new Scan().setRaw(true))) {
      for (Result row : scanner) {
        salt.verify(row.getRow(), 0, row.getRow().length);
        rows++;
      }
    } finally {
      admin.disableTable(name);
      admin.modifyTable(salted);
      admin.enableTable(name);
    }
    return rows;
  }

  private static void unset(Admin admin, TableName name, String value) throws IOException {
    admin.modifyTable(
        TableDescriptorBuilder.newBuilder(admin.getDescriptor(name))
            .removeValue(Bytes.toBytes(value))
            .build());
  }

  /** The share of the salted table's keys whose owner is on another server than their gateway. */
  double remoteShare() throws IOException {
    Places places = new Places(cluster.connection());
    List<byte[]> keys = salted.keys();
    long remote =
        keys.stream().filter(key -> !places.gateway(key).equals(places.owner(key))).count();
    return (double) remote / keys.size();
  }

  @Override
  public String toString() {
    return salted + "\n" + plain;
  }

  @Override
  public void close() throws IOException {
    try (salted) {
      plain.close();
    }
  }
}
