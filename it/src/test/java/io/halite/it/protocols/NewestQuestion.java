package io.halite.it.protocols;

import io.halite.client.latest.LatestQuery;
import io.halite.it.plugin.LatestText;
import io.halite.keys.KeyBytes;
import io.halite.keys.KeyRange;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * A question for newest rows, drawn at random, in the form of each route, and the rows that answer
 * it. Rows are {@code unit:2 n:1:digits ts:8:revtime tie:1:digits}; unit and n are the key.
 */
final class NewestQuestion {
  static final String LAYOUT = "key=unit:2 n:1:digits ts:8:revtime tie:1:digits,salt=";
  static final int TIMES = 20;
  private static final int UNITS = 4;
  private static final int NUMBERS = 3;
  private static final int KEY = 3;

  private final LatestText text;
  private final String where;
  private final Predicate<byte[]> counts;
  private final byte[] start;
  private final byte[] stop;

  /** How far the range lies within one value. */
  enum Within {
    ALL,
    UNIT,
    KEY
  }

  private final Within within;

  NewestQuestion(Random random) {
    text = LatestText.of(1 + random.nextInt(5), random, () -> random.nextInt(TIMES), 8);
    int time = random.nextInt(TIMES);
    switch (random.nextInt(4)) {
      case 0 -> {
        where = "ts <= " + time;
        counts = row -> time(row) <= time;
      }
      case 1 -> {
        where = "tie = 1 and ts >= " + time;
        counts = row -> row[row.length - 1] == '1' && time(row) >= time;
      }
      case 2 -> {
        where = "unit in (U1, U3) or n = 0";
        counts = row -> row[1] == '1' || row[1] == '3' || row[2] == '0';
      }
      default -> {
        where = "";
        counts = row -> true;
      }
    }
    within = Within.values()[random.nextInt(Within.values().length)];
    byte[] key = Arrays.copyOf(row(random.nextInt(UNITS), random.nextInt(NUMBERS), 0, 0), KEY);
    start = Arrays.copyOf(key, within == Within.ALL ? 0 : within == Within.UNIT ? 2 : KEY);
    stop = within == Within.ALL ? new byte[0] : KeyBytes.prefixSuccessor(start);
  }

  static byte[] row(int unit, int number, long time, int tie) {
    return ByteBuffer.allocate(KEY + Long.BYTES + 1)
        .put("U%d%d".formatted(unit, number).getBytes(StandardCharsets.US_ASCII))
        .putLong(Long.MAX_VALUE - time)
        .put((byte) ('0' + tie))
        .array();
  }

  /** All rows of a table, in order; one of four is missing. */
  static List<byte[]> rows(Random random) {
    List<byte[]> rows = new ArrayList<>();
    for (int unit = 0; unit < UNITS; unit++) {
      for (int number = 0; number < NUMBERS; number++) {
        for (int time = TIMES - 1; time >= 0; time--) {
          for (int tie = 0; tie < 2; tie++) {
            if (random.nextInt(4) > 0) {
              rows.add(row(unit, number, time, tie));
            }
          }
        }
      }
    }
    return rows;
  }

  private static long time(byte[] row) {
    return Long.MAX_VALUE - Bytes.toLong(row, KEY);
  }

  Within within() {
    return within;
  }

  /** Whether no row that there may be answers it. */
  boolean isImpossible() {
    List<byte[]> possible = new ArrayList<>();
    for (int unit = 0; unit < UNITS; unit++) {
      for (int number = 0; number < NUMBERS; number++) {
        for (int time = 0; time < TIMES; time++) {
          possible.add(row(unit, number, time, 0));
          possible.add(row(unit, number, time, 1));
        }
      }
    }
    KeyRange range = KeyRange.of(start, stop);
    return possible.stream().noneMatch(row -> counts.test(row) && range.contains(row));
  }

  /** The question as a scan. */
  Scan scan() {
    Scan scan = new Scan().withStartRow(start).withStopRow(stop);
    scan.setAttribute("halite.latest", Bytes.toBytes(text.text()));
    if (!where.isEmpty()) {
      scan.setAttribute("halite.where", Bytes.toBytes(where));
    }
    return scan;
  }

  /** The question as the filter string and the range of a request to REST. */
  String filter() {
    String layout = LAYOUT.substring(LAYOUT.indexOf('=') + 1, LAYOUT.indexOf(','));
    String condition =
        where.isEmpty() ? "" : " AND SegmentFilter('%s', '%s')".formatted(layout, where);
    return "LatestFilter('" + text.text() + "')" + condition;
  }

  String start() {
    return Bytes.toString(start);
  }

  String stop() {
    return Bytes.toString(stop);
  }

  /** The rows that a scan gives, in order. */
  List<String> scanned(List<byte[]> all) {
    return texts(all, rows -> text.chosen(rows, NewestQuestion::time));
  }

  private interface Choice {
    List<byte[]> of(List<byte[]> rows);
  }

  private List<String> texts(List<byte[]> all, Choice choice) {
    Map<String, List<byte[]>> histories = new TreeMap<>();
    KeyRange range = KeyRange.of(start, stop);
    for (byte[] row : all) {
      if (counts.test(row) && range.contains(row)) {
        histories.computeIfAbsent(Bytes.toString(row, 0, KEY), key -> new ArrayList<>()).add(row);
      }
    }
    List<String> found = new ArrayList<>();
    histories.values().forEach(rows -> choice.of(rows).forEach(row -> found.add(text(row))));
    return found;
  }

  static String text(byte[] row) {
    return Bytes.toStringBinary(row);
  }

  /** A question to the client of newest rows, and the rows that answer it. */
  record Asked(LatestQuery query, List<String> rows) {}

  /** The same rows by the client, or the oldest of them, or the first after a time. */
  Asked asked(List<byte[]> all, Random random) {
    int limit = 1 + random.nextInt(4);
    long time = random.nextInt(TIMES);
    LatestQuery query;
    List<String> rows;
    switch (random.nextInt(3)) {
      case 0 -> {
        query = LatestQuery.oldest(limit);
        rows = texts(all, history -> last(history, limit));
      }
      case 1 -> {
        query = LatestQuery.firstAfter(time);
        rows =
            texts(
                all, history -> last(history.stream().filter(row -> time(row) > time).toList(), 1));
      }
      default -> {
        query = newest();
        rows = scanned(all);
      }
    }
    query = query.ofRange(KeyRange.of(start, stop));
    return new Asked(where.isEmpty() ? query : query.where(where), rows);
  }

  private LatestQuery newest() {
    if (text.step() > 0) {
      return LatestQuery.newest(text.limit()).each(Duration.ofMillis(text.step()));
    }
    return text.times().isEmpty()
        ? LatestQuery.newest(text.limit())
        : LatestQuery.at(text.times().stream().mapToLong(Long::longValue).toArray());
  }

  private static List<byte[]> last(List<byte[]> rows, int limit) {
    return rows.subList(Math.max(0, rows.size() - limit), rows.size());
  }

  @Override
  public String toString() {
    return "newest %s where '%s' of %s [%s, %s)".formatted(text, where, within, start(), stop());
  }
}
