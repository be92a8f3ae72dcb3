package io.halite.it.oracle;

import io.halite.routing.table.TableAttributes;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/** The twins' descriptors and split points, as a user would give them to HBase. */
final class TwinDescriptors {
  private static final int GATEWAY_STEP = 0x20;
  private static final int MOST_BUCKET_REGIONS = 16;

  private TwinDescriptors() {}

  /**
   * A table of the three families. Families keep all, three and one version; while regions move all
   * of them keep all, since HBase shows surplus versions until a memstore is flushed.
   */
  static TableDescriptor table(TableName name, Optional<String> spec, boolean still) {
    TableDescriptorBuilder table = TableDescriptorBuilder.newBuilder(name);
    int[] versions = still ? new int[] {Integer.MAX_VALUE, 3, 1} : null;
    for (int i = 0; i < Columns.FAMILIES.size(); i++) {
      table.setColumnFamily(
          ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes(Columns.FAMILIES.get(i)))
              .setMaxVersions(versions == null ? Integer.MAX_VALUE : versions[i])
              .build());
    }
    // Each operation waits for the one before it: twins that survive no crash are enough.
    table.setDurability(Durability.ASYNC_WAL);
    // Twins are not compacted at the same time, so that none may lose its delete markers by it.
    table.setValue("hbase.hstore.time.to.purge.deletes", "86400000");
    spec.ifPresent(
        arguments -> table.setValue("coprocessor$1", TableAttributes.salting(arguments)));
    table.setValue("halite.scan.passes", "10000");
    return table.build();
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
