package io.halite.keys;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * How a table's natural keys are composed: named segments, in order.
 *
 * <pre>
 * origin:3 departure:12:digits        natural key ORD200101010001AA
 * +--------+--------------+------+
 * | origin |  departure   |      |    origin     offset 0, 3 bytes   4F 52 44
 * |  3 B   |     12 B     |  AA  |    departure  offset 3, 12 bytes  32 30 30 31 …
 * +--------+--------------+------+    AA is an unnamed rest: surplus bytes are allowed
 * </pre>
 *
 * <p>A key fits if it is not empty, holds every fixed segment whole and every delimiter, and has
 * only {@code 0} to {@code 9} in segments of type digits. Immutable and thread-safe.
 */
public final class KeyLayout {
  static final long ABSENT = -1;

  private final List<Segment> list;
  private final Segment[] segments;
  private final int[] fixedOffsets;
  private final int minimumLength;
  private final boolean delimited;

  /** The segments whose bytes have an alphabet: those of type digits. */
  private final int[] spelled;

  KeyLayout(List<Segment> list) {
    this.list = List.copyOf(list);
    this.segments = list.toArray(new Segment[0]);
    this.fixedOffsets = new int[segments.length];
    int offset = 0;
    int minimum = 0;
    boolean delimited = false;
    for (int i = 0; i < segments.length; i++) {
      Segment segment = segments[i];
      fixedOffsets[i] = offset;
      boolean fixed = segment.kind() == Segment.Kind.FIXED;
      offset = fixed && offset >= 0 ? offset + segment.width() : -1;
      minimum += segment.minimumLength();
      delimited |= segment.kind() == Segment.Kind.DELIMITED;
    }
    this.minimumLength = Math.max(1, minimum);
    this.delimited = delimited;
    this.spelled =
        IntStream.range(0, segments.length)
            .filter(i -> !segments[i].type().alphabet().isEmpty())
            .toArray();
  }

  /**
   * Parses the value of {@code key=}, such as {@code origin:3 departed:8:revtime id:*}.
   *
   * @throws SpecException if any part of the text is not a layout
   */
  public static KeyLayout parse(String text) {
    return LayoutParser.parse(text);
  }

  /** Returns a builder of natural keys, segment by segment. */
  public RowKeyBuilder key() {
    return new RowKeyBuilder(this);
  }

  /**
   * Reads a natural key by its segments.
   *
   * @throws RowKeyException if the key does not fit the layout
   */
  public RowKey read(byte[] naturalKey) {
    return new RowKey(this, naturalKey);
  }

  /** Returns the segments in the order of the key. */
  public List<Segment> segments() {
    return list;
  }

  /** Returns the segment of this name, if there is one. */
  public Optional<Segment> segment(String name) {
    int index = indexOf(name);
    return index < 0 ? Optional.empty() : Optional.of(segments[index]);
  }

  /** Returns the fewest bytes that a natural key of this layout has; at least 1. */
  public int minimumLength() {
    return minimumLength;
  }

  /**
   * Returns the offset in bytes at which the segment begins in every natural key; empty if a
   * segment of variable width comes before it, or if no segment has this name.
   */
  public OptionalInt fixedOffset(String name) {
    int index = indexOf(name);
    return index < 0 || fixedOffsets[index] < 0
        ? OptionalInt.empty()
        : OptionalInt.of(fixedOffsets[index]);
  }

  /**
   * Returns where the segment lies in this natural key; empty if the key ends before the segment
   * does, or if no segment has this name.
   */
  public Optional<Slice> slice(String name, byte[] naturalKey) {
    int index = indexOf(name);
    long slice = index < 0 ? ABSENT : slice(index, naturalKey, 0, naturalKey.length);
    return slice == ABSENT
        ? Optional.empty()
        : Optional.of(new Slice(sliceOffset(slice), sliceLength(slice)));
  }

  /** Whether the natural key fits the layout. */
  public boolean accepts(byte[] naturalKey) {
    return accepts(naturalKey, 0, naturalKey.length);
  }

  /** Whether the natural key in this slice fits the layout, without an allocation. */
  public boolean accepts(byte[] array, int offset, int length) {
    if (length < minimumLength) {
      return false;
    }
    return delimited
        ? firstMisfit(array, offset, length) == segments.length
        : isSpelled(array, offset);
  }

  /**
   * Whether all bytes with an alphabet are of it, in a key that is long enough and has no
   * delimiter: there each segment with an alphabet has a fixed offset and a width.
   */
  private boolean isSpelled(byte[] array, int offset) {
    for (int index : spelled) {
      int from = offset + fixedOffsets[index];
      if (!admits(index, array, from, from + segments[index].width())) {
        return false;
      }
    }
    return true;
  }

