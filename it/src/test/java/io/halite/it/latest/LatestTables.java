package io.halite.it.latest;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.TablePlan;
import io.halite.it.cluster.TestTable;
import io.halite.keys.SaltingSpec;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/** Tables whose rows are histories, made the same under every salt. */
final class LatestTables {
  static final byte[] F = Bytes.toBytes("f");
  static final byte[] G = Bytes.toBytes("g");
  static final byte[] A = Bytes.toBytes("a");
  static final byte[] B = Bytes.toBytes("b");
  static final int KEYS = 12;

  private static final String ENDPOINT = "|" + TestTable.LATEST_ENDPOINT + "||";

  private LatestTables() {}

  /** Creates a table under the spec, by the observer or by the endpoint's own arguments. */
  static TableName create(EmbeddedCluster cluster, String name, String spec, boolean observed)
      throws IOException {
    return create(cluster, name, spec, observed, "");
  }

  /** The same, with a region border of the caller's own, in place of the middle key. */
  static TableName create(
      EmbeddedCluster cluster, String name, String spec, boolean observed, byte[] border)
      throws IOException {
    return create(cluster, name, spec, observed, "", border);
  }

  /** The same, with one more coprocessor, an attribute as HBase wants it, unless it is empty. */
  static TableName create(
      EmbeddedCluster cluster, String name, String spec, boolean observed, String further)
      throws IOException {
    return create(cluster, name, spec, observed, further, key(KEYS / 2));
  }

  private static TableName create(
      EmbeddedCluster cluster,
      String name,
      String spec,
      boolean observed,
      String further,
      byte[] border)
      throws IOException {
    TablePlan plan =
        TestTable.named(name)
            .families(
                List.of(
                    ColumnFamilyDescriptorBuilder.newBuilder(F)
                        .setMaxVersions(3)
                        .setBlocksize(1024)
                        .build(),
                    ColumnFamilyDescriptorBuilder.newBuilder(G).setTimeToLive(3_600).build()));
    if (observed) {
      plan.salted(spec).coprocessor(TestTable.LATEST_ENDPOINT);
    } else {
      plan.attribute(ENDPOINT + spec);
    }
    if (!further.isEmpty()) {
      plan.attribute(further);
    }
    plan.splits(SaltingSpec.parse(spec).salt().splitPoints()).splits(border);
    return plan.create(cluster).name();
  }

  /** {@code K00} to {@code K11}. */
  static byte[] key(int number) {
    return Bytes.toBytes("K%02d".formatted(number));
  }

  static byte[] row(int key, long time, int tie) {
    return ByteBuffer.allocate(12)
        .put(key(key))
        .putLong(Long.MAX_VALUE - time)
        .put((byte) tie)
        .array();
  }

  /** A row in the middle of a history, behind the salt that the region's start has. */
  static byte[] splitPoint(byte[] regionStart, Random random) {
    byte[] row = row(random.nextInt(KEYS), random.nextInt(100), 0);
    boolean salted = regionStart.length > 0 && regionStart[0] < 'K';
    return salted ? Bytes.add(new byte[] {regionStart[0]}, row) : row;
  }

  /** Puts, deletes, versions, expired cells, over several store files and the memstore. */
  static void fill(EmbeddedCluster cluster, TableName name, long seed) throws IOException {
    fill(cluster, name, seed, 3);
  }

  /** The same, over so many store files and the memstore. */
  static void fill(EmbeddedCluster cluster, TableName name, long seed, int files)
      throws IOException {
    Random random = new Random(seed);
    long expired = System.currentTimeMillis() - 7_200_000;
    try (Table table = cluster.connection().getTable(name)) {
      for (int file = 0; file <= files; file++) {
        List<Put> puts = new ArrayList<>();
        List<Delete> deletes = new ArrayList<>();
        for (int i = 0; i < 400; i++) {
          byte[] row = row(random.nextInt(KEYS), random.nextInt(100), random.nextInt(2));
          long stamp = 1 + random.nextInt(5);
          switch (random.nextInt(10)) {
            case 0 -> deletes.add(new Delete(row));
            case 1 -> deletes.add(new Delete(row).addColumns(F, A, stamp));
            case 2 -> puts.add(new Put(row).addColumn(G, B, expired, Bytes.toBytes("old")));
            case 3 -> puts.add(new Put(row).addColumn(G, B, Bytes.toBytes("new")));
            default -> puts.add(new Put(row).addColumn(F, A, stamp, Bytes.toBytes((long) i)));
          }
        }
        table.put(puts);
        table.delete(deletes);
        if (file < files) {
          cluster.connection().getAdmin().flush(name);
        }
      }
    }
  }
}
