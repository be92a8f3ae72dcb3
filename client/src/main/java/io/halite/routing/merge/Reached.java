package io.halite.routing.merge;

import java.util.Optional;
import org.apache.hadoop.hbase.client.Cursor;
import org.apache.hadoop.hbase.client.Result;

/**
 * How far the scan of one image has come, by its rows and by what its owner says of the rows that a
 * filter drops.
 *
 * <p>After the row {@code 03·41} it is at {@code 03·41 00}; when the owner says {@code 03·45}, no
 * row before that is to come. A row that is written there meanwhile, and that a scan opened again
 * finds, is dropped: rows of other images behind it may have been given. Not thread-safe.
 */
final class Reached {
  private final Remainder remainder;
  private Optional<byte[]> place = Optional.empty();
  private Optional<byte[]> passedOver = Optional.empty();

  Reached(Remainder remainder) {
    this.remainder = remainder;
  }

  /** The stored key before which no row is to arrive; empty if none is known. */
  Optional<byte[]> place() {
    return place;
  }

  /** A row has arrived, or a piece of one; returns false if it is to be dropped. */
  boolean take(Result row) {
    byte[] key = row.getRow();
    if (passedOver.isPresent() && remainder.isBefore(key, passedOver.get())) {
      return false;
    }
    passedOver = Optional.empty();
    remainder.passed(row);
    place = row.mayHaveMoreCellsInRow() ? Optional.of(key) : remainder.behind(key);
    return true;
  }

  /** The owner has said how far it is, if it has. */
  void heard(Optional<Cursor> owner) {
    owner
        .map(Cursor::getRow)
        .filter(remainder::contains)
        .filter(key -> place.isEmpty() || !remainder.isBefore(key, place.get()))
        .ifPresent(
            key -> {
              remainder.reached(key);
              place = Optional.of(key);
              passedOver = place;
            });
  }
}
