package io.halite.client.mapreduce;

import io.halite.keys.KeyBytes;
import io.halite.keys.KeyRange;
import java.io.IOException;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.FirstKeyOnlyFilter;
import org.apache.hadoop.hbase.filter.KeyOnlyFilter;

/**
 * Finds natural keys that cut a range evenly, by the keys that the table has.
 *
 * <p>It reads the first and the last key of the range and cuts in the middle of the two, and goes
 * on with both halves: of the keys {@code 2001…} to {@code 2008…} the first cut is at {@code 2004
 * 80}, then {@code 2001…} to {@code 2004…} and {@code 2005…} to {@code 2008…} are cut. Each cut
 * costs two scans of one row. Not thread-safe.
 */
final class KeySample {
  private final Table table;

  /** A sample of a table that is read by natural keys. */
  KeySample(Table table) {
    this.table = table;
  }

  /** Returns so many cuts at most; fewer where the keys cannot be cut further. */
  List<byte[]> cuts(KeyRange range, int most) throws IOException {
    List<byte[]> cuts = new ArrayList<>();
    Deque<KeyRange> open = new ArrayDeque<>(List.of(range));
    while (cuts.size() < most && !open.isEmpty()) {
      KeyRange part = open.remove();
      Optional<byte[]> cut = middle(part);
      if (cut.isPresent()) {
        cuts.add(cut.get());
        open.add(KeyRange.of(part.start(), cut.get()));
        open.add(KeyRange.of(cut.get(), part.stop()));
      }
    }
    return cuts;
  }

  private Optional<byte[]> middle(KeyRange part) throws IOException {
    Optional<byte[]> first = key(new Scan().withStartRow(part.start()).withStopRow(part.stop()));
    if (first.isEmpty()) {
      return Optional.empty();
    }
    Optional<byte[]> last =
        key(
            new Scan()
                .setReversed(true)
                .withStartRow(part.stop(), part.stop().length == 0)
                .withStopRow(part.start(), true));
    return last.flatMap(end -> middle(first.get(), end));
  }

  private Optional<byte[]> key(Scan scan) throws IOException {
    scan.setOneRowLimit().setFilter(new FilterList(new FirstKeyOnlyFilter(), new KeyOnlyFilter()));
    try (ResultScanner scanner = table.getScanner(scan)) {
      return Optional.ofNullable(scanner.next()).map(Result::getRow);
    }
  }

  /** Returns a key after the first one and no later than the last; empty if there is none. */
  static Optional<byte[]> middle(byte[] first, byte[] last) {
    if (KeyBytes.compare(first, last) >= 0) {
      return Optional.empty();
    }
    int width = Math.max(first.length, last.length) + 1;
    BigInteger sum = number(first, width).add(number(last, width));
    byte[] half = sum.shiftRight(1).toByteArray();
    byte[] middle = new byte[width];
    int used = Math.min(width, half.length);
    System.arraycopy(half, half.length - used, middle, width - used, used);
    boolean between = KeyBytes.compare(middle, first) > 0 && KeyBytes.compare(middle, last) <= 0;
    return Optional.of(between ? middle : last);
  }

  /** Returns a key as a number, with zeros behind it. */
  private static BigInteger number(byte[] key, int width) {
    return new BigInteger(1, Arrays.copyOf(key, width));
  }
}
