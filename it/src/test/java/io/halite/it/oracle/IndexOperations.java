package io.halite.it.oracle;

import io.halite.keys.IndexEntry;
import io.halite.keys.IndexRange;
import io.halite.keys.RowIndex;
import io.halite.routing.index.IndexedReads;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.KeyOnlyFilter;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;

/**
 * Gets and scans of rows by an index over segments of their keys. The plain twin, which has none,
 * is asked for each row that has these segments.
 */
final class IndexOperations {
  private static final byte[] NO_VALUE = new byte[0];

  private final Random random;
  private final Keys keys;
  private final RandomGets reads;
  private final TwinClock clock;
  private final List<RowIndex> indexes;

  IndexOperations(
      Random random, Keys keys, RandomGets reads, TwinClock clock, List<RowIndex> indexes) {
    this.random = random;
    this.keys = keys;
    this.reads = reads;
    this.clock = clock;
    this.indexes = indexes;
  }

  boolean areThere() {
    return !indexes.isEmpty();
  }

  Operation get() throws IOException {
    RowIndex index = indexes.get(random.nextInt(indexes.size()));
    byte[] key = keys.key();
    IndexEntry entry = index.entry(key, NO_VALUE);
    Get asked = reads.get(Arrays.copyOf(entry.row(), entry.width())).setCheckExistenceOnly(false);
    asked.setAttribute(IndexedReads.ATTRIBUTE, Bytes.toBytes(index.name()));
    boolean exists = random.nextInt(4) == 0;
    Sender sender = Sender.drawn(random);
    return Operation.exact(
        sender + (exists ? " exists" : "") + " by " + index + " " + reads.text(asked, clock),
        List.of(key),
        (twin, answer) -> {
          if (exists) {
            answer.add(
                twin.isPlain()
                    ? !plain(index, asked, twin).isEmpty()
                    : sender.waits()
                        ? twin.table().exists(asked)
                        : twin.async(sender).exists(asked).get());
          } else {
            answer.add(
                twin.isPlain()
                    ? one(plain(index, asked, twin))
                    : sender.waits()
                        ? twin.table().get(asked)
                        : twin.async(sender).get(asked).get());
          }
        });
  }

  /** A scan of a range of the first value, or of what it begins with, within a range of rows. */
  Operation scan() {
    RowIndex index = indexes.get(random.nextInt(indexes.size()));
    IndexRange range = range(index);
    boolean reversed = random.nextInt(3) == 0;
    byte[] one = keys.key();
    byte[] other = keys.key();
    boolean ordered = Bytes.compareTo(one, other) < 0;
    byte[] from = ordered == reversed ? other : one;
    byte[] to = ordered == reversed ? one : other;
    boolean bounded = random.nextBoolean();
    int caching = 1 + random.nextInt(5);
    ScanWay way = ScanWay.drawn(new Scan(), random).toTheEnd();
    return Operation.exact(
        "scan "
            + way
            + " by "
            + range
            + (reversed ? " reversed" : "")
            + (bounded ? " bounded" : ""),
        List.of(from),
        (twin, answer) -> {
          Scan scan = new Scan().setReversed(reversed).setCaching(caching);
          if (bounded) {
            scan.withStartRow(from).withStopRow(to);
          }
          if (!twin.isPlain()) {
            scan.setAttribute(IndexedReads.ATTRIBUTE, Bytes.toBytes(range.toString()));
          }
          for (Result row : way.read(twin, scan)) {
            if (!twin.isPlain() || range.answers(index.entry(row.getRow(), NO_VALUE))) {
              answer.add(row);
            }
          }
        });
  }

  private IndexRange range(RowIndex index) {
    byte[] first = index.entry(keys.key(), NO_VALUE).row();
    byte[] second = index.entry(keys.key(), NO_VALUE).row();
    if (random.nextInt(3) == 0 || first[0] == second[0]) {
      return IndexRange.prefix(index, NO_VALUE, Arrays.copyOf(first, 1));
    }
    boolean ordered = first[0] < second[0];
    return IndexRange.of(
        index,
        NO_VALUE,
        Arrays.copyOf(ordered ? first : second, 1),
        Arrays.copyOf(ordered ? second : first, 1));
  }

  private static Result one(List<Result> found) throws DoNotRetryIOException {
    if (found.size() > 1) {
      throw new DoNotRetryIOException(found.size() + " rows, and a get gives one");
    }
    return found.isEmpty() ? Result.EMPTY_RESULT : found.get(0);
  }

  /** What is asked of each row that has these segments, of those that have it. */
  private static List<Result> plain(RowIndex index, Get asked, TwinTable twin) throws IOException {
    List<Result> found = new ArrayList<>();
    try (ResultScanner rows = twin.table().getScanner(new Scan().setFilter(new KeyOnlyFilter()))) {
      for (Result row : rows) {
        if (index.answers(asked.getRow(), index.entry(row.getRow(), NO_VALUE))) {
          Result result = twin.table().get(ofRow(asked, row.getRow()));
          if (!result.isEmpty()) {
            found.add(result);
          }
        }
      }
    }
    return found;
  }

  private static Get ofRow(Get asked, byte[] row) throws IOException {
    return ProtobufUtil.toGet(
        ProtobufUtil.toGet(asked).toBuilder().setRow(ByteString.copyFrom(row)).build());
  }
}
