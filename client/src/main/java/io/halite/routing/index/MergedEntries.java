package io.halite.routing.index;

import io.halite.keys.IndexEntry;
import io.halite.keys.IndexRange;
import io.halite.keys.KeyBytes;
import io.halite.keys.KeyRange;
import io.halite.keys.RowIndex;
import io.halite.routing.merge.ScanMemory;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.hadoop.hbase.client.Result;

/**
 * The entries that a read by an index asks for, in their order, from all buckets of the index.
 *
 * <p>It reads the next entries of several buckets at the same time, and holds about 2 MiB of them
 * and one of each bucket at most. One use; not thread-safe.
 */
final class MergedEntries implements AutoCloseable {
  private static final int PAGE = 100;

  /** So many entries of a bucket are read at least, however many buckets there are. */
  private static final int FEWEST = 4;

  /** So many entries are read ahead at most, of all buckets together, unless there are too many. */
  private static final int MOST_AHEAD = 2_000;

  /** So many bytes are read ahead at most, beside one row of each bucket. */
  private static final long MOST_BYTES = 2 << 20;

  /** The same while memory is short. */
  private static final long SHORT_BYTES = 128 << 10;

  /** What an entry takes beside its bytes: two objects, and its place in a queue. */
  private static final long ENTRY_BYTES = 64;

  private static final Comparator<IndexEntry> ORDER =
      Comparator.comparing(IndexEntry::row, KeyBytes::compare).thenComparing(IndexEntry::width);

  private final IndexRange asked;
  private IndexedReads.Entries entries;
  private final List<Bucket> buckets = new ArrayList<>();
  private ScanMemory memory;
  private int page;
  private long held;

  /**
   * Entries that {@code asked} asks for.
   *
   * @param memory counts those that have been read, until they are taken or this is closed
   */
  MergedEntries(IndexRange asked, IndexedReads.Entries entries, ScanMemory memory) {
    this.asked = asked;
    this.entries = entries;
    this.memory = memory;
    asked.images().forEach(image -> buckets.add(new Bucket(asked.index(), image)));
    // No bucket has entries of a value that is longer than an entry can be.
    page = Math.max(FEWEST, PAGE / Math.max(1, buckets.size()));
  }

  /** The next entry; empty behind the last one. */
  Optional<IndexEntry> next() throws IOException {
    while (true) {
      fill();
      Optional<Bucket> first =
          buckets.stream()
              .filter(bucket -> !bucket.ahead.isEmpty())
              .min(Comparator.comparing(bucket -> bucket.ahead.element(), ORDER));
      if (first.isEmpty()) {
        return Optional.empty();
      }
      IndexEntry entry = first.get().ahead.remove();
      hold(-bytesOf(entry));
      // Values of any length have entries of other values between them.
      if (asked.answers(entry)) {
        return Optional.of(entry);
      }
    }
  }

  /** Whether all have been taken. */
  boolean isAtEnd() {
    return buckets.stream().allMatch(bucket -> bucket.ended && bucket.ahead.isEmpty());
  }

  /**
   * Reads the next entries of all buckets, and gives them away in no order; none may be left among
   * those read before. If that fails, the next call reads them.
   *
   * @param by what to read from now on: each call may have a time of its own
   * @param counting counts the entries until they have been given away
   */
  void takeInNoOrder(
      IndexedReads.Entries by, ScanMemory counting, Consumer<? super IndexEntry> taker)
      throws IOException {
    entries = by;
    memory = counting;
    read(buckets.stream().filter(bucket -> bucket.isLow(0)).toList());
    for (Bucket bucket : buckets) {
      bucket.ahead.stream().filter(asked::answers).forEach(taker);
      bucket.ahead.clear();
    }
    hold(-held);
  }

  /** Where one bucket has run out, others will soon: those that are half read go with it. */
  private void fill() throws IOException {
    while (buckets.stream().anyMatch(bucket -> bucket.isLow(0))) {
      int half = held < bytesAhead() ? page / 2 : 0;
      read(buckets.stream().filter(bucket -> bucket.isLow(half)).toList());
    }
  }

  private void read(List<Bucket> low) throws IOException {
    if (low.isEmpty()) {
      return;
    }
    int ahead = buckets.stream().mapToInt(bucket -> bucket.ahead.size()).sum();
    int most = Math.max(FEWEST, Math.min(page, (MOST_AHEAD - ahead) / low.size()));
    long bytes = Math.max(1, (bytesAhead() - held) / low.size());
    List<List<Result>> pages =
        entries.first(low.stream().map(bucket -> bucket.rest).toList(), most, bytes);
    for (int i = 0; i < low.size(); i++) {
      hold(low.get(i).add(pages.get(i), most, bytes));
    }
    page = Math.min(PAGE, 2 * page);
  }

  private long bytesAhead() {
    return mostBytes(memory);
  }

  /** So many bytes a read by an index holds at most, of entries and again of keys. */
  static long mostBytes(ScanMemory memory) {
    return memory.isShort() ? SHORT_BYTES : MOST_BYTES;
  }

  private void hold(long bytes) {
    held += bytes;
    memory.add(bytes);
  }

  private static long bytesOf(IndexEntry entry) {
    return entry.length() + ENTRY_BYTES;
  }

  @Override
  public void close() {
    hold(-held);
  }

  /** One bucket: the entries that have been read, and where the others lie. */
  private static final class Bucket {
    private final RowIndex index;
    private final Deque<IndexEntry> ahead = new ArrayDeque<>();
    private KeyRange rest;
    private boolean ended;

    private Bucket(RowIndex index, KeyRange rest) {
      this.index = index;
      this.rest = rest;
    }

    /** Whether so few entries are left, or fewer, and more may come. */
    private boolean isLow(int entries) {
      return ahead.size() <= entries && !ended;
    }

    /** Returns what the entries take that have been added. */
    private long add(List<Result> rows, int most, long mostBytes) {
      long added = 0;
      long bytes = 0;
      for (Result row : rows) {
        List<IndexEntry> each = IndexTable.entries(index, row);
        ahead.addAll(each);
        added += each.stream().mapToLong(MergedEntries::bytesOf).sum();
        bytes += Result.getTotalSizeOfCells(row);
      }
      ended = rows.size() < most && bytes < mostBytes;
      if (!ended) {
        byte[] last = rows.get(rows.size() - 1).getRow();
        rest = KeyRange.of(KeyBytes.next(last), rest.stop()).storable();
        ended = rest.isEmpty();
      }
      return added;
    }
  }
}
