package io.halite.coprocessor.gateway;

import io.halite.keys.KeyBytes;
import io.halite.keys.RowKeyException;
import io.halite.routing.table.SaltedTable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.security.PrivilegedExceptionAction;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.util.Pair;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks into files that are to be loaded into a region, before they are moved there.
 *
 * <p>A loaded file becomes a store file as it is, so its rows must be stored keys. The first, the
 * middle and the last row of each file are verified, which costs three blocks; files that
 * snapshots, backups and this table itself have made pass, files of natural keys do not.
 *
 * <p>Files are read as the user who asks, so that nobody has the server read for him what he may
 * not read himself, and no refusal tells what is in a file. Immutable.
 */
public final class LoadedFiles {
  private static final Logger LOG = LoggerFactory.getLogger(LoadedFiles.class);

  private static final int MOST_OF_A_PATH = 500;

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
   * @param caller as whom they are read; HBase has given him the token that the request brought for
   *     the file system, if any, and loads the files as him
   * @throws DoNotRetryIOException naming the file, which row, the rule and the way out
   */
  public void check(List<Pair<byte[], String>> familyPaths, User caller) throws IOException {
    if (!table.spec().indexes().isEmpty()) {
      throw new DoNotRetryIOException(
          "files are not loaded into an indexed table, whose index would not find their rows: put"
              + " the rows ("
              + table
              + ")");
    }
    for (Pair<byte[], String> familyPath : familyPaths) {
      check(familyPath.getSecond(), caller);
    }
  }

  private void check(String file, User caller) throws IOException {
    Optional<String> wrong;
    try {
      wrong = caller.runAs((PrivilegedExceptionAction<Optional<String>>) () -> wrongRow(file));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (InterruptedIOException) new InterruptedIOException().initCause(e);
    } catch (IOException | RuntimeException e) {
      // What a reader says of a file that is none of HBase's, quotes the file.
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
              + "' to verify its salt, and is not loaded: it must be there, be a file of HBase, and"
              + " be one that this user may read; the server's log says more ("
              + table
              + ")");
    }
    if (wrong.isPresent()) {
      throw new DoNotRetryIOException(
          "file '"
              + KeyBytes.cut(file, MOST_OF_A_PATH)
              + "' is not loaded: its "
              + wrong.get()
              + " row is no stored key, which is the salt and then a natural key that has that salt;"
              + " load files of stored keys, or put the rows by their natural keys ("
              + table
              + ")");
    }
  }

  /** Which of the rows that are looked at is no stored key; none if all are. */
  private Optional<String> wrongRow(String file) throws IOException {
    Path path = new Path(file);
    // One of its own, since one that HBase keeps for the user would stay after a refusal.
    try (FileSystem files = FileSystem.newInstance(path.toUri(), conf);
        HFile.Reader reader = HFile.createReader(files, path, CacheConfig.DISABLED, true, conf)) {
      if (!isStored(reader.getFirstKey())) {
        return Optional.of("first");
      }
      if (!isStored(reader.midKey())) {
        return Optional.of("middle");
      }
      return isStored(reader.getLastKey()) ? Optional.empty() : Optional.of("last");
    }
  }

  private boolean isStored(Optional<Cell> key) {
    if (key.isEmpty()) {
      return true;
    }
    try {
      Cell cell = key.get();
      table.salt().verify(cell.getRowArray(), cell.getRowOffset(), cell.getRowLength());
      return true;
    } catch (RowKeyException notStored) {
      return false;
    }
  }
}
