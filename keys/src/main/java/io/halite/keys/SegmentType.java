package io.halite.keys;

import java.util.Locale;

/** How the bytes of a fixed-width segment are to be read; all of them sort as unsigned bytes. */
public enum SegmentType {
  /** Bytes of any meaning; the type of a segment that names none. */
  TEXT(0),
  /** ASCII digits {@code 0} to {@code 9}, as in {@code 200101010001}; other bytes are refused. */
  DIGITS(0),
  /** An unsigned big-endian number of 4 bytes. */
  INT(4),
  /** An unsigned big-endian number of 8 bytes. */
  LONG(8),
  /** 8 bytes, {@code Long.MAX_VALUE} minus milliseconds since 1970: the newest sorts first. */
  REVTIME(8);

  private final int width;

  SegmentType(int width) {
    this.width = width;
  }

  /** Says whether a segment of this type may have this width in bytes. */
  boolean admitsWidth(int candidate) {
    return width == 0 || width == candidate;
  }

  /** The width in bytes that the type demands; 0 if any will do. */
  int demandedWidth() {
    return width;
  }

  /** Returns the name in a layout, {@code revtime}. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
