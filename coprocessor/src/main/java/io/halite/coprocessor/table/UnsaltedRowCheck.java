package io.halite.coprocessor.table;

import io.halite.keys.RowKeyException;
import io.halite.routing.table.SaltedTable;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.regionserver.Region;
import org.apache.hadoop.hbase.regionserver.Store;
import org.apache.hadoop.hbase.regionserver.StoreFile;

/**
 * Finds rows that were stored before the table was salted.
 *
 * <p>Natural keys cannot reach such a row: it would be lost in silence. So a region looks at the
 * first and the last row of each of its store files as it opens, which costs no read.
 */
public final class UnsaltedRowCheck {
  private UnsaltedRowCheck() {}

  /** Why a region of {@code table} must refuse everything, or null if its rows are salted. */
  public static String objection(SaltedTable table, Region region) {
    for (Store store : region.getStores()) {
      for (StoreFile file : store.getStorefiles()) {
        String first = objection(table, file.getFirstKey().orElse(null));
        String last = objection(table, file.getLastKey().orElse(null));
        if (first != null || last != null) {
          return first != null ? first : last;
        }
      }
    }
    return null;
  }

  private static String objection(SaltedTable table, Cell key) {
    if (key == null) {
      return null;
    }
    try {
      table.salt().verify(key.getRowArray(), key.getRowOffset(), key.getRowLength());
      return null;
    } catch (RowKeyException e) {
      return "the region holds a row that was stored without this salt: "
          + e.getMessage()
          + "; unset the coprocessor attribute to read it, and copy such rows into a new salted"
          + " table";
    }
  }
}
