package io.halite.routing.merge;

import java.util.Arrays;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Result;

/**
 * The next row of one image. It holds the position of the natural key, because a merge compares
 * each key many times. Immutable.
 */
final class Head {
  private final ImageRows image;
  private final byte[] bytes;
  private final int from;
  private final int to;

  Head(Result row, int prefixWidth, ImageRows image) {
    Cell first = row.rawCells()[0];
    this.image = image;
    this.bytes = first.getRowArray();
    this.from = first.getRowOffset() + prefixWidth;
    this.to = first.getRowOffset() + first.getRowLength();
  }

  ImageRows image() {
    return image;
  }

  byte[] naturalKey() {
    return Arrays.copyOfRange(bytes, from, to);
  }

  int compareNaturalKey(Head other) {
    return Arrays.compareUnsigned(bytes, from, to, other.bytes, other.from, other.to);
  }
}
