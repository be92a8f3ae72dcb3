package io.halite.filters.segment;

import io.halite.keys.KeyLayout;
import io.halite.keys.KeyRange;
import io.halite.keys.Salt;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Conditions on segments of natural keys, joined by {@code and}, {@code or} and {@code not}.
 *
 * <p>Example over {@code origin:3 departure:12:digits destination:3}: {@code destination in (LAX,
 * SFO) and departure >= 20010115}. It prints with places in place of the layout, {@code
 * departure@3:12:digits >= 20010115 and destination@15:3 in (LAX, SFO)}, and that text parses back
 * to an equal query without one. The grammar is in {@code docs/segment-filter.md}.
 *
 * <p>A condition holds only for a key that has its segment whole, and so does its negation: {@code
 * not (origin = ATL)} is {@code origin != ATL}. What comes after the last segment is free. Segments
 * must not overlap without being the same. Offsets and widths are bytes of the natural key. A
 * segment may lie behind delimiters, end at one, or be the rest of the key: {@code host = web1}
 * over {@code event~: host~:} prints as {@code host@#3A#3A = web1}. Immutable and thread-safe.
 */
public final class SegmentQuery {
  private final Formula formula;
  private final boolean nothing;
  private final Supplier<KeySeeker> seekers;

  /** The branches one by one. There may be many, so they are made when they are first needed. */
  private volatile Optional<List<SegmentTable>> tables = Optional.empty();

  private final Optional<PathQuery> moving;

  SegmentQuery(Formula formula) {
    QueryLimits.checkWhole(formula);
    this.formula = formula;
    if (formula.conditions().anyMatch(condition -> condition.field().moves())) {
      PathQuery path = new PathQuery(formula);
      moving = Optional.of(path);
      nothing = path.matchesNothing();
      seekers = path::seeker;
      return;
    }
    moving = Optional.empty();
    List<Branch<RangeSet>> branches = Branches.of(formula);
    nothing = branches.get(0).isEmpty();
    if (branches.size() == 1) {
      SegmentTable only = new SegmentTable(branches.get(0));
      tables = Optional.of(List.of(only));
      seekers = () -> new SegmentSeeker(only);
    } else {
      BranchTable together = new BranchTable(branches);
      seekers = () -> new BranchSeeker(together);
    }
  }

  /** The query of formulas that must all hold, which may come from anyone. */
  static SegmentQuery of(List<? extends Formula> all) {
    if (all.isEmpty()) {
      throw new IllegalArgumentException("query has no condition: it needs at least one");
    }
    QueryLimits limits = new QueryLimits();
    all.forEach(part -> part.conditions().forEach(limits::add));
    return new SegmentQuery(Formula.all(all));
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

  Formula formula() {
    return formula;
  }

  /** A seeker of its own for each filter. */
  KeySeeker seeker() {
    return seekers.get();
  }

  /** Whether no key at all can match. */
  public boolean matchesNothing() {
    return nothing;
  }

  /** Whether the natural key matches. */
  public boolean matches(byte[] naturalKey) {
    return seeker().forward(naturalKey) == KeySeeker.Verdict.MATCH;
  }

  /** The smallest range of natural keys that holds every key of the range which can match. */
  public KeyRange narrow(KeyRange natural) {
    return ranges().narrow(natural);
  }

  /**
   * Disjoint ranges of natural keys, in order, that together hold every key of the range which can
   * match: one for each combination of values in the leading segments of each branch, as long as
   * there are no more than {@code most} of them.
   */
  public List<KeyRange> ranges(KeyRange natural, int most) {
    return ranges().ranges(natural, most);
  }

  /**
   * The segments of each branch in the order in which keys are sought, each with the number of its
   * values and ranges: {@code @0:3 in 2, @15:3 in 1} of {@code @15:3 = LAX and @0:3 in (ATL, ORD)}.
   * Where segments move, they have names as in the query's own text: {@code host@#3A#3A in 2}.
   */
  public List<String> seekOrder() {
    return moving
        .map(PathQuery::seekOrder)
        .orElseGet(
            () ->
                Branches.of(formula).stream()
                    .map(branch -> branch.seekOrder((at, set) -> "@" + at + ":" + set.width()))
                    .toList());
  }

  /**
   * The same ranges, as many as a scan of them may have: fewer and wider ones where there would be
   * more than 1,024, or than half a mebibyte of them.
   */
  public List<KeyRange> ranges(KeyRange natural) {
    return ranges().wide(natural);
  }

  /**
   * Whether {@link #ranges(KeyRange, int)} has one range for each combination of values in all
   * leading segments of each branch; false if there are too many, so that its ranges are fewer and
   * wider.
   */
  public boolean hasAtMostRanges(int most) {
    return ranges().hasAtMostRanges(most);
  }

  /**
   * Ranges of stored keys that together hold every key of the natural range which can match, at
   * most one for each bucket, in stored order. Buckets that cannot hold such a key have none.
   *
   * <p>Example: under {@code hash(origin) % 16}, {@code origin in (ATL, ORD)} reads two buckets.
   */
  public List<KeyRange> images(Salt salt, KeyRange natural) {
    return ranges().images(salt, natural);
  }

  private QueryRanges ranges() {
    return moving
        .map(PathQuery::ranges)
        .orElseGet(() -> new QueryRanges(tables().stream().map(LeadingRanges::new).toList()));
  }

  private List<SegmentTable> tables() {
    Optional<List<SegmentTable>> made = tables;
    if (made.isEmpty()) {
      Map<RangeSet, RangeIndex> indexes = new IdentityHashMap<>();
      made =
          Optional.of(
              Branches.of(formula).stream()
                  .map(branch -> new SegmentTable(branch, indexes))
                  .toList());
      tables = made;
    }
    return made.get();
  }

  /**
   * The same query with places alone, {@code @15:3 = LAX}: its text means the same over any layout,
   * also over one that has the names at other places.
   */
  public SegmentQuery withoutNames() {
    return new SegmentQuery(formula.withoutNames());
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SegmentQuery that && formula.equals(that.formula);
  }

  @Override
  public int hashCode() {
    return formula.hashCode();
  }

  /** The text form, which {@link #parse(String)} reads. */
  @Override
  public String toString() {
    return formula.toString();
  }
}
