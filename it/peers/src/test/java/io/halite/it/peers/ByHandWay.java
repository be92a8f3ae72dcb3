package io.halite.it.peers;

import io.halite.it.peers.Answers.Answer;
import io.halite.keys.KeyRange;
import io.halite.keys.Salt;
import io.halite.keys.SaltingSpec;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Plain tables whose client salts and merges by itself: one byte ahead of the key, for flights that
 * of HBaseWD, for readings a hash of the route. A scan in key order has a scanner for each of 16
 * buckets, all of which read ahead, and returns the smallest natural key next.
 */
final class ByHandWay extends HBaseWay {
  private static final Salt OF_FLIGHTS = SaltingSpec.parse("key=row:*,salt=hbasewd % 16").salt();
  private static final Salt OF_READINGS =
      SaltingSpec.parse("key=route:6 rest:*,salt=hash(route) % 16").salt();

  ByHandWay(Configuration conf) throws Exception {
    super(conf, "by-hand");
  }

  @Override
  byte[] key(Flight flight) {
    return OF_FLIGHTS.salt(flight.key());
  }

  @Override
  byte[] key(Reading reading) {
    return OF_READINGS.salt(reading.key());
  }

  @Override
  public void create() throws Exception {
    create(flights, OF_FLIGHTS);
    create(readings, OF_READINGS);
  }

  private void create(Table table, Salt salt) throws Exception {
    connection
        .getAdmin()
        .createTable(described(table).build(), salt.splitPoints().toArray(byte[][]::new));
  }

  @Override
  public Answer range(String first, String next) throws Exception {
    return merged(KeyRange.of(Bytes.toBytes(first), Bytes.toBytes(next)), scan -> scan);
  }

  @Override
  public Answer scanInOrder() throws Exception {
    return merged(KeyRange.all(), scan -> scan);
  }

  @Override
  public Answer from(String origin) throws Exception {
    return merged(
        KeyRange.all(), scan -> scan.setFilter(PlainWay.fuzzy(OF_FLIGHTS.prefixWidth(), origin)));
  }

  /** All buckets side by side. */
  @Override
  public Answer scanInAnyOrder() throws Exception {
    List<Callable<Answers>> parts = new ArrayList<>();
    for (KeyRange image : OF_FLIGHTS.images(KeyRange.all())) {
      parts.add(
          () -> {
            Answers answers = new Answers();
            try (Table own = connection.getTable(flights.getName());
                ResultScanner scanner = own.getScanner(scan(image))) {
              for (Result row : scanner) {
                answers.add(OF_FLIGHTS.unsalt(row.getRow()), row.getValue(F, DELAY));
              }
            }
            return answers;
          });
    }
    return sideBySide(parts);
  }

  @Override
  public Answer newest() throws Exception {
    List<Callable<Answers>> parts = new ArrayList<>();
    for (KeyRange image : OF_READINGS.images(KeyRange.all())) {
      parts.add(
          () -> {
            try (Table own = connection.getTable(readings.getName())) {
              return firstOfEach(own, image.start(), image.stop(), OF_READINGS.prefixWidth());
            }
          });
    }
    return sideBySide(parts);
  }

  private static Scan scan(KeyRange image) {
    return new Scan().withStartRow(image.start()).withStopRow(image.stop());
  }

  private Answer merged(KeyRange range, UnaryOperator<Scan> as) throws Exception {
    PriorityQueue<Bucket> buckets =
        new PriorityQueue<>(Comparator.comparing(Bucket::natural, Bytes.BYTES_COMPARATOR));
    List<ResultScanner> scanners = new ArrayList<>();
    Answers answers = new Answers();
    try {
      for (KeyRange image : OF_FLIGHTS.images(range)) {
        scanners.add(flights.getScanner(as.apply(scan(image).setAsyncPrefetch(true))));
      }
      scanners.forEach(scanner -> Bucket.next(scanner.iterator()).ifPresent(buckets::add));
      for (Bucket first = buckets.poll(); first != null; first = buckets.poll()) {
        answers.add(first.natural(), first.row().getValue(F, DELAY));
        Bucket.next(first.rest()).ifPresent(buckets::add);
      }
    } finally {
      scanners.forEach(ResultScanner::close);
    }
    return answers.inOrder();
  }

  /** The next row of a bucket. */
  private record Bucket(byte[] natural, Result row, Iterator<Result> rest) {
    static Optional<Bucket> next(Iterator<Result> rows) {
      if (!rows.hasNext()) {
        return Optional.empty();
      }
      Result row = rows.next();
      return Optional.of(new Bucket(OF_FLIGHTS.unsalt(row.getRow()), row, rows));
    }
  }
}
