package io.halite.coprocessor.table;

import io.halite.keys.RowKeyException;
import io.halite.routing.table.SaltedTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.Region;
import org.apache.hadoop.hbase.regionserver.Store;
import org.apache.hadoop.hbase.regionserver.StoreFile;

/**
 * Finds rows that were stored before the table was salted, or under another salt.
 *
 * <p>No client finds such a row by its natural key. So a region verifies the salt of the first and
 * of the last row of each of its store files when it opens; HBase holds both in memory. If the
 * table's metadata does not say under which spec its rows are stored, the region also reads some
 * rows between them. Stateless.
 */
public final class UnsaltedRowCheck {
  /** Under half as many or twice as many buckets one row of two looks right. */
  private static final int ROWS_OF_FILE = 16;

  private UnsaltedRowCheck() {}

  /**
   * Why a region of {@code table} must refuse everything; empty if all rows that it looks at are
   * salted.
   *
   * @param site the server's configuration
   * @throws IOException if rows between the first and the last one cannot be read
   */
  public static Optional<String> objection(SaltedTable table, Region region, Configuration site)
      throws IOException {
    Optional<Configuration> reading =
        SpecMemory.of(region.getTableDescriptor()).isPresent()
            ? Optional.empty()
            : Optional.of(site);
    for (Store store : region.getStores()) {
      for (StoreFile file : store.getStorefiles()) {
        for (byte[] row : rows(file, reading)) {
          Optional<String> found = objection(table, row);
          if (found.isPresent()) {
            return found;
          }
        }
      }
    }
    return Optional.empty();
  }

  private static List<byte[]> rows(StoreFile file, Optional<Configuration> reading)
      throws IOException {
    List<byte[]> rows = new ArrayList<>();
    file.getFirstKey().map(CellUtil::cloneRow).ifPresent(rows::add);
    file.getLastKey().map(CellUtil::cloneRow).ifPresent(rows::add);
    if (reading.isPresent()) {
      rows.addAll(FileRows.between((HStoreFile) file, reading.get(), ROWS_OF_FILE));
    }
    return rows;
  }

  private static Optional<String> objection(SaltedTable table, byte[] row) {
    try {
      table.salt().verify(row, 0, row.length);
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
