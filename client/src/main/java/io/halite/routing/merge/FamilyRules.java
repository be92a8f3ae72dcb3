package io.halite.routing.merge;

import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * How many versions each family keeps, and for how long. Immutable and thread-safe.
 *
 * @param families the rule of each family
 */
public record FamilyRules(Map<byte[], Rule> families) {
  private static final Rule ALL = new Rule(Integer.MAX_VALUE, 0, HConstants.FOREVER * 1_000L);

  /**
   * The rule of one family.
   *
   * @param maxVersions the most versions of a column
   * @param minVersions how many of them the family keeps even if they outlive the time to live
   * @param ttlMillis the time to live in milliseconds
   */
  record Rule(int maxVersions, int minVersions, long ttlMillis) {
    /**
     * Whether the family keeps a version. Where it keeps none beyond the time to live, the owner
     * has left out what had expired when it began to read, and this clock may be ahead of the
     * owner's.
     */
    boolean keeps(int version, long timestamp, long now) {
      boolean expired =
          minVersions > 0 && ttlMillis < HConstants.FOREVER * 1_000L && timestamp < now - ttlMillis;
      return version <= maxVersions && (!expired || version <= minVersions);
    }
  }

  /** The rules in a table's descriptor. */
  public static FamilyRules of(TableDescriptor table) {
    Map<byte[], Rule> families = new TreeMap<>(Bytes.BYTES_COMPARATOR);
    for (ColumnFamilyDescriptor family : table.getColumnFamilies()) {
      families.put(
          family.getName(),
          new Rule(
              family.getMaxVersions(), family.getMinVersions(), family.getTimeToLive() * 1_000L));
    }
    return new FamilyRules(families);
  }

  /**
   * Rules for a reader who does not know the families. They are right for reads of the newest
   * version without a filter: each owner has applied its family's rules, and the newest version of
   * all places is one that the family keeps.
   */
  public static FamilyRules unknown() {
    return new FamilyRules(Map.of());
  }

  /** Whether the join of a row may drop all cells of one place. */
  public boolean mayHide() {
    return families.values().stream().anyMatch(rule -> rule.minVersions() > 0);
  }

  Rule of(byte[] family, boolean raw) {
    return raw ? ALL : families.getOrDefault(family, ALL);
  }
}
