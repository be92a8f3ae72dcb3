package io.halite.coprocessor.table;

import io.halite.routing.table.SaltedTable;
import java.util.Optional;
import org.apache.hadoop.hbase.client.TableDescriptor;

/**
 * What HBase offers to tables and salted ones must not have: their regions refuse every request,
 * and the master refuses to create it. Stateless.
 */
public final class Unserved {
  private Unserved() {}

  /** Why a table must not serve; empty if it may. */
  public static Optional<String> objection(
      TableDescriptor descriptor, Optional<SaltedTable> table) {
    return RegionReplicas.objection(descriptor, table)
        .or(() -> OrderedFamilies.objection(descriptor, table));
  }

  /**
   * Why a table must not be altered so; empty if nothing comes to it that it must not have. What it
   * has already, since it was created without this master, is no reason to refuse other changes.
   */
  public static Optional<String> objectionToChange(
      TableDescriptor current,
      Optional<SaltedTable> now,
      TableDescriptor altered,
      Optional<SaltedTable> then) {
    return RegionReplicas.objection(altered, then)
        .filter(objection -> RegionReplicas.objection(current, now).isEmpty())
        .or(() -> OrderedFamilies.objectionToChange(current, now, altered, then));
  }
}
