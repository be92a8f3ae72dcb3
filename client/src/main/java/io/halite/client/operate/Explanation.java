package io.halite.client.operate;

import io.halite.filters.segment.SegmentQuery;
import io.halite.keys.KeyRange;
import io.halite.routing.endpoint.RegionFacts;
import io.halite.routing.endpoint.RegionReading;
import io.halite.routing.merge.WantedRanges;
import io.halite.routing.scan.PassedPlan;
import io.halite.routing.scan.ScanPlan;
import io.halite.routing.scan.WhereAttribute;
import io.halite.routing.table.SaltedTable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.hbase.client.Scan;

/**
 * How a scan with a query would be answered, by the plan that gateways and the plug-in make of it.
 * Immutable.
 *
 * <p>Example: under {@code key=origin:3 rest:*,salt=hash(origin) % 4}, {@code origin = ATL} reads
 * one image, {@code [03·41 54 4C, 03·41 54 4D)}, in one region of four that store rows.
 *
 * @param query the query, in the text that parses back
 * @param plan the plan: its type, its natural range and its stored ranges
 * @param seeks whether owners seek from one row that can match to the next; false if the salt
 *     scatters the rows of the range, or stores natural keys changed, so that every row is read
 * @param ranges the ranges of natural keys that can match by their leading segments, over all
 *     buckets; empty if they are too many to list: in all more than {@value #MOST}, or in one
 *     branch of the query more than its share of these
 * @param asked the regions that the scan reads, in the order of their rows
 * @param storing all regions that store rows
 * @param estimate what would be read, by the indexes of the store files; empty if a region runs a
 *     version of Halite that does not estimate
 */
public record Explanation(
    SegmentQuery query,
    ScanPlan plan,
    boolean seeks,
    Optional<List<KeyRange>> ranges,
    List<RegionFacts> asked,
    List<RegionFacts> storing,
    Optional<RegionReading> estimate) {
  static final int MOST = 1_000;

  /** Copies the lists. */
  public Explanation {
    ranges = ranges.map(List::copyOf);
    asked = List.copyOf(asked);
    storing = List.copyOf(storing);
  }

  static Explanation of(SaltedTable table, Scan bounds, String query, List<RegionFacts> regions)
      throws IOException {
    SegmentQuery parsed = SegmentQuery.parse(table.layout(), query);
    ScanPlan plan =
        ScanPlan.of(withQuery(onlyBounds(bounds), query), KeyRange.all(), table, Set.of());
    List<RegionFacts> storing = meeting(regions, table.salt().images(KeyRange.all()));
    return new Explanation(
        parsed,
        plan,
        table.salt().isPrefix() && !(plan instanceof PassedPlan),
        parsed.hasAtMostRanges(MOST)
            ? Optional.of(parsed.ranges(plan.natural().range(), MOST))
            : Optional.empty(),
        meeting(regions, read(plan)),
        storing,
        Optional.empty());
  }

  /** Returns the same with an estimate. */
  Explanation with(Optional<RegionReading> estimated) {
    return new Explanation(query, plan, seeks, ranges, asked, storing, estimated);
  }

  /** Without its filter and attributes, which only servers can judge. */
  private static Scan onlyBounds(Scan scan) {
    return new Scan()
        .withStartRow(scan.getStartRow(), scan.includeStartRow())
        .withStopRow(scan.getStopRow(), scan.includeStopRow())
        .setReversed(scan.isReversed());
  }

  static Scan withQuery(Scan bounds, String query) throws IOException {
    Scan scan = new Scan(bounds);
    scan.setAttribute(WhereAttribute.ATTRIBUTE, query.getBytes(StandardCharsets.UTF_8));
    return scan;
  }

  private static List<RegionFacts> meeting(List<RegionFacts> regions, List<KeyRange> images) {
    return regions.stream()
        .filter(
            region -> images.stream().anyMatch(image -> !image.intersect(region.rows()).isEmpty()))
        .toList();
  }

  /** The stored ranges that the scan reads, in stored order: one or more of each image. */
  public List<KeyRange> read() {
    return read(plan);
  }

  private static List<KeyRange> read(ScanPlan plan) {
    WantedRanges wanted = plan.natural().wanted();
    return plan.images().stream().flatMap(image -> wanted.within(image).stream()).toList();
  }

  /**
   * The bytes that the regions hold which are asked, as their files store them, and in memory. A
   * {@link PassedPlan} reads them again in each pass of each gateway region.
   */
  public long bytesAsked() {
    return asked.stream().mapToLong(RegionFacts::bytes).sum();
  }

  /** The bytes of all regions that store rows. */
  public long bytesStored() {
    return storing.stream().mapToLong(RegionFacts::bytes).sum();
  }
}
