package io.halite.coprocessor.table;

import io.halite.keys.RowKeyException;
import io.halite.routing.table.SaltedTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.Region;
import org.apache.hadoop.hbase.regionserver.StoreFile;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

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

  private static final Logger LOG = LoggerFactory.getLogger(UnsaltedRowCheck.class);

  private UnsaltedRowCheck() {}

  /**
   * Why a region refuses everything.
   *
   * @param wrong what is wrong with the row, with its key
   */
  public record Objection(String wrong) {
    /** For every client, whatever rights it has: it shows no key. */
    public String toClients() {
      return with("its key is in the log of the region server, and halite_doctor shows it");
    }

    /** For operators. */
    public String toOperators() {
      return with(wrong);
    }

    private static String with(String row) {
      return "the region holds a row that was stored without this salt: "
          + row
          + "; if the table's spec was changed, alter the disabled table back to the old one; else"
          + " unset the coprocessor attribute to read such rows, and copy them into a new salted"
          + " table";
    }
  }

  /**
   * Why a region of {@code table} must refuse everything; empty if all rows that it looks at are
   * salted. A file that cannot be read now is left out: HBase serves its region, too.
   *
   * @param site the server's configuration
   */
  public static Optional<Objection> objection(
      SaltedTable table, Region region, Configuration site) {
    List<StoreFile> files = new ArrayList<>();
    region.getStores().forEach(store -> files.addAll(store.getStorefiles()));
    Optional<Objection> atBorders = first(table, files.stream().flatMap(UnsaltedRowCheck::borders));
    Optional<Objection> found =
        atBorders.isPresent() || SpecMemory.of(region.getTableDescriptor()).isPresent()
            ? atBorders
            : first(table, files.stream().flatMap(file -> between(file, site)));
    found.ifPresent(
        objection -> LOG.error("{} refuses every request: {}", region, objection.toOperators()));
    return found;
  }

  private static Optional<Objection> first(SaltedTable table, Stream<byte[]> rows) {
    return rows.flatMap(row -> objection(table, row).stream()).findFirst();
  }

  private static Stream<byte[]> borders(StoreFile file) {
    return Stream.of(file.getFirstKey(), file.getLastKey())
        .flatMap(Optional::stream)
        .map(CellUtil::cloneRow);
  }

  private static Stream<byte[]> between(StoreFile file, Configuration site) {
    try {
      HFile.Reader reader = ((HStoreFile) file).getReader().getHFileReader();
      return FileRows.between(reader, site, ROWS_OF_FILE).stream();
    } catch (IOException | RuntimeException e) {
      LOG.warn("the rows of {} are not looked at for their salt", file.getPath(), e);
      return Stream.empty();
    }
  }

  private static Optional<Objection> objection(SaltedTable table, byte[] row) {
    try {
      table.salt().verify(row, 0, row.length);
      return Optional.empty();
    } catch (RowKeyException e) {
      return Optional.of(new Objection(String.valueOf(e.getMessage())));
    }
  }
}
