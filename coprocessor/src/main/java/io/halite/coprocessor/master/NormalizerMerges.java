package io.halite.coprocessor.master;

import io.halite.routing.table.SaltedTable;
import io.halite.routing.table.TableAttributes;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;

/**
 * Keeps HBase's normalizer from merging the regions of a salted table, which takes gateway regions
 * without rows, and buckets with few, for superfluous.
 *
 * <p>It changes the table's own value of the normalizer's setting. Merges that somebody requests
 * stay possible, and so do the normalizer's splits.
 */
final class NormalizerMerges {
  private NormalizerMerges() {}

  /** Returns the descriptor without such merges, unless it says itself what it has of them. */
  static TableDescriptor off(TableDescriptor table, SaltedTable of) {
    return of.isPlain() || table.getValue(TableAttributes.MERGES) != null
        ? table
        : TableDescriptorBuilder.newBuilder(table)
            .setValue(TableAttributes.MERGES, "false")
            .build();
  }
}
