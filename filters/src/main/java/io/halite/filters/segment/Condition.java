package io.halite.filters.segment;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A condition on one segment, as the user gave it: the value is in one of the spans, or in none of
 * them. Values come first and sorted, so that equal conditions are equal. Immutable.
 */
record Condition(Field field, boolean negated, List<Span> spans) implements Formula {
  static final int MAX_SPANS = 100_000;

  /** Two bytes of a prefix become two values as wide as the segment. */
  static final int MAX_RANGE_BYTES = 1 << 20;

  private static final Comparator<byte[]> BYTES = Comparator.nullsFirst(Arrays::compareUnsigned);
  private static final Comparator<Span> ORDER =
      Comparator.comparing(Span::kind)
          .thenComparing(Span::low, BYTES)
          .thenComparing(Span::high, BYTES)
          .thenComparing(Span::lowExclusive)
          .thenComparing(Span::highExclusive);

  /** By segment, then by values; two conditions that compare as the same are equal. */
  static final Comparator<Condition> TOTAL =
      Comparator.comparing(Condition::field, Field.BY_PLACE)
          .thenComparing(condition -> condition.field.extent().kind())
          .thenComparingInt(condition -> condition.field.extent().delimiter() & 0xFF)
          .thenComparingInt(condition -> condition.field.width())
          .thenComparing(condition -> condition.field.type())
          .thenComparing(condition -> condition.field.name())
          .thenComparing(Condition::negated)
          .thenComparing(Condition::spans, Condition::compare);

  Condition {
    if (spans.isEmpty()) {
      throw new IllegalArgumentException(
          "no value is given for segment '" + field + "': give at least one");
    }
    if (spans.size() > MAX_SPANS) {
      throw new IllegalArgumentException(
          "segment '%2$s' has %1$d values or ranges: at most %3$d are allowed, split the query"
              .formatted(spans.size(), field, MAX_SPANS));
    }
    checkRanges(rangeBytes(field, spans));
    for (Span span : spans) {
      check(field, span);
      if (span.exclusive() && (negated || spans.size() > 1 || bounds(span) != 1)) {
        throw new IllegalArgumentException(
            "segment '%1$s': only a single condition may exclude a bound; write a range as"
                    .formatted(field)
                + " '%1$s > a and %1$s < b', and use included bounds in a list or a negation"
                    .formatted(field));
      }
    }
    spans = spans.stream().sorted(ORDER).distinct().toList();
  }

  private static int compare(List<Span> left, List<Span> right) {
    for (int i = 0; i < Math.min(left.size(), right.size()); i++) {
      int order = ORDER.compare(left.get(i), right.get(i));
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(left.size(), right.size());
  }

  private static int bounds(Span span) {
    return (span.low() == null ? 0 : 1) + (span.high() == null ? 0 : 1);
  }

  private static void check(Field field, Span span) {
    if (bounds(span) == 0) {
      throw new IllegalArgumentException(
          "range of segment '" + field + "' has no bound: give one or two bounds");
    }
    if ((span.lowExclusive() && span.low() == null)
        || (span.highExclusive() && span.high() == null)) {
      throw new IllegalArgumentException(
          "range of segment '"
              + field
              + "' has an exclusive bound without a value: give the value, or do not make it"
              + " exclusive");
    }
    checkLength(field, span, span.low());
    checkLength(field, span, span.high());
    if (bounds(span) == 2 && !span.exclusive() && field.isBackwards(span)) {
      throw new IllegalArgumentException(
          "range '%s' of segment '%s' begins after it ends; swap the bounds"
              .formatted(FieldText.print(field, span), field));
    }
  }

  private static long rangeBytes(Field field, List<Span> spans) {
    if (field.extent().isFixed()) {
      return field.width() * spans.stream().filter(span -> span.kind() != Span.Kind.VALUE).count();
    }
    return spans.stream()
        .filter(span -> span.kind() != Span.Kind.VALUE)
        .mapToLong(
            span ->
                span.kind() == Span.Kind.PREFIX
                    ? 2L * span.bytes().length
                    : WordSet.bytesBeside(field.extent(), span.low())
                        + WordSet.bytesBeside(field.extent(), span.high()))
        .sum();
  }

  /** How many of the spans are prefixes and ranges. */
  int rangeCount() {
    return (int) spans.stream().filter(span -> span.kind() != Span.Kind.VALUE).count();
  }

  /** How many bytes the first values of its prefixes and ranges have, and as many the last ones. */
  long rangeBytes() {
    return rangeBytes(field, spans);
  }

  static void checkRanges(long bytes) {
    if (bytes > MAX_RANGE_BYTES) {
      throw new IllegalArgumentException(
          ("prefixes and ranges, each as wide as its segment, have %d bytes: at most %d"
                  + " are allowed, split the query")
              .formatted(bytes, MAX_RANGE_BYTES));
    }
  }

  private static void checkLength(Field field, Span span, byte @Nullable [] bytes) {
    if (bytes == null) {
      return;
    }
    if (!field.extent().isFixed()) {
      checkVariable(field, span, bytes);
      return;
    }
    boolean exact = span.kind() == Span.Kind.VALUE;
    if (exact ? bytes.length != field.width() : bytes.length < 1 || bytes.length > field.width()) {
      throw new IllegalArgumentException(
          "%s of %d bytes is given for segment '%s': %s%d bytes are expected"
              .formatted(
                  exact ? "value" : span.kind() == Span.Kind.PREFIX ? "prefix" : "bound",
                  bytes.length,
                  field,
                  exact ? "" : "1 to ",
                  field.width()));
    }
  }

  private static void checkVariable(Field field, Span span, byte[] bytes) {
    int least = span.kind() == Span.Kind.PREFIX ? 1 : 0;
    if (bytes.length < least || bytes.length > field.longest()) {
      throw new IllegalArgumentException(
          "%d bytes are given for segment '%s': %d to %d bytes are expected"
              .formatted(bytes.length, field, least, field.longest()));
    }
    if (field.isCutShort(bytes)) {
      throw new IllegalArgumentException(
          "a value for segment '%s' holds its delimiter %02X: give values without it"
              .formatted(field, field.extent().delimiter()));
    }
  }

  /** The values that the condition admits, of a segment of fixed width. */
  RangeSet ranges() {
    RangeSet set = RangeSet.of(field.width(), spans);
    return negated ? set.complement() : set;
  }

  /** {@code > 2001} becomes {@code <= 2001}, any other condition the same one with a "not". */
  @Override
  public Condition negate() {
    Span only = spans.get(0);
    boolean bound = spans.size() == 1 && !negated && bounds(only) == 1;
    return bound
        ? new Condition(field, false, List.of(only.otherSide()))
        : new Condition(field, !negated, spans);
  }

  @Override
  public Condition withoutNames() {
    return new Condition(field.withoutName(), negated, spans);
  }

  @Override
  public Stream<Condition> conditions() {
    return Stream.of(this);
  }

  @Override
  public int depth() {
    return 0;
  }

  /** The condition in the text form. */
  @Override
  public String toString() {
    Span only = spans.get(0);
    if (spans.size() > 1) {
      StringBuilder text = new StringBuilder();
      for (Span span : spans) {
        text.append(text.length() == 0 ? "" : ", ").append(FieldText.print(field, span));
      }
      return field + (negated ? " not in (" : " in (") + text + ")";
    }
    if (!negated && bounds(only) == 1) {
      return field + " " + FieldText.printBound(field, only);
    }
    return field + (negated ? " != " : " = ") + FieldText.print(field, only);
  }
}
