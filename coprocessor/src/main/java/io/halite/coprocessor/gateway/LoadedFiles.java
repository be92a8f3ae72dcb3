package io.halite.coprocessor.gateway;

import io.halite.coprocessor.table.FileRows;
import io.halite.coprocessor.table.RegionSettings;
import io.halite.coprocessor.table.Setting;
import io.halite.filters.cell.CopiedCell;
import io.halite.keys.KeyBytes;
import io.halite.keys.RowKeyException;
import io.halite.routing.table.LoadableFiles;
import io.halite.routing.table.SaltedTable;
import io.halite.routing.wait.Interrupted;
import java.io.IOException;
import java.net.URI;
import java.security.PrivilegedExceptionAction;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileScanner;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.util.Pair;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Verifies the files of a bulk load before HBase moves them into the region.
 *
 * <p>A loaded file becomes a store file as it is, so its rows must be stored keys. The first 64
 * rows of each file, the middle and the last one, and 16 at even distances are verified, which
 * reads as many blocks at most. Files of snapshots, backups and exports of this table pass, since
 * their rows are stored keys. An indexed table refuses every file.
 *
 * <p>How surely a file of natural keys, or of another spec, is refused depends on the salt. Under
 * {@code hash(*) % 16} a natural key looks like a stored one with a probability of 1/16 at most, so
 * that 16 rows of a file pass less than once in 2^64 files. Rows that are equal in the segments
 * that are salted have equal salts: under {@code hash(user) % 16} a file of one user's natural keys
 * passes if the first of its rows does. The salts of {@code phoenix} and {@code hbasewd} are in a
 * row for keys in a row. Under {@code reverse}, {@code random} and {@code random-suffix} other keys
 * look like stored ones, so no file is loaded unless the table's owner {@linkplain LoadableFiles
 * says} that all files hold stored keys. Where rows of more than 10,000 cells are the first ones,
 * fewer of them are verified.
 *
 * <p>A region has one spec while it is open, and HBase loads no file into a region that has closed
 * since the files were verified. So they are verified under the spec under which they are read.
 *
 * <p>The server reads the files as the user who loads them, so nobody learns of a file that they
 * may not read. No refusal quotes a file's content. Immutable.
 */
public final class LoadedFiles {
  private static final Logger LOG = LoggerFactory.getLogger(LoadedFiles.class);

  private static final int MOST_OF_A_PATH = 500;

  /** How many rows at the beginning of a file are verified. */
  private static final int FIRST_ROWS = 64;

  /** How many rows between the first and the last one are verified, at even distances. */
  private static final int INNER_ROWS = 16;

  /** What a seek returns that finds no cell; all other seeks end at one. */
  private static final int BEFORE_ALL = -1;

  /** How many cells are read for that at most, since a row may have millions. */
  private static final int MOST_CELLS = 10_000;

  private final SaltedTable table;
  private final Configuration conf;
  private final Optional<String> refusal;

  /**
   * The files for a table.
   *
   * @param settings of its regions
   */
  LoadedFiles(SaltedTable table, RegionSettings settings) {
    this.table = table;
    this.conf = settings.site();
    this.refusal = LoadableFiles.refusal(table, settings.get(Setting.BULKLOAD_STORED));
  }

  /**
   * Refuses files of natural keys, and every file where they cannot be recognised.
   *
   * @param familyPaths family and path of each file
   * @param caller the user who loads the files; HBase has given this user the file system's token
   *     of the request, if there is one, and loads the files as this user
   * @throws DoNotRetryIOException naming the file, which row, the rule and the cure
   */
  public void check(List<Pair<byte[], String>> familyPaths, User caller) throws IOException {
    if (!table.spec().indexes().isEmpty()) {
      throw new DoNotRetryIOException(
          "files are not loaded into an indexed table, since its index would not find their rows:"
              + " put the rows ("
              + table
              + ")");
    }
    if (refusal.isPresent()) {
      throw new DoNotRetryIOException(refusal.get());
    }
    for (Pair<byte[], String> familyPath : familyPaths) {
      check(familyPath.getSecond(), caller);
    }
  }

