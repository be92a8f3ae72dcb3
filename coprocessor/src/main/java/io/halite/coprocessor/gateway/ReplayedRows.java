package io.halite.coprocessor.gateway;

import io.halite.keys.KeyBytes;
import io.halite.keys.SaltingSpec;
import io.halite.routing.table.SaltedTable;
import io.halite.routing.table.StoredKeyEvidence;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.Mutation;

/**
 * Finds batches of stored keys that a client sends as natural ones, as HBase's WALPlayer does.
 *
 * <p>Such a batch would be salted twice. One natural key may happen to look like a stored key, but
 * not a whole batch. So a batch is refused if every cell has a time stamp of its own, every row is
 * a key that one salted table of this server stores, and so many are {@linkplain StoredKeyEvidence
 * surely} no natural keys.
 *
 * <p>Example: a WAL of {@code from}, {@code hash(*) % 4}, is replayed into {@code to}, {@code
 * hash(*) % 7}. All rows of a batch are stored keys of {@code from}. Thread-safe.
 */
final class ReplayedRows {
  private final SaltedTable table;
  private final Supplier<Stream<SaltedTable>> served;

  /**
   * Looks at the writes to a table.
   *
   * @param served the salted tables of which this server has regions: one of them may be the source
   */
  ReplayedRows(SaltedTable table, Supplier<Stream<SaltedTable>> served) {
    this.table = table;
    this.served = served;
  }

  /** Refuses a batch of stored keys. */
  void check(List<Write> batch) throws DoNotRetryIOException {
    if (!batch.stream().allMatch(write -> hasOwnTimes(write.natural()))) {
      return;
    }
    Set<SaltingSpec> asked = new HashSet<>();
    Iterator<SaltedTable> sources = Stream.concat(Stream.of(table), served.get()).iterator();
    while (sources.hasNext()) {
      SaltedTable source = sources.next();
      if (asked.add(source.spec())) {
        check(batch, source);
      }
    }
  }

  private void check(List<Write> batch, SaltedTable source) throws DoNotRetryIOException {
    StoredKeyEvidence evidence = new StoredKeyEvidence(source);
    if (batch.size() >= evidence.fewest()
        && batch.stream().allMatch(write -> evidence.add(write.natural().getRow()))
        && evidence.isSure()) {
      throw new DoNotRetryIOException(
          ("all rows of this batch of %d, such as %s, are stored keys of table '%s', %s,"
                  + " which would be salted twice: a replay of its WAL must run over the connection"
                  + " plug-in, with halite.client.replayed.spec set to that table's spec"
                  + " (docs/tools.md, table '%s')")
              .formatted(
                  batch.size(),
                  KeyBytes.readable(batch.get(0).natural().getRow()),
                  source.name(),
                  source.spec(),
                  table.name()));
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
