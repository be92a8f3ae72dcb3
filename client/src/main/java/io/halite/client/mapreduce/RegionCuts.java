package io.halite.client.mapreduce;

import io.halite.keys.KeyBytes;
import io.halite.keys.KeyRange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hbase.exceptions.IllegalArgumentIOException;
import org.apache.hadoop.hbase.mapreduce.TableSplit;
import org.apache.hadoop.mapreduce.InputSplit;

/**
 * Cuts a region into splits that share what the job reads of it.
 *
 * <p>Of the region {@code [01, 02)} a scan of {@code [61, 63)} reads {@code [01·61, 01·63)}. Two
 * splits of it are {@code [01, 01·62)} and {@code [01·62, 02)}. HBase cuts the range from one
 * bucket to another evenly, and all rows would be in one of the two. Stateless.
 */
final class RegionCuts {
  private final Reads reads;
  private final Cutting evenly;

  /** What a job reads of a region. */
  interface Reads {
    /** Returns the ranges within the region's, in their order. */
    List<KeyRange> of(KeyRange region);
  }

  /** HBase's own way to cut a range that has a first and a last key. */
  interface Cutting {
    List<InputSplit> cut(InputSplit split, int n) throws IllegalArgumentIOException;
  }

  RegionCuts(Reads reads, Cutting evenly) {
    this.reads = reads;
    this.evenly = evenly;
  }

  /** Returns {@code n} splits, which hold all keys of the region; fewer if they cannot share. */
  List<InputSplit> cut(TableSplit region, int n) throws IllegalArgumentIOException {
    List<byte[]> borders = borders(region, n);
    List<InputSplit> splits = new ArrayList<>();
    byte[] start = region.getStartRow();
    for (byte[] border : borders) {
      splits.add(part(region, start, border, borders.size() + 1));
      start = border;
    }
    splits.add(part(region, start, region.getEndRow(), borders.size() + 1));
    return splits;
  }

  private List<byte[]> borders(TableSplit region, int n) throws IllegalArgumentIOException {
    List<KeyRange> parts = reads.of(KeyRange.of(region.getStartRow(), region.getEndRow()));
    List<byte[]> borders = new ArrayList<>();
    for (int i = 0; n > 1 && i < parts.size(); i++) {
      long before = (long) i * n / parts.size();
      // Of more parts than splits, several are in one split.
      if (i > 0 && before > (long) (i - 1) * n / parts.size()) {
        borders.add(parts.get(i).start());
      }
      borders.addAll(within(region, parts.get(i), (i + 1L) * n / parts.size() - before));
    }
    return borders;
  }

  private List<byte[]> within(TableSplit region, KeyRange part, long n)
      throws IllegalArgumentIOException {
    byte[] start = part.start().length == 0 ? new byte[1] : part.start();
    byte[] stop = part.stop();
    if (stop.length == 0) {
      // HBase leaves out what lies behind the last byte of an open range.
      stop = new byte[start.length + Long.BYTES];
      Arrays.fill(stop, (byte) 0xFF);
    }
    byte[] padded = Arrays.copyOf(start, Math.max(start.length, stop.length));
    if (n <= 1 || KeyBytes.compare(padded, stop) >= 0) {
      return List.of();
    }
    return evenly.cut(part(region, start, stop, 1), (int) n).stream()
        .skip(1)
        .map(split -> ((TableSplit) split).getStartRow())
        .toList();
  }

  private static TableSplit part(TableSplit region, byte[] start, byte[] stop, int parts) {
    return new TableSplit(
        region.getTable(),
        null,
        start,
        stop,
        region.getRegionLocation(),
        region.getEncodedRegionName(),
        region.getLength() / parts);
  }
}
