package io.halite.routing.latest;

import java.util.List;
import java.util.Optional;

/**
 * What one page holds of one key: its newest rows, or their aggregate. Immutable.
 *
 * @param key the natural bytes of the key's segments
 * @param rows newest first; empty if there is an aggregate
 * @param aggregate the aggregate in place of rows: only if the query wants one and this page covers
 *     the whole key; otherwise the client aggregates the rows
 */
public record KeyPart(byte[] key, List<LatestRow> rows, Optional<Aggregate> aggregate) {
  /** Copies the list. */
  public KeyPart {
    rows = List.copyOf(rows);
    if (rows.isEmpty() == aggregate.isEmpty()) {
      throw new LatestException(
          "answer for a key",
          rows.size() + " rows, " + aggregate,
          "each key has either rows or an aggregate",
          "retry; if it stays, client and servers run different versions of Halite");
    }
  }

  /** A part that holds rows. */
  public static KeyPart ofRows(byte[] key, List<LatestRow> newestFirst) {
    return new KeyPart(key, newestFirst, Optional.empty());
  }

  /** A whole key, aggregated. */
  public static KeyPart ofAggregate(byte[] key, Aggregate aggregate) {
    return new KeyPart(key, List.of(), Optional.of(aggregate));
  }
}
