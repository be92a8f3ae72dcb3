package io.halite.coprocessor.load;

import io.halite.client.table.SaltedTable;
import io.halite.keys.RowKeyException;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.util.Pair;

/**
 * Looks into files that are to be loaded into a region, before they are moved there.
 *
 * <p>A loaded file becomes a store file as it is, so its rows must be stored keys. The first, the
 * middle and the last row of each file are verified, which costs three blocks; files that
 * snapshots, backups and this table itself have made pass, files of natural keys do not. Immutable.
 */
public final class LoadedFiles {
  private final SaltedTable table;
  private final Configuration conf;

  /** Files that are to be loaded into {@code table}. */
  public LoadedFiles(SaltedTable table, Configuration conf) {
    this.table = table;
    this.conf = conf;
  }

  /**
   * Refuses files of natural keys.
   *
   * @param familyPaths family and path of each file
   * @throws DoNotRetryIOException naming the file, the row, the rule and the way out
   */
  public void check(List<Pair<byte[], String>> familyPaths) throws IOException {
    if (!table.spec().indexes().isEmpty()) {
      throw new DoNotRetryIOException(
          "files are not loaded into an indexed table, whose index would not find their rows: put"
              + " the rows ("
              + table
              + ")");
    }
    for (Pair<byte[], String> familyPath : familyPaths) {
      check(new Path(familyPath.getSecond()));
    }
  }

  private void check(Path file) throws IOException {
    try (HFile.Reader reader =
        HFile.createReader(file.getFileSystem(conf), file, CacheConfig.DISABLED, true, conf)) {
      for (Optional<Cell> key :
          List.of(reader.getFirstKey(), reader.midKey(), reader.getLastKey())) {
        if (key.isPresent()) {
          check(file, key.get());
        }
      }
    } catch (DoNotRetryIOException e) {
      throw e;
    } catch (IOException e) {
      throw new DoNotRetryIOException(
          "file '"
              + file
              + "' could not be read to verify its salt, and is not loaded: the servers' user must"
              + " be allowed to read it ("
              + table
              + ")",
          e);
    }
  }

  private void check(Path file, Cell key) throws DoNotRetryIOException {
    try {
      table.salt().verify(key.getRowArray(), key.getRowOffset(), key.getRowLength());
    } catch (RowKeyException e) {
      throw new DoNotRetryIOException(
          "file '"
              + file
              + "' holds a row that is no stored key, and is not loaded: "
              + e.getMessage()
              + "; load files of stored keys, or put the rows by their natural keys ("
              + table
              + ")",
          e);
    }
  }
}
