package io.halite.keys;

import java.util.Arrays;

/**
 * One entry of an index: the values by which a row is found, then the row's natural key.
 *
 * <pre>
 * 30 30 30 30 34 32·53 48 4F 50 30 30 30 30 34 32     6 bytes of values, 10 of natural key
 * </pre>
 *
 * <p>If the last value is of variable length, the bytes alone do not show where the values end. So
 * an entry is its bytes and the width of its values. Immutable and thread-safe; arrays are copied
 * in and out.
 */
public final class IndexEntry {
  private final byte[] row;
  private final int width;

  private IndexEntry(byte[] row, int width) {
    this.row = row;
    this.width = width;
  }

  /**
   * Returns an entry from its stored bytes.
   *
   * @param width of the values, in bytes
   * @throws IllegalArgumentException if no natural key is left after the values
   */
  public static IndexEntry of(byte[] row, int width) {
    if (width < 0 || width >= row.length) {
      throw new IllegalArgumentException(
          ("index entry %s of %d bytes is given with %d bytes of values: at least one byte of"
                  + " natural key must follow the values; give the width that the entry was written"
                  + " with")
              .formatted(KeyBytes.readable(row), row.length, width));
    }
    return new IndexEntry(row.clone(), width);
  }

  static IndexEntry of(byte[] values, byte[] naturalKey) {
    return new IndexEntry(KeyBytes.concat(values, naturalKey), values.length);
  }

  /** Returns values and natural key, the row of the entry. */
  public byte[] row() {
    return row.clone();
  }

  /** Returns how many bytes the row of the entry has. */
  public int length() {
    return row.length;
  }

  /** Returns the width of the values, in bytes. */
  public int width() {
    return width;
  }

  /** Returns the natural key of the row that is found. */
  public byte[] naturalKey() {
    return Arrays.copyOfRange(row, width, row.length);
  }

  /** Whether the values begin with these bytes. */
  boolean beginsWith(byte[] values) {
    return width >= values.length && Arrays.equals(row, 0, values.length, values, 0, values.length);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof IndexEntry that && width == that.width && Arrays.equals(row, that.row);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(row) + width;
  }

  /** Returns the bytes with a border between values and natural key. */
  @Override
  public String toString() {
    return KeyBytes.readable(row, width);
  }
}
