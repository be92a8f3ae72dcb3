package io.halite.coprocessor.master;

import io.halite.coprocessor.host.ConfiguredSplitPolicy;
import io.halite.keys.SaltingSpec;
import io.halite.routing.table.TableAttributes;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Gives a table that becomes salted the guard that {@code create_salted} gives, and takes it away
 * with the salt: servers that did not load the observer then keep the table's regions closed.
 *
 * <p>The guard is a split policy and a value beside it. HBase finds split policies on the class
 * path alone, so only a table whose attribute names no jar has it. A table with a split policy of
 * its own, or that says itself whether servers abort, stays as it is. So does a table that was
 * salted before: its administrator may have taken the guard off. Who replaces the split policy
 * takes the value away, too.
 *
 * <p>A table that loads coprocessors of others has no guard, since HBase would unload them where it
 * aborts by default. The same holds for the site's coprocessors, such as those that decide about
 * rights: regions of a salted table refuse every request without them. Those of {@code salt=none}
 * are served in place, so such a table has no guard, and needs none: it stores natural keys.
 * Stateless.
 */
final class RegionGuard {
  private static final String OFF = "false";
  private static final String OF_HALITE = "io.halite.";

  private RegionGuard() {}

  /** The descriptor of a new table, with the guard if it is salted from the class path. */
  static TableDescriptor ofNew(TableDescriptor table) {
    return isToBeGuarded(table) ? on(table) : table;
  }

  /** The descriptor of an accepted change, with the guard or without if the change is about it. */
  static TableDescriptor ofAltered(TableDescriptor current, TableDescriptor altered) {
    boolean before = isToBeGuarded(current);
    if (before != isToBeGuarded(altered)) {
      return before ? off(altered) : on(altered);
    }
    return hasPolicy(current) && !hasPolicy(altered) ? aborting(altered) : altered;
  }

  /**
   * Refuses a guarded table whose configured split policy cannot be loaded, as HBase refuses it
   * without the guard: HBase looks at the policy alone that the table names.
   */
  static void check(Configuration site, TableDescriptor table) throws DoNotRetryIOException {
    if (!hasPolicy(table)) {
      return;
    }
    Configuration conf = new Configuration(site);
    for (String key : ConfiguredSplitPolicy.KEYS) {
      Optional.ofNullable(table.getValue(key)).ifPresent(value -> conf.set(key, value));
    }
    SpecRules.refuse(ConfiguredSplitPolicy.objection(table.getTableName(), conf));
  }

  /**
   * The other half of the guard alone would be worse than none: where the observer fails to load,
   * HBase would open the regions without it.
   */
  private static TableDescriptor aborting(TableDescriptor table) {
    return OFF.equals(table.getValue(TableAttributes.ABORT_ON_ERROR))
        ? TableDescriptorBuilder.newBuilder(table)
            .removeValue(Bytes.toBytes(TableAttributes.ABORT_ON_ERROR))
            .build()
        : table;
  }

  private static boolean hasPolicy(TableDescriptor table) {
    return TableAttributes.GUARDED_SPLIT_POLICY.equals(table.getRegionSplitPolicyClassName());
  }

  private static TableDescriptor on(TableDescriptor table) {
    String aborts = table.getValue(TableAttributes.ABORT_ON_ERROR);
    return table.getRegionSplitPolicyClassName() != null || (aborts != null && !OFF.equals(aborts))
        ? table
        : TableDescriptorBuilder.newBuilder(table)
            .setRegionSplitPolicyClassName(TableAttributes.GUARDED_SPLIT_POLICY)
            .setValue(TableAttributes.ABORT_ON_ERROR, OFF)
            .build();
  }

  private static boolean hasOthers(TableDescriptor table) {
    return table.getCoprocessorDescriptors().stream()
        .anyMatch(each -> !each.getClassName().startsWith(OF_HALITE));
  }

  private static TableDescriptor off(TableDescriptor table) {
    return hasPolicy(table)
        ? TableDescriptorBuilder.newBuilder(table)
            .removeValue(Bytes.toBytes(TableDescriptorBuilder.SPLIT_POLICY))
            .removeValue(Bytes.toBytes(TableAttributes.ABORT_ON_ERROR))
            .build()
        : table;
  }

  /** Whether one attribute loads the observer from the class path with a salt, and none others. */
  private static boolean isToBeGuarded(TableDescriptor table) {
    if (table.getTableName().isSystemTable() || hasOthers(table)) {
      return false;
    }
    try {
      return TableAttributes.of(table, TableAttributes.SALTING_OBSERVER).stream()
          .filter(attribute -> attribute.path().isEmpty())
          .anyMatch(attribute -> !SaltingSpec.parse(attribute.arguments()).isPlain());
    } catch (IllegalArgumentException e) {
      // Malformed: the rules have refused a new one, and HBase loads nothing by an old one.
      return false;
    }
  }
}
