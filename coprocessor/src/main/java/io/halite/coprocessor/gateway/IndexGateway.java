package io.halite.coprocessor.gateway;

import io.halite.coprocessor.host.ClientRequest;
import io.halite.coprocessor.owner.Budget;
import io.halite.coprocessor.owner.Budgets;
import io.halite.coprocessor.owner.HandlerPermits.Permit;
import io.halite.coprocessor.owner.MemoryAccount;
import io.halite.coprocessor.owner.OwnerConnection;
import io.halite.coprocessor.owner.SaltedServer;
import io.halite.keys.IndexRange;
import io.halite.keys.KeyBytes;
import io.halite.keys.KeyRange;
import io.halite.keys.RowIndex;
import io.halite.routing.index.IndexQuestion;
import io.halite.routing.index.IndexTable;
import io.halite.routing.index.IndexedReads;
import io.halite.routing.merge.SortedRows;
import io.halite.routing.table.SaltedTable;
import io.halite.routing.wait.Interrupted;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;

/**
 * Finds rows by an index, for gets and scans that one gateway region serves.
 *
 * <p>The row of such a get holds the values of the index; its attribute {@code halite.index} names
 * the index, and may go on with values and a range. That of a scan has all values. Thread-safe.
 */
final class IndexGateway {
  private final SaltedTable table;
  private final OwnerConnection owners;
  private final SaltedServer server;
  private final Budgets budgets;
  private final ReadTime.Rows rows;
  private final LoadGate gate;

  /**
   * The lookup in all indexes of a table.
   *
   * @param rows reads the rows that the entries of an index name
   * @param gate what scans pass, which hold the region's lock
   */
  IndexGateway(
      SaltedTable table,
      OwnerConnection owners,
      Budgets budgets,
      ReadTime.Rows rows,
      LoadGate gate) {
    this.table = table;
    this.owners = owners;
    this.server = owners.server();
    this.budgets = budgets;
    this.rows = rows;
    this.gate = gate;
  }

  /** Whether a get names an index. */
  static boolean isFor(Get natural) {
    return natural.getAttribute(IndexedReads.ATTRIBUTE) != null;
  }

  /**
   * The one row whose values in the index the get asks for; an empty result if no row has them.
   *
   * @throws DoNotRetryIOException if several rows have them, or the table has no such index
   */
  Result find(Get natural) throws IOException {
    IndexRange asked = asked(natural);
    List<Result> found = reads(asked.index(), server.forwardMemory()).find(asked, natural, 2);
    if (found.size() > 1) {
      throw new DoNotRetryIOException(
          ("index '%s' finds several rows, such as %s and %s, but a get returns one: give more of"
                  + " the index's values, or use find_by in the shell (%s)")
              .formatted(
                  asked.index(),
                  KeyBytes.readable(found.get(0).getRow()),
                  KeyBytes.readable(found.get(1).getRow()),
                  table));
    }
    return found.isEmpty() ? Result.EMPTY_RESULT : found.get(0);
  }

  /** Whether a row has the values in the index that the get asks for. */
  boolean exists(Get natural) throws IOException {
    IndexRange asked = asked(natural);
    return !reads(asked.index(), server.forwardMemory()).find(asked, natural, 1).isEmpty();
  }

  /** The rows that a scan finds; they are read while they are polled. */
  SortedRows rows(IndexedScan scan, MemoryAccount.Share memory) {
    RowIndex index = scan.asked().index();
    return new IndexedRows(
        scan, () -> reads(index, server.scanMemory()), gate, memory, IndexedRows.MOST);
  }

  /** Reads by an index whose entries have a share of an account while they are held. */
  private IndexedReads reads(RowIndex index, MemoryAccount account) throws IOException {
    ReadTime time = ReadTime.of(index, table, budgets, ClientRequest.current());
    try (Permit permit = server.entryPermits().acquire()) {
      owners.consents().require(table.name(), index, time.budget());
    }
    return new IndexedReads(
        index,
        time.within((ranges, most, bytes) -> first(index, ranges, most, bytes, time.budget())),
        time.eachWithin(rows),
        account.share());
  }

  private IndexRange asked(Get natural) throws DoNotRetryIOException {
    return IndexQuestion.parse(
        natural.getAttribute(IndexedReads.ATTRIBUTE), natural.getRow(), table);
  }

  /** Reads all ranges at the same time, by scans that this one handler waits for. */
  private List<List<Result>> first(
      RowIndex index, List<KeyRange> ranges, int most, long bytes, Budget budget)
      throws IOException {
    TableName name = IndexTable.name(table.name(), index);
    long millis = Math.max(1, budget.left());
    try (Permit permit = server.entryPermits().acquire()) {
      AsyncTable<AdvancedScanResultConsumer> entries = owners.entryScans(name, millis);
      List<CompletableFuture<List<Result>>> scans =
          ranges.stream()
              .map(range -> FirstRowsOfScan.read(entries, IndexTable.scan(range), most, bytes))
              .toList();
      CompletableFuture.allOf(scans.toArray(CompletableFuture[]::new))
          .get(millis, TimeUnit.MILLISECONDS);
      return scans.stream().map(CompletableFuture::join).toList();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof TableNotFoundException) {
        throw owners.consents().missing(table.name(), index);
      }
      throw new IOException(
          "cannot read index table '"
              + name
              + "': repeat the read; if it fails again, the cause says why",
          e.getCause());
    } catch (TimeoutException e) {
      throw new IOException(
          "index table '%s' did not answer in %d ms, the rest of the time of a read by index '%s'"
                  .formatted(name, millis, index)
              + ": if repeats fail, too, look for slow regions of that table, and remove stale"
              + " index entries with the shell's command sweep_index '%s', '%s'"
                  .formatted(table.name(), index.name()),
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw Interrupted.during("reading index table '" + name + "'", e);
    }
  }
}
