package io.halite.routing.table;

import io.halite.keys.KeyBytes;
import io.halite.keys.Salt;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.PrivateCellUtil;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;

/**
 * The stored writes of a natural write under a multi-place salt, whose rows lie in many places.
 *
 * <p>A put goes to the one place of its timestamp; a put with cells of several timestamps becomes
 * several puts. A delete goes to all places, and so do the delete markers in a put. Cells without a
 * timestamp get the gateway's time: if the server of each place gave its own, a delete could miss
 * the cells that it must hide. A write that reads the row first needs the row in one place, and is
 * refused.
 *
 * <p>For {@code random % 16}, a put of {@code 41 54 4C} with timestamp 1,000 is a put of {@code
 * 03·41 54 4C}; its delete is 16 deletes. Immutable and thread-safe.
 */
public final class MultiPlaceWrites {
  private final Salt salt;
  private final StoredMutations mutations;

  /** Writes of a table salted by {@code salt}. */
  public MultiPlaceWrites(Salt salt, StoredMutations mutations) {
    this.salt = salt;
    this.mutations = mutations;
  }

  /**
   * The stored writes of a natural put or delete.
   *
   * @param now the timestamp for cells without one, in milliseconds since 1970
   * @throws DoNotRetryIOException if the write needs its row in one place
   * @throws io.halite.keys.RowKeyException if the row does not fit the layout
   */
  public List<Mutation> copies(Mutation natural, long now) throws IOException {
    if (natural instanceof Put put) {
      stamp(put, now);
      return isDeleting(put) ? putsOfAllPlaces(put) : putsOfStamps(put);
    }
    if (natural instanceof Delete delete) {
      refuseNewestVersion(delete);
      stamp(delete, now);
      // Refuses a row that does not fit, for which places() would return no place.
      salt.salt(natural.getRow());
      return salt.places(natural.getRow()).stream()
          .map(place -> mutations.copy(place, natural))
          .toList();
    }
    throw needsSinglePlace(natural.getClass().getSimpleName().toLowerCase(Locale.ROOT));
  }

  /** Whether a write hides cells in all places: a delete, or a put with a delete marker. */
  public static boolean isDeleting(Mutation natural) {
    return natural instanceof Delete
        || natural.getFamilyCellMap().values().stream()
            .flatMap(List::stream)
            .anyMatch(CellUtil::isDelete);
  }

  /** How many stored writes a natural put or delete becomes; 1 for a mutation that is refused. */
  public int count(Mutation natural) {
    if (isDeleting(natural)) {
      return salt.places(natural.getRow()).size();
    }
    Set<Long> stamps = new HashSet<>();
    for (List<Cell> cells : natural.getFamilyCellMap().values()) {
      for (Cell cell : cells) {
        stamps.add(cell.getTimestamp());
      }
    }
    return Math.max(1, stamps.size());
  }

  private static void stamp(Mutation natural, long now) throws IOException {
    for (List<Cell> cells : natural.getFamilyCellMap().values()) {
      for (Cell cell : cells) {
        PrivateCellUtil.updateLatestStamp(cell, now);
      }
    }
  }

  /** One put for each place: all delete markers, and the values whose place it is. */
  private List<Mutation> putsOfAllPlaces(Put natural) throws IOException {
    byte[] row = natural.getRow();
    Map<byte[], Put> byPlace = new TreeMap<>(KeyBytes::compare);
    Put empty = empty(natural);
    for (byte[] place : salt.places(row)) {
      byPlace.put(place, CopiedMutation.of(empty));
    }
    for (List<Cell> cells : natural.getFamilyCellMap().values()) {
      for (Cell cell : cells) {
        // Also refuses a row that does not fit, for which places() returns no place.
        byte[] ofValue = salt.salt(row, cell.getTimestamp());
        for (Put put : CellUtil.isDelete(cell) ? byPlace.values() : List.of(byPlace.get(ofValue))) {
          put.add(cell);
        }
      }
    }
    List<Mutation> stored = new ArrayList<>(byPlace.size());
    byPlace.forEach((place, put) -> stored.add(mutations.copy(place, put)));
    return stored;
  }

  private List<Mutation> putsOfStamps(Put natural) throws IOException {
    TreeMap<Long, Put> byStamp = new TreeMap<>();
    Put empty = empty(natural);
    for (List<Cell> cells : natural.getFamilyCellMap().values()) {
      for (Cell cell : cells) {
        byStamp.computeIfAbsent(cell.getTimestamp(), stamp -> CopiedMutation.of(empty)).add(cell);
      }
    }
    if (byStamp.isEmpty()) {
      byStamp.put(natural.getTimestamp(), natural);
    }
    List<Mutation> stored = new ArrayList<>(byStamp.size());
    byStamp.forEach(
        (stamp, put) ->
            stored.add(
                mutations.copy(
                    salt.salt(put.getRow(), stamp), byStamp.size() == 1 ? natural : put)));
    return stored;
  }

  private static Put empty(Put natural) {
    Put put = CopiedMutation.of(natural);
    put.getFamilyCellMap().clear();
    return put;
  }

  private void refuseNewestVersion(Delete delete) throws DoNotRetryIOException {
    for (List<Cell> cells : delete.getFamilyCellMap().values()) {
      for (Cell cell : cells) {
        boolean newest = cell.getTimestamp() == HConstants.LATEST_TIMESTAMP;
        if (newest && cell.getType() == Cell.Type.Delete) {
          throw needsSinglePlace("a delete of the newest version");
        }
      }
    }
  }

  /**
   * Returns the refusal of an operation that has to read and write a row under one lock.
   *
   * @param what the operation as the message begins with it, such as {@code an increment}
   */
  public DoNotRetryIOException needsSinglePlace(String what) {
    return new DoNotRetryIOException(
        what
            + " needs its row in one place, to read and write it under one lock, but salt '"
            + salt
            + "' keeps a row in many places: salt by 'hash(*) % N', which spreads keys as evenly"
            + " and keeps each row in one place");
  }
}