  private void check(String file, User caller) throws IOException {
    Optional<String> wrong = wrongRow(file, caller);
    if (wrong.isPresent()) {
      throw new DoNotRetryIOException(
          "file '"
              + KeyBytes.cut(file, MOST_OF_A_PATH)
              + "' is not loaded: its "
              + wrong.get()
              + " row is not a stored key: its salt is missing, or is not the salt of its natural"
              + " key; if it is a file of natural keys, load it by"
              + " io.halite.client.mapreduce.SaltedBulkLoad, which makes files of stored keys; if"
              + " it is a file of stored keys of another spec, as WALPlayer, backups and snapshots"
              + " have them, load it into a table of that spec and copy the rows from there by"
              + " CopyTable ("
              + table
              + ")");
    }
  }

  /** Which of the verified rows is not a stored key, of a file that is read as {@code caller}. */
  private Optional<String> wrongRow(String file, User caller) throws IOException {
    try {
      return caller.runAs((PrivilegedExceptionAction<Optional<String>>) () -> wrongRow(file));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw Interrupted.during("verifying a file to load", e);
    } catch (IOException | RuntimeException e) {
      // The message goes to the log alone: if the file is not HBase's, the message quotes it.
      LOG.info(
          "file {} of user {} could not be verified",
          KeyBytes.cut(file, MOST_OF_A_PATH),
          caller.getShortName(),
          e);
      throw new DoNotRetryIOException(
          "file '"
              + KeyBytes.cut(file, MOST_OF_A_PATH)
              + "' could not be read as user '"
              + caller.getShortName()
              + "' to verify its salt, and is not loaded: the file must exist, be an HFile, and be"
              + " readable for this user; the server's log has the cause ("
              + table
              + ")");
    }
  }

  /** Which of the verified rows is not a stored key; empty if all of them are. */
  private Optional<String> wrongRow(String file) throws IOException {
    Path path = new Path(file);
    try (FileSystem files = FileSystem.get(path.toUri(), withoutCache(path));
        HFile.Reader reader = HFile.createReader(files, path, CacheConfig.DISABLED, true, conf)) {
      try (HFileScanner cells = reader.getScanner(conf, false, true)) {
        int wrong = firstWrong(cells);
        if (wrong > 0) {
          return Optional.of(wrong == 1 ? "first" : wrong + ".");
        }
        Optional<Cell> middle = reader.midKey();
        // The index shortens keys: the middle one may be of no row, but it leads to one.
        if (middle.isPresent()
            && cells.seekTo(middle.get()) != BEFORE_ALL
            && !isStored(cells.getCell())) {
          return Optional.of("middle");
        }
      }
      for (byte[] row : FileRows.between(reader, conf, INNER_ROWS)) {
        if (table.objection(row).isPresent()) {
          return Optional.of("inner");
        }
      }
      Optional<Cell> last = reader.getLastKey();
      return last.isEmpty() || isStored(last.get()) ? Optional.empty() : Optional.of("last");
    }
  }

  /**
   * Of the file systems that Hadoop remembers, HBase closes those of a user when a load of the user
   * ends, also while another one is verified.
   */
  private Configuration withoutCache(Path path) {
    URI uri = path.toUri();
    String scheme =
        uri.getScheme() == null ? FileSystem.getDefaultUri(conf).getScheme() : uri.getScheme();
    Configuration own = new Configuration(conf);
    own.setBoolean("fs." + scheme + ".impl.disable.cache", true);
    return own;
  }

  /** The number of the first row that is not a stored key, from 1; 0 if none is. */
  private int firstWrong(HFileScanner cells) throws IOException {
    int rows = 0;
    Optional<Cell> row = Optional.empty();
    boolean more = cells.seekTo();
    for (int read = 0; more && rows < FIRST_ROWS && read < MOST_CELLS; read++) {
      Cell cell = cells.getCell();
      if (row.isEmpty() || !CellUtil.matchingRows(row.get(), cell)) {
        row = Optional.of(CopiedCell.of(CellUtil.cloneRow(cell), cell));
        rows++;
        if (!isStored(cell)) {
          return rows;
        }
      }
      more = cells.next();
    }
    return 0;
  }

  private boolean isStored(Cell cell) {
    try {
      table.salt().verify(cell.getRowArray(), cell.getRowOffset(), cell.getRowLength());
      return true;
    } catch (RowKeyException notStored) {
      return false;
    }
  }
}
