package io.halite.filters.segment;

import io.halite.keys.KeyBytes;
import io.halite.keys.KeyLayout;
import io.halite.keys.Segment;
import io.halite.keys.SegmentType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * A slice of the natural key and the type of its value.
 *
 * <p>Prints as {@code destination@15:3}, or {@code @15:4:int} without a name and with a type; and
 * as {@code host@#3A#3A} behind one colon and up to the next, {@code ts@#3A#3A+0:8:revtime} behind
 * both, {@code rest@#3A#3A+8:rest} for all behind that. {@code offset} is bytes from the beginning
 * of the key or from the last delimiter of {@code steps}; the name may be empty and is only for
 * readers.
 */
record Field(String name, List<Step> steps, int offset, Extent extent, SegmentType type) {
  /** The longest name, and the most characters of a name in a message. */
  private static final int MAX_NAME = 200;

  /** In the order of the key. */
  static final Comparator<Field> BY_PLACE =
      Comparator.comparing(Field::steps, Step::compare).thenComparingInt(Field::offset);

  Field {
    steps = List.copyOf(steps);
    long before = steps.stream().mapToLong(step -> step.offset() + 1L).sum();
    boolean inside = offset >= 0 && steps.stream().allMatch(step -> step.offset() >= 0);
    int least = extent.isFixed() ? extent.width() : extent.isDelimited() ? 1 : 0;
    if (!inside
        || (extent.isFixed() && least < 1)
        || offset > KeyBytes.MAX_STORED_LENGTH - before - least) {
      throw new IllegalArgumentException(
          ("segment '%s' at offset %d with width %d does not lie inside a row key of at most %d"
                  + " bytes; give a width of 1 or more, and an offset that leaves room for it")
              .formatted(cut(name), offset, extent.width(), KeyBytes.MAX_STORED_LENGTH));
    }
    if (steps.size() > Step.MAX) {
      throw new IllegalArgumentException(
          "segment '%s' lies behind %d delimiters: at most %d are allowed"
              .formatted(cut(name), steps.size(), Step.MAX));
    }
    if (extent.isFixed() && !type.admitsWidth(extent.width())) {
      throw new IllegalArgumentException(
          "segment '%s' has width %d: type %s needs a width of %d bytes"
              .formatted(cut(name), extent.width(), type, type.demandedWidth()));
    }
    if (!extent.isFixed() && type != SegmentType.defaultType()) {
      throw new IllegalArgumentException(
          "segment '%s' has no fixed width: it has no type either".formatted(cut(name)));
    }
    if (!name.isEmpty() && !isName(name)) {
      throw new IllegalArgumentException(
          ("segment name '%s' is not a letter followed by letters, digits, '_' or '-', at most %d"
                  + " characters in all")
              .formatted(cut(name), MAX_NAME));
    }
  }

  /** A segment of fixed offset and width. */
  Field(String name, int offset, int width, SegmentType type) {
    this(name, List.of(), offset, Extent.fixed(width), type);
  }

  /** A segment of the layout. */
  static Field of(KeyLayout layout, Segment segment) {
    List<Step> steps = new ArrayList<>();
    int offset = 0;
    for (Segment before : layout.segments()) {
      if (before.equals(segment)) {
        break;
      }
      if (before.kind() == Segment.Kind.DELIMITED) {
        steps.add(new Step(offset, before.delimiter()));
        offset = 0;
      } else {
        offset += before.width();
      }
    }
    Extent extent = new Extent(segment.kind(), segment.width(), segment.delimiter());
    return new Field(segment.name(), steps, offset, extent, segment.type());
  }

  private static String cut(String name) {
    return KeyBytes.cut(name, MAX_NAME);
  }

  static boolean isName(String text) {
    if (text.isEmpty() || !isLetter(text.charAt(0)) || text.length() > MAX_NAME) {
      return false;
    }
    return text.chars()
        .allMatch(c -> isLetter(c) || (c >= '0' && c <= '9') || c == '_' || c == '-');
  }

  private static boolean isLetter(int c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }

  Field withoutName() {
    return new Field("", steps, offset, extent, type);
  }

  /** The width in bytes; 0 if it is not fixed. */
  int width() {
    return extent.width();
  }

  int end() {
    return offset + extent.width();
  }

  /** Whether offset or width differ from key to key. */
  boolean moves() {
    return !extent.isFixed() || !steps.isEmpty();
  }

  /** The most bytes of a value. */
  int longest() {
    return extent.isFixed() ? extent.width() : KeyBytes.MAX_STORED_LENGTH;
  }

  /** Whether a value holds the delimiter at which the segment ends. */
  boolean isCutShort(byte[] value) {
    return extent.isDelimited() && extent.end(value, 0, value.length) >= 0;
  }

  /** Whether the span begins after its end. Bounds of a fixed width stand for all that begin so. */
  boolean isBackwards(Span span) {
    byte[] low = span.low();
    byte[] high = span.high();
    if (extent.isFixed() || low == null || high == null) {
      return span.beginsBehindItsEnd();
    }
    return Arrays.compareUnsigned(low, high) > 0;
  }

  /** Whether both are the same bytes of the key, under any name and type. */
  boolean samePlace(Field other) {
    return offset == other.offset && extent.equals(other.extent) && steps.equals(other.steps);
  }

  /** The way through the delimiters before it, {@code #3A+2#2F}. */
  static String path(List<Step> steps) {
    StringBuilder path = new StringBuilder();
    for (Step step : steps) {
      path.append(path.length() > 0 && step.offset() > 0 ? "+" : "").append(step);
    }
    return path.toString();
  }

  @Override
  public String toString() {
    List<Step> through = new ArrayList<>(steps);
    if (extent.isDelimited()) {
      through.add(new Step(offset, extent.delimiter()));
      return name + "@" + path(through);
    }
    String end = extent.isFixed() ? extent.width() + type.suffix() : "rest";
    return name + "@" + path(steps) + (steps.isEmpty() ? "" : "+") + offset + ":" + end;
  }
}
