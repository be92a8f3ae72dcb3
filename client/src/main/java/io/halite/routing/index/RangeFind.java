package io.halite.routing.index;

import io.halite.keys.IndexEntry;
import io.halite.keys.IndexRange;
import io.halite.keys.KeyBytes;
import io.halite.keys.KeyRange;
import io.halite.routing.merge.ScanMemory;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;

/**
 * Finds the rows in a range of an index, each once, in the order of their entries.
 *
 * <p>A row whose value changes within the range meanwhile may make no entry at the time at which
 * that entry's turn comes. So its key is kept, and the row is read once more behind the last entry:
 *
 * <pre>
 * entry ann·SHOP000042   the row has bob still; then it becomes ann
 * entry bob·SHOP000042   the row has ann
 * behind the last        the row has ann, and is found
 * </pre>
 *
 * <p>A stale entry keeps a key, too, until its row is found by another entry. If the keys take more
 * than about 2 MiB, the first ones are kept, and the entries are read again for the others. One
 * use; not thread-safe.
 */
final class RangeFind {
  private final IndexedReads reads;
  private final IndexRange range;
  private final Get like;
  private final int most;
  private final ScanMemory memory;
  private final Map<ByteBuffer, Result> found = new LinkedHashMap<>();

  /** Finds {@code most} rows at most, and counts in {@code memory} the keys that it keeps. */
  RangeFind(IndexedReads reads, IndexRange range, Get like, int most, ScanMemory memory) {
    this.reads = reads;
    this.range = range;
    this.like = like;
    this.most = most;
    this.memory = memory;
  }

  List<Result> rows() throws IOException {
    KeyRange natural = KeyRange.all();
    boolean complete = false;
    while (!complete && !isFull()) {
      FirstKeys changed =
          new FirstKeys(KeyBytes::compare, Integer.MAX_VALUE, MergedEntries.mostBytes(memory));
      try {
        readEntries(natural, changed);
        complete = changed.isComplete();
        if (!complete) {
          natural = KeyRange.of(KeyBytes.next(changed.last()), new byte[0]);
        }
        readAgain(changed);
      } finally {
        memory.add(-changed.bytes());
      }
    }
    return List.copyOf(found.values());
  }

  private boolean isFull() {
    return found.size() >= most;
  }

  /** Keeps the keys of changed rows that lie in {@code natural}; earlier ones were read again. */
  private void readEntries(KeyRange natural, FirstKeys changed) throws IOException {
    try (MergedEntries entries = reads.entries(range)) {
      while (!isFull()) {
        Optional<IndexEntry> entry = entries.next();
        if (entry.isEmpty()) {
          return;
        }
        byte[] key = entry.get().naturalKey();
        Result row = read(key);
        if (reads.makes(row, entry.get())) {
          found.put(ByteBuffer.wrap(key), row);
        } else if (!row.isEmpty() && natural.contains(key)) {
          long held = changed.bytes();
          changed.add(key);
          memory.add(changed.bytes() - held);
        }
      }
    }
  }

  private void readAgain(FirstKeys changed) throws IOException {
    while (!isFull() && !changed.isEmpty()) {
      byte[] key = changed.first().orElseThrow();
      long held = changed.bytes();
      changed.removeFirst();
      memory.add(changed.bytes() - held);
      Result row = read(key);
      if (!row.isEmpty()) {
        found.put(ByteBuffer.wrap(key), row);
      }
    }
  }

  /** The row of a key, empty if it was found before. */
  private Result read(byte[] key) throws IOException {
    return found.containsKey(ByteBuffer.wrap(key))
        ? Result.EMPTY_RESULT
        : reads.row(range, key, like);
  }
}
