package io.halite.it.peers;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.keys.KeyRange;
import io.halite.keys.Salt;
import io.halite.keys.SaltingSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Plain tables whose client salts and merges by itself, as HBaseWD does: one byte ahead of the key,
 * a scanner for each of 16 buckets, all of which read ahead, and the smallest natural key next.
 */
final class ByHandWay extends HBaseWay {
  private static final Salt SALT = SaltingSpec.parse("key=row:*,salt=hbasewd % 16").salt();

  ByHandWay(Configuration conf) throws Exception {
    super(conf, "by-hand");
  }

  @Override
  byte[] given(byte[] natural) {
    return SALT.salt(natural);
  }

  @Override
  public void create() throws Exception {
    for (Table table : List.of(flights, readings)) {
      connection
          .getAdmin()
          .createTable(described(table).build(), SALT.splitPoints().toArray(byte[][]::new));
    }
  }

  @Override
  public int range(String first, String next) throws Exception {
    return merged(
        flights,
        KeyRange.of(Bytes.toBytes(first), Bytes.toBytes(next)),
        scan -> scan,
        Function.identity());
  }

  @Override
  public int scanInOrder() throws Exception {
    return merged(flights, KeyRange.all(), scan -> scan, Function.identity());
  }

  /** One bucket after the other, each read ahead. */
  @Override
  public int scanInAnyOrder() throws Exception {
    int rows = 0;
    try (ResultScanner scanner = flights.getScanner(new Scan().setAsyncPrefetch(true))) {
      for (Result row : scanner) {
        rows += row.getValue(F, DELAY) == null ? 0 : 1;
      }
    }
    return rows;
  }

  @Override
  public int from(String origin) throws Exception {
    return merged(
        flights,
        KeyRange.all(),
        scan -> scan.setFilter(PlainWay.fuzzy(SALT.prefixWidth(), origin)),
        Function.identity());
  }

  /** Reads all, and counts each route once: the rows of a route lie in all buckets. */
  @Override
  public int newest() throws Exception {
    return merged(readings, KeyRange.all(), scan -> scan, natural -> Arrays.copyOf(natural, 6));
  }

  /** How many different keys, by {@code part}, the merged rows have. */
  private static int merged(
      Table table, KeyRange range, UnaryOperator<Scan> as, Function<byte[], byte[]> part)
      throws Exception {
    PriorityQueue<Bucket> buckets =
        new PriorityQueue<>(Comparator.comparing(Bucket::natural, Bytes.BYTES_COMPARATOR));
    List<ResultScanner> scanners = new ArrayList<>();
    try {
      for (KeyRange image : SALT.images(range)) {
        Scan scan = new Scan().withStartRow(image.start()).withStopRow(image.stop());
        scanners.add(table.getScanner(as.apply(scan.setAsyncPrefetch(true))));
      }
      scanners.forEach(scanner -> Bucket.next(scanner.iterator()).ifPresent(buckets::add));
      int keys = 0;
      byte[] last = new byte[0];
      for (Bucket first = buckets.poll(); first != null; first = buckets.poll()) {
        assertThat(first.row().getValue(F, DELAY) != null).isTrue();
        byte[] key = part.apply(first.natural());
        keys += Arrays.equals(key, last) ? 0 : 1;
        last = key;
        Bucket.next(first.rest()).ifPresent(buckets::add);
      }
      return keys;
    } finally {
      scanners.forEach(ResultScanner::close);
    }
  }

  /** The next row of a bucket. */
  private record Bucket(byte[] natural, Result row, Iterator<Result> rest) {
    static Optional<Bucket> next(Iterator<Result> rows) {
      if (!rows.hasNext()) {
        return Optional.empty();
      }
      Result row = rows.next();
      return Optional.of(new Bucket(SALT.unsalt(row.getRow()), row, rows));
    }
  }
}
