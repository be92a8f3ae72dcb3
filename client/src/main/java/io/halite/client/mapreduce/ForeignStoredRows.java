package io.halite.client.mapreduce;

import io.halite.keys.Salt;
import io.halite.routing.table.SaltedTable;
import io.halite.routing.table.StoredKeyEvidence;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileScanner;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The spec of another table, and whether files that are given as files of natural keys hold stored
 * keys of it, as those do that WALPlayer makes of its WAL. They would be salted twice.
 *
 * <p>The first 64 rows of a file are looked at, and those of all files together, where each one has
 * too few to be {@linkplain StoredKeyEvidence sure}. Not thread-safe.
 */
final class ForeignStoredRows {
  private static final Logger LOG = LoggerFactory.getLogger(ForeignStoredRows.class);

  /** How many rows of a file are read; as many are enough for every spec that can be sure. */
  private static final int FIRST_ROWS = 64;

  /** How many cells are read for that at most, since a row may have millions. */
  private static final int MOST_CELLS = 10_000;

  private final SaltedTable other;
  private final StoredKeyEvidence ofAllFiles;
  private int rows;

  private ForeignStoredRows(SaltedTable other) {
    this.other = other;
    this.ofAllFiles = new StoredKeyEvidence(other);
  }

  /**
   * Refuses files of stored keys of another spec.
   *
   * @param tables that the user may see
   */
  static void refuse(
      NaturalFiles files, SaltedTable target, List<TableDescriptor> tables, Configuration conf)
      throws IOException {
    List<ForeignStoredRows> others = of(target, tables);
    if (others.isEmpty()) {
      return;
    }
    for (Path file : files.paths()) {
      List<byte[]> rows = firstRows(file, conf);
      for (ForeignStoredRows each : others) {
        if (each.add(rows)) {
          throw each.refusal("file '" + file + "'", rows.size(), target);
        }
      }
    }
    for (ForeignStoredRows each : others) {
      if (each.ofAllFiles.isSure()) {
        throw each.refusal("the files", each.rows, target);
      }
    }
  }

  /** The specs under which files can surely be stored, each once, but for that of the target. */
  private static List<ForeignStoredRows> of(SaltedTable target, List<TableDescriptor> tables) {
    Map<Salt, ForeignStoredRows> others = new LinkedHashMap<>();
    for (TableDescriptor table : tables) {
      spec(table)
          .filter(other -> new StoredKeyEvidence(other).fewest() <= FIRST_ROWS)
          .filter(other -> !other.salt().equals(target.salt()))
          .ifPresent(other -> others.putIfAbsent(other.salt(), new ForeignStoredRows(other)));
    }
    return List.copyOf(others.values());
  }

  private static Optional<SaltedTable> spec(TableDescriptor table) {
    try {
      return RegionSpec.stored(table);
    } catch (IOException | IllegalArgumentException e) {
      LOG.info("the spec of table '{}' is not compared: {}", table.getTableName(), e.getMessage());
      return Optional.empty();
    }
  }

  /** Adds the first rows of a file; returns whether they are surely stored keys. */
  private boolean add(List<byte[]> first) {
    StoredKeyEvidence ofFile = new StoredKeyEvidence(other);
    for (byte[] row : first) {
      ofFile.add(row);
      ofAllFiles.add(row);
    }
    rows += first.size();
    return ofFile.isSure();
  }

  private static List<byte[]> firstRows(Path file, Configuration conf) throws IOException {
    List<byte[]> rows = new ArrayList<>();
    try (HFile.Reader reader =
            HFile.createReader(file.getFileSystem(conf), file, CacheConfig.DISABLED, true, conf);
        HFileScanner cells = reader.getScanner(conf, false, true)) {
      boolean more = cells.seekTo();
      for (int read = 0; more && rows.size() < FIRST_ROWS && read < MOST_CELLS; read++) {
        Cell cell = cells.getCell();
        if (rows.isEmpty() || !CellUtil.matchingRows(cell, rows.get(rows.size() - 1))) {
          rows.add(CellUtil.cloneRow(cell));
        }
        more = cells.next();
      }
    }
    return rows;
  }

  private IOException refusal(String files, int rows, SaltedTable target) {
    return new IOException(
        ("the first %d rows of %s are stored keys under '%s', the spec of table '%s', and would be"
                + " salted twice: load files of stored keys by HBase's own tool,"
                + " 'completebulkload', into a table of that spec, and copy the rows from there by"
                + " CopyTable (%s)")
            .formatted(rows, files, other.spec(), other.name(), target));
  }
}
