package io.halite.client.latest;

import io.halite.filters.segment.QueryException;
import io.halite.filters.segment.SegmentFilter;
import io.halite.filters.segment.SegmentQuery;
import io.halite.keys.KeyBytes;
import io.halite.keys.KeyRange;
import io.halite.keys.SaltingSpec;
import io.halite.routing.latest.LatestKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The natural rows of a query that can pass its condition, and what is left to ask of regions.
 *
 * <p>Of all keys, {@code unit = K01} leaves {@code [K01, K02)}, which {@code hash(unit) % 16} has
 * in one bucket. A range never begins or ends within a history, so that pages see whole histories.
 * The regions check the condition itself, unless it is a {@link TimeCondition}, which becomes the
 * window of the query.
 *
 * @param rows in ascending order, disjoint
 * @param query the query that regions are asked
 */
record ConditionedRows(List<KeyRange> rows, LatestQuery query) {
  /**
   * Narrows rows.
   *
   * @param rows in ascending order, disjoint
   */
  static ConditionedRows of(
      List<KeyRange> rows, LatestQuery query, SaltingSpec spec, LatestKeys keys) {
    Optional<SegmentQuery> parsed = query.selection().where().flatMap(text -> parse(spec, text));
    if (parsed.isEmpty()) {
      return new ConditionedRows(rows, query);
    }
    SegmentQuery condition = parsed.get();
    // A key of several histories is aggregated by a region that is asked for all of it.
    boolean whole = query.selection().aggregation().isPresent() && !keys.areHistories();
    List<KeyRange> narrowed =
        whole ? rows : KeyRange.inBoth(rows, histories(condition.ranges(KeyRange.all()), keys));
    return TimeCondition.of(condition, spec.layout(), whole)
        .map(
            times ->
                times
                    .in(query.selection())
                    .map(windowed -> new ConditionedRows(narrowed, query.with(windowed)))
                    .orElse(new ConditionedRows(List.of(), query)))
        .orElse(new ConditionedRows(narrowed, query));
  }

  private static Optional<SegmentQuery> parse(SaltingSpec spec, String text) {
    try {
      return Optional.of(SegmentFilter.where(spec.layout(), text).query());
    } catch (QueryException e) {
      // The regions may be of a newer version. If they do not know it either, they say so.
      return Optional.empty();
    }
  }

  /** Widens ranges to whole histories. */
  private static List<KeyRange> histories(List<KeyRange> ranges, LatestKeys keys) {
    List<KeyRange> whole = new ArrayList<>();
    for (KeyRange range : ranges) {
      byte[] start = keys.historyOf(range.start()).orElse(range.start());
      byte[] stop =
          keys.historyOf(range.stop()).map(KeyBytes::prefixSuccessor).orElse(range.stop());
      int last = whole.size() - 1;
      byte[] before = last < 0 ? new byte[0] : whole.get(last).stop();
      if (last >= 0 && (before.length == 0 || KeyBytes.compare(start, before) <= 0)) {
        KeyRange joined = whole.get(last);
        whole.set(last, KeyRange.of(joined.start(), later(before, stop)));
      } else {
        whole.add(KeyRange.of(start, stop));
      }
    }
    return whole;
  }

  private static byte[] later(byte[] some, byte[] other) {
    boolean isLater = some.length == 0 || (other.length > 0 && KeyBytes.compare(some, other) > 0);
    return isLater ? some : other;
  }
}
