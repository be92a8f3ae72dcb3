package io.halite.routing.index;

import io.halite.keys.KeyRange;
import io.halite.routing.merge.ScanMemory;
import java.io.IOException;

/**
 * Collects the keys of rows that entries of a range name, some entries at a time, so that a client
 * need not wait for all of them. Whether the rows have the values still, {@link IndexedReads#row}
 * says. Not thread-safe.
 */
public final class KeyCollection {
  private final MergedEntries asked;
  private final KeyRange natural;
  private final FirstKeys keys;

  KeyCollection(MergedEntries asked, KeyRange natural, FirstKeys keys) {
    this.asked = asked;
    this.natural = natural;
    this.keys = keys;
  }

  /** Whether all entries have been read. */
  public boolean isComplete() {
    return asked.isAtEnd();
  }

  /** The first keys of the entries that have been read. */
  public FirstKeys keys() {
    return keys;
  }

  void readBy(IndexedReads.Entries entries, ScanMemory memory) throws IOException {
    asked.takeInNoOrder(
        entries,
        memory,
        entry -> {
          byte[] key = entry.naturalKey();
          if (natural.contains(key)) {
            keys.add(key);
          }
        });
  }
}
