package io.halite.coprocessor.split;

import java.util.List;
import java.util.stream.IntStream;

/**
 * Makes one region for each bucket, for {@code hash(a) % 16} and all other salts of one byte.
 *
 * <p>{@code create 't', 'f', {NUMREGIONS => 16, SPLITALGO =>
 * 'io.halite.coprocessor.split.BucketSplit'}} cuts at the bytes {@code 01} to {@code 0F}.
 */
public final class BucketSplit extends KeySplit {
  private static final int MOST = 256;

  @Override
  List<byte[]> points(int regions) {
    if (regions < 1 || regions > MOST) {
      throw new IllegalArgumentException(
          regions
              + " regions requested of BucketSplit: it makes 1 to "
              + MOST
              + ", at most one for each value of the salt byte; set NUMREGIONS to the N of the"
              + " salt, such as 16 for hash(*) % 16");
    }
    return IntStream.range(1, regions).mapToObj(bucket -> new byte[] {(byte) bucket}).toList();
  }
}
