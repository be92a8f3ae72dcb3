package io.halite.coprocessor.master;

import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.RegionInfo;

/**
 * The refusal to truncate one region of a table whose rows may lie in several.
 *
 * <p>HBase checks no right of the user who truncates a region, unless its AccessController sees
 * Halite read the table's descriptor for that user. So this does not show the spec.
 */
final class RefusedTruncation {
  private RefusedTruncation() {}

  static DoNotRetryIOException of(RegionInfo region) {
    return new DoNotRetryIOException(
        "region %s must not be truncated alone: a row of table '%s' may lie in several regions,"
                .formatted(region.getEncodedName(), region.getTable())
            + " and its earlier values in the others would come back; delete rows by"
            + " 'delete_by_prefix', or all of them by 'truncate_preserve'");
  }
}
