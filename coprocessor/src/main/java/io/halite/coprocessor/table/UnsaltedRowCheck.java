package io.halite.coprocessor.table;

import io.halite.keys.RowKeyException;
import io.halite.routing.table.SaltedTable;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.regionserver.Region;

/**
 * Finds rows that were stored before the table was salted, or under another salt.
 *
 * <p>No client finds such a row by its natural key. So a region verifies the salt of the first and
 * of the last row of each of its store files when it opens. HBase holds both rows in memory, so the
 * check reads nothing. Stateless.
 */
public final class UnsaltedRowCheck {
  private UnsaltedRowCheck() {}

  /** Why a region of {@code table} must refuse everything; empty if its rows are salted. */
  public static Optional<String> objection(SaltedTable table, Region region) {
    return region.getStores().stream()
        .flatMap(store -> store.getStorefiles().stream())
        .flatMap(file -> Stream.of(file.getFirstKey(), file.getLastKey()))
        .flatMap(Optional::stream)
        .map(key -> objection(table, key))
        .flatMap(Optional::stream)
        .findFirst();
  }

  private static Optional<String> objection(SaltedTable table, Cell key) {
    try {
      table.salt().verify(key.getRowArray(), key.getRowOffset(), key.getRowLength());
      return Optional.empty();
    } catch (RowKeyException e) {
      return Optional.of(
          "the region holds a row that was stored without this salt: "
              + e.getMessage()
              + "; if the table's spec was changed, alter the disabled table back to the old one;"
              + " else unset the coprocessor attribute to read such rows, and copy them into a new"
              + " salted table");
    }
  }
}
