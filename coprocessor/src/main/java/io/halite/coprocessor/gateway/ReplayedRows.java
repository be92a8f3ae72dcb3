package io.halite.coprocessor.gateway;

import io.halite.keys.KeyBytes;
import io.halite.keys.SaltingSpec;
import io.halite.routing.table.SaltedTable;
import io.halite.routing.table.StoredKeyEvidence;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.Mutation;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

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
  private static final Logger LOG = LoggerFactory.getLogger(ReplayedRows.class);

  private final SaltedTable table;
  private final Supplier<Stream<SaltedTable>> served;
  private final Predicate<Mutation> isReplicated;

  /**
   * Looks at the writes to a table.
   *
   * @param served the salted tables with regions on this server: one of them may be the source
   * @param isReplicated whether a write comes from another cluster: a peer that is refused repeats
   *     its writes without end
   */
  ReplayedRows(
      SaltedTable table, Supplier<Stream<SaltedTable>> served, Predicate<Mutation> isReplicated) {
    this.table = table;
    this.served = served;
    this.isReplicated = isReplicated;
  }

  /** Refuses a batch of stored keys. */
  void check(List<Write> batch) throws DoNotRetryIOException {
    if (!batch.stream().map(Write::natural).allMatch(this::maybeReplayed)) {
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
      boolean isOwn = source.spec().equals(table.spec());
      if (!isOwn) {
        // The client may have no right to learn of that table.
        LOG.warn("a batch to {} holds stored keys of {}", table, source);
      }
      throw new DoNotRetryIOException(
          ("all rows of this batch of %d, such as %s, are stored keys of %s, which would be salted"
                  + " twice: a replay of its WAL must run over the connection plug-in, with"
                  + " halite.client.replayed.spec set to its spec (docs/tools.md, table '%s')")
              .formatted(
                  batch.size(),
                  KeyBytes.readable(batch.get(0).natural().getRow()),
                  isOwn ? "the table" : "another salted table, which the server's log names",
                  table.name()));
    }
  }

  private boolean maybeReplayed(Mutation write) {
    return hasOwnTimes(write) && !isReplicated.test(write);
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
