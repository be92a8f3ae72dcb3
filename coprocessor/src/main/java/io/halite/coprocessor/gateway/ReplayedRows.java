package io.halite.coprocessor.gateway;

import io.halite.keys.KeyBytes;
import io.halite.routing.table.SaltedTable;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.Mutation;

/**
 * Finds batches of stored keys that a client sends as natural ones, as HBase's WALPlayer does.
 *
 * <p>Such a batch would be salted twice. One natural key may happen to look like a stored key, but
 * not a whole batch. So a batch is refused if every cell has a time stamp of its own, every row is
 * a stored key, and they are {@linkplain SaltedTable#surelyStoredRows surely} so many. Immutable.
 */
final class ReplayedRows {
  private final SaltedTable table;
  private final int fewest;

  ReplayedRows(SaltedTable table) {
    this.table = table;
    this.fewest = table.surelyStoredRows();
  }

  /** Refuses a batch of stored keys. */
  void check(List<Write> batch) throws DoNotRetryIOException {
    if (batch.size() < fewest) {
      return;
    }
    Set<String> rows = new HashSet<>();
    for (Write write : batch) {
      if (!hasOwnTimes(write.natural()) || table.objection(write.natural().getRow()).isPresent()) {
        return;
      }
      rows.add(KeyBytes.readable(write.natural().getRow()));
    }
    if (rows.size() >= fewest) {
      throw new DoNotRetryIOException(
          ("all %d rows of this batch, such as %s, are stored keys of the table, which would be"
                  + " salted twice: a replay of its WAL must run over the connection plug-in, with"
                  + " halite.client.replayed.spec set to the table's spec (docs/tools.md, table"
                  + " '%s')")
              .formatted(
                  rows.size(), KeyBytes.readable(batch.get(0).natural().getRow()), table.name()));
    }
  }

  private static boolean hasOwnTimes(Mutation mutation) {
    for (List<Cell> cells : mutation.getFamilyCellMap().values()) {
      for (Cell cell : cells) {
        if (cell.getTimestamp() == HConstants.LATEST_TIMESTAMP) {
          return false;
        }
      }
    }
    return true;
  }
}
