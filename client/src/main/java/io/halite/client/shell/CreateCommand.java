package io.halite.client.shell;

import io.halite.keys.RowIndex;
import io.halite.keys.SaltingSpec;
import io.halite.keys.SplitPoints;
import io.halite.routing.index.IndexTable;
import io.halite.routing.table.TableAttributes;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.jspecify.annotations.Nullable;

/**
 * The command {@code create_salted} of HBase's shell.
 *
 * <p>{@code create_salted 't', 'f', 'key=row:*,salt=md5(*)[0:4]', REGIONS => 4} creates a table
 * that is split at {@code 4}, {@code 8} and {@code c}. HBase never merges its regions, because even
 * an empty region is a gateway. The tables of the indexes that the spec names are created with it,
 * {@code t-byOrder}. Stateless; it runs with the client of HBase 2.4 and newer.
 */
public final class CreateCommand {
  private CreateCommand() {}

  /**
   * Creates the table.
   *
   * @param families names of column families
   * @param arguments the spec, {@code key=…,salt=…}
   * @param regions how many regions; null for one for each bucket, or 16 if the salt has no buckets
   * @return the start keys of all regions but the first, as the shell writes bytes
   * @throws IllegalArgumentException if the arguments are not a spec, or its stored keys cannot be
   *     cut into so many regions
   */
  public static List<String> create(
      Connection connection,
      String table,
      List<String> families,
      String arguments,
      @Nullable Number regions)
      throws IOException {
    SaltingSpec spec = SaltingSpec.parse(arguments);
    List<byte[]> points =
        regions == null ? usual(spec) : SplitPoints.of(spec, Math.toIntExact(regions.longValue()));
    TableDescriptorBuilder descriptor =
        TableDescriptorBuilder.newBuilder(TableName.valueOf(table))
            .setMergeEnabled(false)
            .setValue("coprocessor$1", TableAttributes.salting(spec.toString()));
    families.forEach(
        family -> descriptor.setColumnFamily(ColumnFamilyDescriptorBuilder.of(family)));
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(descriptor.build(), points.toArray(byte[][]::new));
      // Writes are refused until the index tables exist.
      for (RowIndex index : spec.indexes()) {
        admin.createTable(IndexTable.descriptor(TableName.valueOf(table), index));
      }
    }
    return SplitPoints.written(points);
  }

  private static List<byte[]> usual(SaltingSpec spec) {
    List<byte[]> buckets = spec.salt().splitPoints();
    return buckets.isEmpty() ? SplitPoints.of(spec, 16) : buckets;
  }
}
