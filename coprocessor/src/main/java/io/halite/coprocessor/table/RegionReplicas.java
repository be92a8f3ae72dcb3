package io.halite.coprocessor.table;

import io.halite.routing.table.SaltedTable;
import java.util.Optional;
import org.apache.hadoop.hbase.client.TableDescriptor;

/**
 * Region replicas, which a salted table must not have.
 *
 * <p>HBase marks an answer as stale by the region that gives it, the gateway. Rows that a gateway
 * has read from a replica of their owner would reach the client without that mark. Stateless.
 */
final class RegionReplicas {
  private RegionReplicas() {}

  /** Why a table must not serve with so many replicas; empty if it has none, or is not salted. */
  static Optional<String> objection(TableDescriptor descriptor, Optional<SaltedTable> table) {
    boolean salted = table.filter(each -> !each.isPlain()).isPresent();
    return salted && descriptor.getRegionReplication() > 1
        ? Optional.of(
            ("REGION_REPLICATION is %d, but a salted table has no region replicas: a client would"
                    + " read old rows that are not marked as stale; set REGION_REPLICATION => 1"
                    + " (table '%s')")
                .formatted(descriptor.getRegionReplication(), descriptor.getTableName()))
        : Optional.empty();
  }
}
