package io.halite.routing.scan;

import io.halite.filters.segment.ScanRange;
import io.halite.keys.KeyRange;
import io.halite.keys.ScanMode;
import io.halite.routing.table.SaltedTable;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Scan;

/**
 * How to answer a scan of natural keys from stored rows.
 *
 * <p>The gateway region or the connection plug-in that receives a scan parses its range, filter and
 * attributes once. The result is one of three plans, which it then executes. It switches over the
 * type of the plan and declines a type that it cannot execute.
 *
 * <ul>
 *   <li>{@link MergedPlan}: each bucket keeps natural order, so the plan merges the rows of all
 *       buckets. Under {@code hash(*) % 16} it reads 16 stored ranges side by side.
 *   <li>{@link JoinedPlan}: a row may lie in several places, as under {@code random % 16}; the plan
 *       joins their cells.
 *   <li>{@link PassedPlan}: the salt scatters the rows of the range, as a reversed key does. The
 *       plan gathers them in passes, each of which keeps the next rows that fit into memory.
 * </ul>
 *
 * <p>Plans are immutable and safe for use by several threads; the rows that they open are not.
 */
public sealed interface ScanPlan permits MergedPlan, JoinedPlan, PassedPlan {
  /** Returns the parsed scan. */
  NaturalScan natural();

  /** Returns the stored ranges that the plan reads, at most one for each bucket. */
  List<KeyRange> images();

  /**
   * Returns the plan of a scan.
   *
   * @param scan the user's scan, which this method does not change
   * @param within the natural range that the caller answers: the range of a gateway region, or
   *     {@link KeyRange#all}
   * @param rowLocalFilters class names of filters that judge each row by itself, beside HBase's own
   * @throws DoNotRetryIOException if a salted table cannot answer the scan; the message names what
   *     was given, the rule and a cure
   */
  static ScanPlan of(Scan scan, KeyRange within, SaltedTable table, Set<String> rowLocalFilters)
      throws IOException {
    NaturalScan natural = NaturalScan.parse(scan, within, table, rowLocalFilters);
    boolean ordered = table.salt().keepsNaturalOrder(natural.readRange());
    if (!ordered && natural.latest().isPresent()) {
      throw scattered(
          LatestAttribute.ATTRIBUTE + " needs the rows of a key in natural order", table);
    }
    // By the whole scan, so that the borders of regions do not decide, nor in the middle of it.
    boolean pinned = natural.latest().isEmpty() && table.spec().scanMode() == ScanMode.PINNED;
    if (pinned && !table.salt().keepsNaturalOrder(ScanRange.of(natural.scan()))) {
      throw scattered("scan=pinned refuses a scan of rows that the salt scatters", table);
    }
    if (ordered && table.salt().isSinglePlace()) {
      return MergedPlan.of(natural);
    }
    List<KeyRange> images = table.salt().images(natural.range());
    return ordered ? new JoinedPlan(natural, images) : new PassedPlan(natural, images);
  }

  private static DoNotRetryIOException scattered(String rule, SaltedTable table) {
    return new DoNotRetryIOException(rule + ": " + PassedPlan.advice(table) + " (" + table + ")");
  }
}
