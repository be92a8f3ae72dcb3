package io.halite.it.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.bench.Ratio.Work;
import io.halite.keys.KeyRange;
import io.halite.keys.Salt;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * A full scan by a client that salts by hand: a scanner for each bucket, merged by natural key. All
 * of them read ahead from the beginning.
 */
final class ScanByHand {
  private ScanByHand() {}

  /** Reads all rows of a table whose client salted them, and merges its buckets. */
  static Work of(Table hand, Salt salt, int expected) {
    return () -> {
      PriorityQueue<Bucket> buckets =
          new PriorityQueue<>(Comparator.comparing(Bucket::naturalKey, Bytes.BYTES_COMPARATOR));
      List<ResultScanner> scanners = new ArrayList<>();
      for (KeyRange image : salt.images(KeyRange.all())) {
        Scan scan = new Scan().withStartRow(image.start()).withStopRow(image.stop());
        scanners.add(hand.getScanner(scan.setAsyncPrefetch(true)));
      }
      // Each waits for its first row, which all scanners read meanwhile.
      for (ResultScanner scanner : scanners) {
        Bucket.open(scanner.iterator(), salt.prefixWidth()).ifPresent(buckets::add);
      }
      int rows = 0;
      for (Bucket first = buckets.poll(); first != null; first = buckets.poll()) {
        rows++;
        Bucket.open(first.rest(), salt.prefixWidth()).ifPresent(buckets::add);
      }
      scanners.forEach(ResultScanner::close);
      assertThat(rows).isEqualTo(expected);
    };
  }

  /** The next row of one bucket. */
  private record Bucket(byte[] naturalKey, Iterator<Result> rest) {
    static Optional<Bucket> open(Iterator<Result> rows, int prefixWidth) {
      if (!rows.hasNext()) {
        return Optional.empty();
      }
      byte[] stored = rows.next().getRow();
      return Optional.of(new Bucket(Arrays.copyOfRange(stored, prefixWidth, stored.length), rows));
    }
  }
}
