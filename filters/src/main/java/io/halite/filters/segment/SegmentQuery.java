package io.halite.filters.segment;

import io.halite.keys.KeyLayout;
import io.halite.keys.KeyRange;
import io.halite.keys.Salt;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Conditions on segments of natural keys; a key matches if all of them hold.
 *
 * <p>Example over {@code origin:3 departure:12:digits destination:3}: {@code destination in (LAX,
 * SFO) and departure >= 20010115}. It prints with places in place of the layout, {@code
 * departure@3:12:digits >= 20010115 and destination@15:3 in (LAX, SFO)}, and that text parses back
 * to an equal query without one. The grammar is in {@code docs/segment-filter.md}.
 *
 * <p>A key that ends before its last constrained segment does not match; what comes after that
 * segment is free. Several conditions on one segment must all hold; segments must not overlap.
 * Offsets and widths are bytes of the natural key. Immutable and thread-safe.
 */
public final class SegmentQuery {
  static final int MAX_CONDITIONS = 64;

  private final List<Condition> conditions;
  private final SegmentTable table;

  SegmentQuery(Collection<Condition> given) {
    check(given);
    if (given.isEmpty()) {
      throw new IllegalArgumentException("query has no condition: it needs at least one");
    }
    conditions =
        given.stream()
            .distinct()
            .sorted(Comparator.comparingInt(condition -> condition.field().offset()))
            .toList();
    List<Field> fields = new ArrayList<>();
    List<RangeSet> sets = new ArrayList<>();
    for (Condition condition : conditions) {
      int last = fields.size() - 1;
      if (last >= 0 && fields.get(last).samePlace(condition.field())) {
        sets.set(last, sets.get(last).intersect(condition.ranges()));
      } else {
        fields.add(condition.field());
        sets.add(condition.ranges());
      }
    }
    table = new SegmentTable(fields, sets);
  }

  static void check(Collection<Condition> conditions) {
    if (conditions.size() > MAX_CONDITIONS) {
      throw new IllegalArgumentException(
          conditions.size() + " conditions are given: at most " + MAX_CONDITIONS + " are taken");
    }
    Condition.checkRanges(conditions.stream().mapToLong(Condition::rangeBytes).sum());
    for (Condition one : conditions) {
      for (Condition two : conditions) {
        Field left = one.field();
        Field right = two.field();
        boolean apart = left.end() <= right.offset() || right.end() <= left.offset();
        if (!apart && !left.samePlace(right)) {
          throw new IllegalArgumentException(
              "segments '" + left + "' and '" + right + "' overlap: name one of them");
        }
      }
    }
  }

  /**
   * Parses a query that names segments by offset and width: {@code @15:3 = LAX} matches keys whose
   * bytes 15 to 17 are {@code 4C 41 58}.
   *
   * @throws QueryException with the position, what was found and what was expected
   */
  public static SegmentQuery parse(String text) {
    return QueryParser.parse(text, Optional.empty());
  }

  /**
   * Parses a query that names segments as the layout does, {@code destination = LAX}.
   *
   * @throws QueryException with the position, what was found and what was expected
   */
  public static SegmentQuery parse(KeyLayout layout, String text) {
    return QueryParser.parse(text, Optional.of(layout));
  }

  List<Condition> conditions() {
    return conditions;
  }

  SegmentTable table() {
    return table;
  }

  /** Whether no key at all can match. */
  public boolean matchesNothing() {
    return table.nothing;
  }

  /** Whether the natural key matches. */
  public boolean matches(byte[] naturalKey) {
    return new SegmentSeeker(table).forward(naturalKey) == SegmentSeeker.Verdict.MATCH;
  }

  /** The smallest range of natural keys that holds every key of the range which can match. */
  public KeyRange narrow(KeyRange natural) {
    return new LeadingRanges(table).narrow(natural);
  }

  /**
   * Disjoint ranges of natural keys, in order, that together hold every key of the range which can
   * match: one for each combination of values in the leading segments, as long as there are no more
   * than {@code most} of them.
   */
  public List<KeyRange> ranges(KeyRange natural, int most) {
    return new LeadingRanges(table).ranges(natural, most);
  }

  /**
   * Ranges of stored keys that together hold every key of the natural range which can match, at
   * most one for each bucket, in stored order. Buckets that cannot hold such a key have none.
   *
   * <p>Example: under {@code hash(origin) % 16}, {@code origin in (ATL, ORD)} reads two buckets.
   */
  public List<KeyRange> images(Salt salt, KeyRange natural) {
    return new LeadingRanges(table).images(salt, natural);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SegmentQuery that && conditions.equals(that.conditions);
  }

  @Override
  public int hashCode() {
    return conditions.hashCode();
  }

  /** The text form, which {@link #parse(String)} reads. */
  @Override
  public String toString() {
    return String.join(" and ", conditions.stream().map(Condition::toString).toList());
  }
}
