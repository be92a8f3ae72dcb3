package io.halite.keys;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Builds a natural key segment by segment.
 *
 * <pre>{@code
 * layout.key().set("host", "web7").set("ts", Instant.EPOCH).build()
 * // of host:6 ts:8:revtime:  77 65 62 37 00 00 | 7F FF FF FF FF FF FF FF
 * }</pre>
 *
 * <p>Text that is shorter than its segment is padded with 00, which keeps its order, or with the
 * byte that the layout names, which may not ({@code ab} as {@code abxx} comes behind {@code abc} as
 * {@code abcx}). {@link RowKey#text} removes the padding; text that ends with it is refused. Digits
 * get leading zeros from numbers. Not thread-safe.
 *
 * @see KeyLayout#key()
 * @see KeyLayout#read
 */
public final class RowKeyBuilder {
  private final KeyLayout layout;
  private final byte[] @Nullable [] values;

  RowKeyBuilder(KeyLayout layout) {
    this.layout = layout;
    this.values = new byte[layout.segments().size()][];
  }

  /**
   * Sets a segment to a text in UTF-8.
   *
   * @throws RowKeyException if the text does not fit the segment
   * @throws IllegalArgumentException if there is no such segment
   */
  public RowKeyBuilder set(String name, String text) {
    int index = index(name);
    Segment segment = segment(index);
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return encoded(index, KeyBytes.readable(bytes), () -> segment.pad(bytes));
  }

  /**
   * Sets a segment to a number: of type digits in decimal with leading zeros, of type int or long
   * unsigned and big-endian, of type revtime as milliseconds since 1970.
   *
   * @throws RowKeyException if the number does not fit the segment
   * @throws IllegalArgumentException if there is no such segment
   */
  public RowKeyBuilder set(String name, long number) {
    int index = index(name);
    Segment segment = segment(index);
    return encoded(
        index, number, () -> segment.pad(segment.type().encode(number, segment.width())));
  }

  /**
   * Sets a segment of type revtime, or of type long, to a time since 1970.
   *
   * @throws RowKeyException if the segment is of another type, or the time before 1970
   * @throws IllegalArgumentException if there is no such segment
   */
  public RowKeyBuilder set(String name, Instant time) {
    int index = index(name);
    return encoded(index, time, () -> segment(index).type().encode(time));
  }

  /**
   * Sets a segment to these bytes, without its delimiter, which the builder adds.
   *
   * @throws RowKeyException if the bytes do not fit the segment
   * @throws IllegalArgumentException if there is no such segment
   */
  public RowKeyBuilder set(String name, byte[] bytes) {
    return put(index(name), bytes.clone());
  }

  /**
   * Returns the natural key.
   *
   * @throws RowKeyException if a segment has no value, unless that is the rest of the key
   */
  public byte[] build() {
    int set = leading();
    if (set < values.length && segment(set).kind() != Segment.Kind.REST) {
      throw unfit(set, "not set", "set('" + segment(set).name() + "', …)");
    }
    byte[] key = prefix();
    layout.check(key);
    return key;
  }

  /**
   * Returns the leading bytes that the values given so far determine: the segments before the first
   * one without a value, with their delimiters. Under {@code from:3 to:3}, {@code set("from",
   * "ATL")} gives {@code 41 54 4C}; {@code set("to", "LAX")} alone gives no byte.
   */
  public byte[] prefix() {
    ByteArrayOutputStream key = new ByteArrayOutputStream();
    for (int i = 0; i < leading(); i++) {
      key.writeBytes(values[i]);
      if (segment(i).kind() == Segment.Kind.DELIMITED) {
        key.write(segment(i).delimiter());
      }
    }
    return key.toByteArray();
  }

  /**
   * Returns the range of all keys that begin with {@link #prefix}: {@code [41 54 4C, 41 54 4D)}.
   */
  public KeyRange range() {
    return KeyRange.prefix(prefix());
  }

  private int leading() {
    int count = 0;
    while (count < values.length && values[count] != null) {
      count++;
    }
    return count;
  }

  private RowKeyBuilder encoded(int index, Object given, Supplier<byte[]> bytes) {
    byte[] encoded;
    try {
      encoded = bytes.get();
    } catch (IllegalArgumentException expected) {
      throw unfit(index, given, String.valueOf(expected.getMessage()));
    }
    return put(index, encoded);
  }

  private RowKeyBuilder put(int index, byte[] bytes) {
    Segment segment = segment(index);
    if (segment.kind() == Segment.Kind.FIXED && bytes.length != segment.width()) {
      boolean padded = segment.type().isFreeText();
      throw misfit(index, bytes, (padded ? "at most " : "") + segment.width() + " bytes");
    }
    if (!layout.admits(index, bytes, 0, bytes.length)) {
      throw misfit(index, bytes, segment.type().alphabetInHex());
    }
    if (segment.kind() == Segment.Kind.DELIMITED) {
      for (byte one : bytes) {
        if (one == segment.delimiter()) {
          String rule = "no delimiter 0x%02X inside".formatted(segment.delimiter());
          throw misfit(index, bytes, rule);
        }
      }
    }
    values[index] = bytes;
    return this;
  }

  private Segment segment(int index) {
    return layout.segments().get(index);
  }

  private int index(String name) {
    int index = layout.indexOf(name);
    if (index < 0) {
      throw new IllegalArgumentException(
          "segment '" + name + "' is not in the layout '" + layout + "'; set one that is");
    }
    return index;
  }

  private RowKeyException misfit(int index, byte[] given, String expected) {
    return unfit(
        index, KeyBytes.readable(given), "%d bytes given, %s".formatted(given.length, expected));
  }

  private RowKeyException unfit(int index, Object given, String expected) {
    String text = "segment '%s' of a key is %s: %s expected";
    return RowKeyException.misfit(
        segment(index), 0, text.formatted(segment(index), given, expected), layout);
  }
}
