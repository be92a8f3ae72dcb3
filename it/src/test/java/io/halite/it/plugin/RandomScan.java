package io.halite.it.plugin;

import io.halite.filters.segment.LatestFilter;
import io.halite.routing.scan.UnorderedAttribute;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.BinaryComparator;
import org.apache.hadoop.hbase.filter.ColumnPrefixFilter;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.FirstKeyOnlyFilter;
import org.apache.hadoop.hbase.filter.ValueFilter;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * A scan drawn at random, with the scan attributes that Halite has, and what it means: which rows
 * of a plain table it gives. The rows are {@code unit:3 ts:8:revtime tie:1}.
 */
final class RandomScan {
  static final int KEYS = 9;
  static final int TIMES = 25;
  static final byte[] F = Bytes.toBytes("f");

  private final Random random;
  private final Scan columns = new Scan();
  private final Scan scan;
  private final int latest;
  private final LatestText text;
  private Predicate<byte[]> where = row -> true;
  private boolean batched;

  RandomScan(Random random) throws Exception {
    this.random = random;
    selection();
    this.scan = new Scan(columns);
    this.latest = random.nextInt(3) == 0 ? 1 + random.nextInt(6) : 0;
    this.text = LatestText.of(latest, random);
    attributes();
    range();
    delivery();
  }

  static byte[] row(int key, int time, int tie) {
    return ByteBuffer.allocate(12)
        .put("K%02d".formatted(key).getBytes(StandardCharsets.US_ASCII))
        .putLong(Long.MAX_VALUE - time)
        .put((byte) tie)
        .array();
  }

  /** What is sent to a table with Halite. */
  Scan scan() throws Exception {
    return new Scan(scan);
  }

  /** The part of it that a plain table understands and that decides which cells a row has. */
  Scan columns() throws Exception {
    return new Scan(columns);
  }

  boolean wantsLatest() {
    return latest > 0;
  }

  boolean isReversed() {
    return scan.isReversed();
  }

  /** Whether rows may come in pieces. */
  boolean isBatched() {
    return batched;
  }

  /** Whether rows may come in any order, and any of them if there is a limit. */
  boolean isUnordered() {
    return scan.getAttribute(UnorderedAttribute.ATTRIBUTE) != null;
  }

  /** Which of a plain table's rows the scan gives, in which order. */
  List<byte[]> of(List<byte[]> rows) {
    List<byte[]> given = withoutLimit(rows);
    return scan.getLimit() > 0 ? given.subList(0, Math.min(scan.getLimit(), given.size())) : given;
  }

  /** Which rows it would give without its limit. */
  List<byte[]> withoutLimit(List<byte[]> rows) {
    List<byte[]> given = new ArrayList<>();
    Map<String, List<byte[]>> histories = new TreeMap<>();
    for (byte[] row : rows) {
      if (where.test(row)) {
        histories.computeIfAbsent(Bytes.toString(row, 0, 3), key -> new ArrayList<>()).add(row);
      }
    }
    for (List<byte[]> history : histories.values()) {
      (latest == 0 ? history : text.chosen(history, RandomScan::time))
          .stream().filter(this::isWithin).forEach(given::add);
    }
    if (scan.isReversed()) {
      Collections.reverse(given);
    }
    return given;
  }

  private boolean isWithin(byte[] row) {
    return isBehind(row, scan.getStartRow(), scan.includeStartRow(), scan.isReversed())
        && isBehind(row, scan.getStopRow(), scan.includeStopRow(), !scan.isReversed());
  }

  private static boolean isBehind(byte[] row, byte[] end, boolean included, boolean upper) {
    if (end.length == 0) {
      return true;
    }
    int order = Arrays.compareUnsigned(row, end);
    return order == 0 ? included : upper ? order < 0 : order > 0;
  }

  private void selection() {
    switch (random.nextInt(4)) {
      case 0 -> columns.addColumn(F, Bytes.toBytes("a"));
      case 1 -> columns.addFamily(F).readVersions(2);
      case 2 -> columns.readAllVersions().setFilter(new ColumnPrefixFilter(Bytes.toBytes("b")));
      default -> columns.readVersions(1);
    }
    if (random.nextInt(3) == 0) {
      columns.setFilter(filter());
    }
  }

  private Filter filter() {
    return switch (random.nextInt(3)) {
      case 0 ->
          new ValueFilter(
              CompareOperator.GREATER, new BinaryComparator(Bytes.toBytes(random.nextInt(300))));
      case 1 -> new ColumnPrefixFilter(Bytes.toBytes("b"));
      default -> new FirstKeyOnlyFilter();
    };
  }

  private void attributes() {
    int time = random.nextInt(TIMES);
    switch (random.nextInt(4)) {
      case 0 -> where("ts <= " + time, row -> time(row) <= time);
      case 1 ->
          where(
              "unit in (K01, K04, K07) and ts >= " + time,
              row -> "147".indexOf(row[2]) >= 0 && time(row) >= time);
      default -> where = row -> true;
    }
    if (latest > 0) {
      if (random.nextBoolean()) {
        scan.setAttribute("halite.latest", Bytes.toBytes(text.text()));
      } else {
        Filter filter = new LatestFilter(text.text());
        scan.setFilter(
            scan.getFilter() == null ? filter : new FilterList(scan.getFilter(), filter));
      }
    }
  }

  private void where(String text, Predicate<byte[]> meaning) {
    scan.setAttribute("halite.where", Bytes.toBytes(text));
    where = meaning;
  }

  private static long time(byte[] row) {
    return Long.MAX_VALUE - Bytes.toLong(row, 3);
  }

  private void range() {
    byte[] one = bound();
    byte[] other = bound();
    boolean ordered = Arrays.compareUnsigned(one, other) <= 0;
    boolean reversed = latest == 0 && random.nextInt(4) == 0;
    scan.setReversed(reversed);
    if (random.nextInt(3) > 0) {
      scan.withStartRow(ordered == reversed ? other : one, random.nextBoolean());
    }
    if (random.nextInt(3) > 0) {
      scan.withStopRow(ordered == reversed ? one : other, random.nextBoolean());
    }
  }

  private byte[] bound() {
    byte[] row = row(random.nextInt(KEYS), random.nextInt(TIMES), random.nextInt(2));
    return random.nextInt(3) == 0 ? Arrays.copyOf(row, 1 + random.nextInt(11)) : row;
  }

  private void delivery() {
    scan.setCaching(1 + random.nextInt(40));
    if (!scan.isReversed() && random.nextInt(3) == 0) {
      UnorderedAttribute.putOn(scan, 1 + random.nextInt(8));
    }
    switch (random.nextInt(8)) {
      case 0 -> {
        scan.setBatch(1);
        batched = true;
      }
      case 1 -> {
        scan.setAllowPartialResults(true).setMaxResultSize(200);
        batched = true;
      }
      case 2 -> scan.setMaxResultSize(300);
      case 3 -> scan.setNeedCursorResult(true);
      case 4 -> scan.setScanMetricsEnabled(true);
      case 5 -> scan.setLoadColumnFamiliesOnDemand(random.nextBoolean());
      case 6 -> scan.setLimit(1 + random.nextInt(20));
      default -> scan.setAsyncPrefetch(true);
    }
  }

  @Override
  public String toString() {
    return scan
        + (" latest=" + (latest == 0 ? "" : text.text()))
        + (" where=" + text("halite.where"))
        + (" unordered=" + text("halite.unordered"));
  }

  private String text(String attribute) {
    byte[] value = scan.getAttribute(attribute);
    return value == null ? "" : Bytes.toString(value);
  }
}