  /**
   * Refuses a natural key that does not fit the layout.
   *
   * @throws RowKeyException which names the segment, its offset and both lengths
   */
  public void check(byte[] naturalKey) {
    check(naturalKey, 0, naturalKey.length);
  }

  /** Does what {@link #check(byte[])} does with the natural key in this slice. */
  public void check(byte[] array, int offset, int length) {
    if (!accepts(array, offset, length)) {
      throw length == 0 ? RowKeyException.empty() : misfit(array, offset, length);
    }
  }

  int indexOf(String name) {
    for (int i = 0; i < segments.length; i++) {
      if (segments[i].name().equals(name)) {
        return i;
      }
    }
    return -1;
  }

  /**
   * Finds a segment without allocating: its offset in the upper half, its length in the lower, or
   * {@link #ABSENT} if these bytes end before the segment does.
   */
  long slice(int index, byte[] array, int offset, int length) {
    int from = index;
    while (fixedOffsets[from] < 0) {
      from--;
    }
    int position = fixedOffsets[from];
    for (int i = from; i < index; i++) {
      position = end(segments[i], position, array, offset, length);
      if (position < 0) {
        return ABSENT;
      }
      position += segments[i].kind() == Segment.Kind.DELIMITED ? 1 : 0;
    }
    int end = end(segments[index], position, array, offset, length);
    return end < 0 ? ABSENT : (long) position << 32 | (end - position);
  }

  /** Returns where a segment begins in these bytes; their length if they end before it. */
  int beginning(int index, byte[] array, int offset, int length) {
    if (index == 0) {
      return 0;
    }
    long before = slice(index - 1, array, offset, length);
    boolean delimited = segments[index - 1].kind() == Segment.Kind.DELIMITED;
    return before == ABSENT
        ? length
        : sliceOffset(before) + sliceLength(before) + (delimited ? 1 : 0);
  }

  static int sliceOffset(long slice) {
    return (int) (slice >>> 32);
  }

  static int sliceLength(long slice) {
    return (int) slice;
  }

  /** Returns where the segment that begins at {@code position} ends; -1 if not in these bytes. */
  private static int end(Segment segment, int position, byte[] array, int offset, int length) {
    switch (segment.kind()) {
      case FIXED:
        int end = position + segment.width();
        return end <= length ? end : -1;
      case DELIMITED:
        for (int i = position; i < length; i++) {
          if (array[offset + i] == segment.delimiter()) {
            return i;
          }
        }
        return -1;
      default:
        return position <= length ? length : -1;
    }
  }

  /** Returns the index of the first segment that the key breaks; the segment count if none. */
  private int firstMisfit(byte[] array, int offset, int length) {
    int position = 0;
    for (int i = 0; i < segments.length; i++) {
      Segment segment = segments[i];
      int end = end(segment, position, array, offset, length);
      if (end < 0 || !admits(i, array, offset + position, offset + end)) {
        return i;
      }
      position = segment.kind() == Segment.Kind.DELIMITED ? end + 1 : end;
    }
    return segments.length;
  }

  /** Whether these bytes may be this segment, as far as its type goes. */
  boolean admits(int index, byte[] array, int from, int to) {
    return segments[index].type().firstRefused(array, from, to) < 0;
  }

  private RowKeyException misfit(byte[] array, int offset, int length) {
    int index = firstMisfit(array, offset, length);
    Segment segment = segments[index];
    int position = beginning(index, array, offset, length);
    String key = "natural key " + KeyBytes.readable(array, offset, length, 0);
    String where = " segment '" + segment.name() + "' at offset " + position + ": ";
    int given = length - position;
    if (segment.kind() == Segment.Kind.DELIMITED) {
      String fault = "delimiter 0x%02X expected, none given in the %d bytes from there";
      String text = key + " does not end" + where + fault.formatted(segment.delimiter(), given);
      return RowKeyException.misfit(segment, position, text, this);
    }
    if (given < segment.width()) {
      String fault = "%d bytes given, %d expected".formatted(given, segment.width());
      return RowKeyException.misfit(segment, position, key + " ends in" + where + fault, this);
    }
    int from = offset + position;
    int bad = segment.type().firstRefused(array, from, from + segment.width());
    String fault = "byte %02X given at offset %d, %s expected";
    String allowed = segment.type().alphabetInHex();
    String text = key + " breaks" + where + fault.formatted(array[bad], bad - offset, allowed);
    return RowKeyException.misfit(segment, bad - offset, text, this);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof KeyLayout that && list.equals(that.list);
  }

  @Override
  public int hashCode() {
    return list.hashCode();
  }

  /** Returns the canonical text: elements as given, one space between them. */
  @Override
  public String toString() {
    return String.join(" ", Arrays.stream(segments).map(Segment::toString).toList());
  }
}
