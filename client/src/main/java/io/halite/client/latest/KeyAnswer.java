package io.halite.client.latest;

import io.halite.routing.latest.Aggregate;
import io.halite.routing.latest.LatestRow;
import java.util.List;
import java.util.Optional;

/**
 * The newest rows of one key, or their aggregate if the query requests one. Immutable.
 *
 * @param key the natural bytes of the leading segments that the query names, such as {@code 41 54
 *     4C}; empty if it names none and so has one answer for the whole table
 * @param rows newest first; empty if there is an aggregate
 * @param aggregate the aggregate in place of rows
 */
public record KeyAnswer(byte[] key, List<LatestRow> rows, Optional<Aggregate> aggregate) {
  /**
   * Returns the newest of the rows whose time is at most this, in milliseconds since 1970: the
   * answer to one of the times of {@link LatestQuery#at}.
   */
  public Optional<LatestRow> at(long millis) {
    return rows.stream().filter(row -> row.time() <= millis).findFirst();
  }
}
