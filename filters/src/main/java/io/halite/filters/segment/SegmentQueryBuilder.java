package io.halite.filters.segment;

import io.halite.keys.KeyBytes;
import io.halite.keys.KeyLayout;
import io.halite.keys.Segment;
import io.halite.keys.SegmentType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Builds a {@link SegmentQuery} in Java.
 *
 * <pre>{@code
 * KeyLayout layout = KeyLayout.parse("origin:3 departure:12:digits destination:3");
 * SegmentFilter.over(layout)
 *     .where("destination").is("LAX", "SFO")
 *     .where("departure").between("20010115", "20010131")
 *     .toFilter();
 * }</pre>
 *
 * <p>All conditions must hold. {@code or}, {@code and} and {@code not} join builders: {@code
 * a.or(b.not())} has the keys that pass a or do not pass b.
 *
 * <p>{@link SegmentFilter#over} returns a builder. {@code is}, {@code isNot} and {@code between}
 * take text, written as in {@link SegmentQuery#parse}; {@code in}, {@code notIn} and {@code
 * startsWith} take the bytes themselves. {@code is} and {@code isNot} pad a shorter text where the
 * layout names the byte for that, {@code host:20:text:x}. A bound may be shorter than its segment:
 * {@code between("20010115", "20010131")} includes all of 31 January. A value or segment that does
 * not fit is refused with an IllegalArgumentException that says what was given and what is
 * expected; {@code toQuery} and {@code toFilter} also refuse a query without a condition, or one
 * whose {@code bytes(…)} overlap another segment. Immutable: each condition gives a new builder, so
 * that several queries can share their first conditions. Thread-safe.
 */
public final class SegmentQueryBuilder {
  private final KeyLayout layout;
  private final List<Formula> parts;

  SegmentQueryBuilder(KeyLayout layout) {
    this(layout, List.of());
  }

  private SegmentQueryBuilder(KeyLayout layout, List<Formula> parts) {
    this.layout = layout;
    this.parts = parts;
  }

  /**
   * Begins a condition on a segment of the layout. Bounds of one without a fixed width are whole
   * values: {@code where("host").atMost("web1")} has {@code web1} and not {@code web10}.
   */
  public Test where(String name) {
    Segment segment =
        layout
            .segment(name)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "segment '%s' is not one of the layout '%s'; name one that is"
                            .formatted(name, layout)));
    return new Test(Field.of(layout, segment), Optional.of(segment));
  }

  /** Begins a condition on these bytes of the natural key. */
  public Test at(int offset, int width) {
    return new Test(new Field("", offset, width, SegmentType.defaultType()), Optional.empty());
  }

  /** Keys that pass both all so far and the other builder. */
  public SegmentQueryBuilder and(SegmentQueryBuilder other) {
    return with(other.formula());
  }

  /**
   * Keys that pass all so far, or the other builder, or both. What is added later holds for either:
   * {@code a.or(b).where("origin").is("ATL")} is {@code (a or b) and origin = ATL}.
   *
   * @throws IllegalArgumentException if one of the two has no condition
   */
  public SegmentQueryBuilder or(SegmentQueryBuilder other) {
    return new SegmentQueryBuilder(
        layout, List.of(Formula.any(List.of(formula(), other.formula()))));
  }

  /**
   * Keys that do not pass all so far, but have the segments: the negation of {@code origin = ATL
   * and delay > 60} is {@code origin != ATL or delay <= 60}.
   *
   * @throws IllegalArgumentException if there is no condition yet
   */
  public SegmentQueryBuilder not() {
    return new SegmentQueryBuilder(layout, List.of(formula().negate()));
  }

  private Formula formula() {
    if (parts.isEmpty()) {
      throw new IllegalArgumentException(
          "a part of the query has no condition: it needs at least one");
    }
    return Formula.all(parts);
  }

  private SegmentQueryBuilder with(Formula part) {
    List<Formula> longer = new ArrayList<>(parts);
    longer.add(part);
    return new SegmentQueryBuilder(layout, List.copyOf(longer));
  }

  /** The query of all conditions so far. */
  public SegmentQuery toQuery() {
    return SegmentQuery.of(parts);
  }

  /** A filter for the query of all conditions so far. */
  public SegmentFilter toFilter() {
    return SegmentFilter.of(toQuery());
  }

  /** A condition on a segment; each method returns a builder with that condition added. */
  public final class Test {
    private final Field field;
    private final Optional<Segment> segment;

    private Test(Field field, Optional<Segment> segment) {
      this.field = field;
      this.segment = segment;
    }

    /** One of the values. */
    public SegmentQueryBuilder is(String... values) {
      return add(false, Arrays.stream(values).map(this::value).toList());
    }

    /** None of the values. */
    public SegmentQueryBuilder isNot(String... values) {
      return add(true, Arrays.stream(values).map(this::value).toList());
    }

    /** One of the values, which may be thousands. */
    public SegmentQueryBuilder in(Collection<byte[]> values) {
      return add(false, values.stream().map(byte[]::clone).map(Span::value).toList());
    }

    /** None of the values. */
    public SegmentQueryBuilder notIn(Collection<byte[]> values) {
      return add(true, values.stream().map(byte[]::clone).map(Span::value).toList());
    }

    /** Anything that begins with these bytes. */
    public SegmentQueryBuilder startsWith(byte[] prefix) {
      return add(false, List.of(Span.prefix(prefix.clone())));
    }

    /** Anything from one bound to the other, both included. */
    public SegmentQueryBuilder between(String from, String to) {
      byte[] first = bytes(from);
      byte[] last = bytes(to);
      return add(
          false,
          List.of(
              descending()
                  ? Span.range(last, false, first, false)
                  : Span.range(first, false, last, false)));
    }

    /** The value or anything greater; of times, the same or a later one. */
    public SegmentQueryBuilder atLeast(String bound) {
      return bound(bound, true, false);
    }

    /** Anything greater; of times, a later one. */
    public SegmentQueryBuilder greaterThan(String bound) {
      return bound(bound, true, true);
    }

    /** The value or anything less. */
    public SegmentQueryBuilder atMost(String bound) {
      return bound(bound, false, false);
    }

    /** Anything less. */
    public SegmentQueryBuilder lessThan(String bound) {
      return bound(bound, false, true);
    }

    private SegmentQueryBuilder bound(String text, boolean greater, boolean exclusive) {
      byte[] bound = bytes(text);
      boolean low = greater != descending();
      return add(
          false,
          List.of(
              low
                  ? Span.range(bound, exclusive, null, false)
                  : Span.range(null, false, bound, exclusive)));
    }

    private boolean descending() {
      return field.type().isNewestFirst();
    }

    private Span value(String text) {
      return Span.value(read(text, () -> FieldText.parseValue(field, segment, text, false)));
    }

    private byte[] bytes(String text) {
      return read(text, () -> FieldText.parse(field, text, false));
    }

    private byte[] read(String text, Supplier<byte[]> reading) {
      try {
        return reading.get();
      } catch (IllegalArgumentException unreadable) {
        throw new IllegalArgumentException(
            "value '%s' for segment '%s': %s is expected"
                .formatted(KeyBytes.cut(text), field, unreadable.getMessage()),
            unreadable);
      }
    }

    private SegmentQueryBuilder add(boolean negated, List<Span> spans) {
      return with(new Condition(field, negated, spans));
    }
  }
}
