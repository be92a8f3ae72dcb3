package io.halite.it.survival;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.util.Bytes;

/** What was wrong with a table, counted by kind, with the first few of all. Thread-safe. */
final class Findings {
  private static final int SHOWN = 10;

  /** What can be wrong. */
  enum Kind {
    /** An acknowledged write is not there. */
    LOST,
    /** A write is there twice. */
    DOUBLED,
    /** Parts of one row are of different writes. */
    TORN,
    /** A scan showed rows out of their order, or one twice. */
    DISORDER,
    /** A scan did not show a row that was there all the while. */
    MISSING,
    /** A row that nobody wrote. */
    ALIEN
  }

  private final Map<Kind, Integer> counts = new EnumMap<>(Kind.class);
  private final List<String> first = new ArrayList<>();

  synchronized void add(Kind kind, byte[] row, String what) {
    counts.merge(kind, 1, Integer::sum);
    if (first.size() < SHOWN) {
      first.add(kind + " at " + Bytes.toStringBinary(row) + ": " + what);
    }
  }

  synchronized int of(Kind kind) {
    return counts.getOrDefault(kind, 0);
  }

  synchronized boolean isEmpty() {
    return counts.isEmpty();
  }

  /** What was found, by kind. */
  synchronized Map<Kind, Integer> counts() {
    return Map.copyOf(counts);
  }

  @Override
  public synchronized String toString() {
    return counts.isEmpty() ? "nothing wrong" : counts + ", " + String.join("; ", first);
  }
}
