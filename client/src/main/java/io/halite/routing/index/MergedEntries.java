package io.halite.routing.index;

import io.halite.keys.IndexEntry;
import io.halite.keys.IndexRange;
import io.halite.keys.KeyBytes;
import io.halite.keys.KeyRange;
import io.halite.keys.RowIndex;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.client.Result;

/**
 * The entries that a read by an index asks for, in their order, from all buckets of the index.
 *
 * <p>It reads the next entries of all buckets that have run out at the same time. One use; not
 * thread-safe.
 */
final class MergedEntries {
  private static final int PAGE = 100;

  /** So many entries of a bucket are read at least, however many buckets there are. */
  private static final int FEWEST = 4;

  /** So many entries are read ahead at most, of all buckets together, unless there are too many. */
  private static final int MOST_AHEAD = 400;

  private static final Comparator<IndexEntry> ORDER =
      Comparator.comparing(IndexEntry::row, KeyBytes::compare).thenComparing(IndexEntry::width);

  private final IndexRange asked;
  private final IndexedReads.Entries entries;
  private final List<Bucket> buckets = new ArrayList<>();
  private final int largest;
  private int page;

  MergedEntries(IndexRange asked, IndexedReads.Entries entries) {
    this.asked = asked;
    this.entries = entries;
    asked.images().forEach(image -> buckets.add(new Bucket(asked.index(), image)));
    page = Math.max(FEWEST, PAGE / buckets.size());
    largest = Math.max(FEWEST, Math.min(PAGE, MOST_AHEAD / buckets.size()));
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
      // Values of any length have entries of other values between them.
      if (asked.answers(entry)) {
        return Optional.of(entry);
      }
    }
  }

  private void fill() throws IOException {
    List<Bucket> empty = buckets.stream().filter(Bucket::isToBeRead).toList();
    while (!empty.isEmpty()) {
      List<List<Result>> pages =
          entries.first(empty.stream().map(bucket -> bucket.rest).toList(), page);
      for (int i = 0; i < empty.size(); i++) {
        empty.get(i).add(pages.get(i), page);
      }
      page = Math.min(largest, 2 * page);
      empty = empty.stream().filter(Bucket::isToBeRead).toList();
    }
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

    private boolean isToBeRead() {
      return ahead.isEmpty() && !ended;
    }

    private void add(List<Result> rows, int most) {
      rows.forEach(row -> ahead.addAll(IndexTable.entries(index, row)));
      ended = rows.size() < most;
      if (!ended) {
        rest = KeyRange.of(KeyBytes.next(rows.get(rows.size() - 1).getRow()), rest.stop());
      }
    }
  }
}
