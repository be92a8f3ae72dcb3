package io.halite.it.oracle;

import io.halite.it.cluster.TablePlan;
import io.halite.it.cluster.TestTable;
import java.util.List;
import java.util.TreeSet;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/** The plans of twins and their split points, as a user would give them to HBase. */
final class TwinPlans {
  private static final int GATEWAY_STEP = 0x20;
  private static final int MOST_BUCKET_REGIONS = 16;

  private TwinPlans() {}

  /**
   * A table of the three families. Families keep all, three and one version; while regions move all
   * of them keep all, since HBase shows surplus versions until a memstore is flushed.
   */
  static TablePlan plan(TableName name, OracleSettings settings, byte[][] splits) {
    TablePlan table = TestTable.named(name).splits(splits);
    int most = Integer.MAX_VALUE;
    int[] versions = settings.still() ? new int[] {most, 3, 1} : new int[] {most, most, most};
    for (int i = 0; i < Columns.FAMILIES.size(); i++) {
      ColumnFamilyDescriptorBuilder family =
          ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes(Columns.FAMILIES.get(i)))
              .setMaxVersions(versions[i]);
      settings.families().apply(family);
      table.families(List.of(family.build()));
    }
    // Each operation waits for the one before it: twins that survive no crash are enough.
    table.logLater();
    // Twins are not compacted at the same time, so that none may lose its delete markers by it.
    table.value("hbase.hstore.time.to.purge.deletes", "86400000");
    return table.value("halite.scan.passes", "10000");
  }

  /** Split points between buckets, gateway splits in the natural space above them, and more. */
  static byte[][] splits(int buckets, List<byte[]> more) {
    TreeSet<byte[]> splits = new TreeSet<>(Bytes.BYTES_COMPARATOR);
    splits.addAll(more);
    int step = Math.max(1, buckets / MOST_BUCKET_REGIONS);
    for (int bucket = step; bucket < buckets; bucket += step) {
      splits.add(new byte[] {(byte) bucket});
    }
    for (int first = GATEWAY_STEP; first < 256; first += GATEWAY_STEP) {
      splits.add(new byte[] {(byte) first});
    }
    return splits.toArray(byte[][]::new);
  }
}
