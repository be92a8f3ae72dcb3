package io.halite.keys.advice;

import java.util.List;
import java.util.stream.Stream;

/**
 * Natural keys in the order in which their rows were written, or as many of them as were kept.
 *
 * <p>Immutable; callers do not change the arrays.
 *
 * @param total how many keys were given
 * @param ascending how many of them were greater than the key before
 * @param kept all keys, or a random part of a large sample
 * @param newest the last keys given, without gaps: the rows that are written now
 */
public record KeySample(long total, long ascending, List<Row> kept, List<Row> newest) {
  /**
   * A row.
   *
   * @param number its place in the order of writing, from 0; it serves as the time of the write
   * @param key its natural key
   */
  public record Row(long number, byte[] key) {}

  /** Copies both lists. */
  public KeySample {
    kept = List.copyOf(kept);
    newest = List.copyOf(newest);
  }

  /** Returns the keys of all rows that are known: those kept, and the newest. */
  List<byte[]> keys() {
    return Stream.concat(kept.stream(), newest.stream()).map(Row::key).toList();
  }

  /** Returns the kept rows that are older than the newest ones; all if there are no newest. */
  List<Row> older() {
    long border = total - newest.size();
    return kept.stream().filter(row -> row.number() < border).toList();
  }

  /** Whether each key was greater than the one before, or nearly each: 95 of 100. */
  public boolean ascends() {
    return total > 1 && ascending * 100 >= (total - 1) * 95;
  }

  /** Returns the length in bytes of the shortest key that is known. */
  public int shortest() {
    return keys().stream().mapToInt(key -> key.length).min().orElse(0);
  }

  /** Returns the length in bytes of the longest key that is known. */
  public int longest() {
    return keys().stream().mapToInt(key -> key.length).max().orElse(0);
  }
}
