package io.halite.keys;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * A natural key that is read by its segments.
 *
 * <pre>
 * 77 65 62 37 00 00 7F FF FE … of host:6 ts:8:revtime prints  host=web7 ts=2001-01-15T00:00:00Z
 * </pre>
 *
 * <p>Immutable and thread-safe.
 *
 * @see KeyLayout#read
 * @see KeyLayout#key()
 */
public final class RowKey {
  private final KeyLayout layout;
  private final byte[] key;

  RowKey(KeyLayout layout, byte[] key) {
    layout.check(key);
    this.layout = layout;
    this.key = key.clone();
  }

  /**
   * Returns the bytes of a segment, without its delimiter.
   *
   * @throws IllegalArgumentException if there is no such segment
   */
  public byte[] bytes(String name) {
    Slice slice = layout.slice(name, key).orElseThrow(() -> unknown(name));
    return Arrays.copyOfRange(key, slice.offset(), slice.offset() + slice.length());
  }

  /**
   * Returns a segment as text in UTF-8, without its padding.
   *
   * @throws IllegalArgumentException if there is no such segment
   */
  public String text(String name) {
    return new String(unpadded(segment(name)), StandardCharsets.UTF_8);
  }

  /**
   * Returns the number in a segment of type digits, int or long (unsigned), or the milliseconds
   * since 1970 in one of type revtime.
   *
   * @throws IllegalArgumentException if there is no such segment, or it is of type text
   * @throws ArithmeticException if the digits are more than a long holds
   */
  public long number(String name) {
    Segment segment = segment(name);
    if (segment.type().isFreeText()) {
      throw new IllegalArgumentException(
          "segment '" + segment + "' is text, not a number; read it with text('…')");
    }
    byte[] bytes = bytes(name);
    return segment.type().number(bytes, 0, bytes.length);
  }

  /**
   * Returns the time in a segment of type revtime or long.
   *
   * @throws IllegalArgumentException if there is no such segment, or it is of another type
   */
  public Instant time(String name) {
    if (!segment(name).type().holdsTimes()) {
      throw new IllegalArgumentException(
          "segment '%s' is not a time; times are of type %s"
              .formatted(segment(name), SegmentType.names(SegmentType::holdsTimes)));
    }
    return Instant.ofEpochMilli(number(name));
  }

  /** Returns the whole natural key. */
  public byte[] toBytes() {
    return key.clone();
  }

  private Segment segment(String name) {
    return layout.segment(name).orElseThrow(() -> unknown(name));
  }

  private IllegalArgumentException unknown(String name) {
    return new IllegalArgumentException(
        "segment '" + name + "' is not in the layout '" + layout + "'; read one that is");
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RowKey that
        && layout.equals(that.layout)
        && Arrays.equals(key, that.key);
  }

  @Override
  public int hashCode() {
    return 31 * layout.hashCode() + Arrays.hashCode(key);
  }

  /**
   * Returns the segments as text, {@code host=web7 n=42 ts=2001-01-15T00:00:00Z}: padding is left
   * out, bytes that are not text are shown as {@code 0x00FF}, and surplus bytes follow {@code +}.
   */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    int end = 0;
    for (Segment segment : layout.segments()) {
      Slice slice = layout.slice(segment.name(), key).orElseThrow();
      end = slice.offset() + slice.length();
      end += segment.kind() == Segment.Kind.DELIMITED ? 1 : 0;
      text.append(text.length() == 0 ? "" : " ");
      text.append(segment.name()).append('=').append(shown(segment));
    }
    if (end < key.length) {
      text.append(" +").append(hex(Arrays.copyOfRange(key, end, key.length)));
    }
    return text.toString();
  }

  private String shown(Segment segment) {
    return segment.type().show(unpadded(segment)).orElseGet(() -> hex(bytes(segment.name())));
  }

  private byte[] unpadded(Segment segment) {
    byte[] bytes = bytes(segment.name());
    return Arrays.copyOf(bytes, segment.unpaddedLength(bytes, 0, bytes.length));
  }

  private static String hex(byte[] bytes) {
    return "0x" + HexFormat.of().withUpperCase().formatHex(bytes);
  }
}
