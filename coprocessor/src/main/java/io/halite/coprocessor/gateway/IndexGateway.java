package io.halite.coprocessor.gateway;

import io.halite.coprocessor.host.ClientRequest;
import io.halite.coprocessor.owner.Budget;
import io.halite.coprocessor.owner.Budgets;
import io.halite.coprocessor.owner.ForwardRetry;
import io.halite.coprocessor.owner.HandlerPermits.Permit;
import io.halite.coprocessor.owner.OwnerConnection;
import io.halite.keys.KeyBytes;
import io.halite.keys.KeyRange;
import io.halite.keys.RowIndex;
import io.halite.routing.index.IndexTable;
import io.halite.routing.index.IndexedReads;
import io.halite.routing.index.IndexedWrites;
import io.halite.routing.table.SaltedTable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.quotas.RpcThrottlingException;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The indexes of one gateway region.
 *
 * <p>The entries of a write are kept, and their keeping is waited for, before the write is
 * forwarded: whatever fails afterwards leaves an entry too many, and never one too few. Requests to
 * index tables have normal priority, so that they never take a handler that forwards wait for, and
 * a permit of their own queue.
 */
public final class IndexGateway {
  private static final long SCAN_MILLIS = 8_000;

  private final SaltedTable table;
  private final OwnerConnection owners;
  private final Budgets budgets;
  private final IndexedWrites writes;

  /** One put, and the number of the write that it is an entry of. */
  private record Kept(int write, Put put) {}

  /** A gateway. */
  public IndexGateway(SaltedTable table, OwnerConnection owners, Budgets budgets) {
    this.table = table;
    this.owners = owners;
    this.budgets = budgets;
    this.writes = new IndexedWrites(table);
  }

  /** Whether the table has no index, so that no write makes an entry. */
  public boolean isEmpty() {
    return table.spec().indexes().isEmpty();
  }

  /**
   * Keeps the entries of writes.
   *
   * @return for each write why it must not be forwarded, or null
   */
  public IOException[] keep(List<? extends Mutation> naturals, ClientRequest request)
      throws IOException {
    IOException[] failures = new IOException[naturals.size()];
    Map<TableName, List<Kept>> tables = new LinkedHashMap<>();
    for (int i = 0; i < failures.length; i++) {
      try {
        for (Map.Entry<TableName, List<Put>> made : writes.entries(naturals.get(i)).entrySet()) {
          List<Kept> kept = tables.computeIfAbsent(made.getKey(), name -> new ArrayList<>());
          for (Put put : made.getValue()) {
            kept.add(new Kept(i, put));
          }
        }
      } catch (DoNotRetryIOException refusal) {
        failures[i] = refusal;
      }
    }
    for (Map.Entry<TableName, List<Kept>> each : tables.entrySet()) {
      keep(each.getKey(), each.getValue(), request, failures);
    }
    return failures;
  }

  /** Keeps the entries of writes that are forwarded as one, or fails. */
  public void keepAll(List<? extends Mutation> naturals, ClientRequest request) throws IOException {
    for (IOException failure : keep(naturals, request)) {
      if (failure != null) {
        throw failure;
      }
    }
  }

  private void keep(
      TableName index, List<Kept> entries, ClientRequest request, IOException[] failures)
      throws IOException {
    Object[] answers;
    try (Permit permit = owners.entryPermits().acquire()) {
      try {
        // The master may be asked: that, too, is waited for with a permit only.
        owners.consents().require(table.name(), index, budgets.of(request));
      } catch (DoNotRetryIOException refusal) {
        entries.forEach(entry -> failures[entry.write()] = refusal);
        return;
      }
      answers =
          owners.entries(index).send(entries.stream().map(Kept::put).toList(), budgets.of(request));
    }
    for (int i = 0; i < answers.length; i++) {
      int write = entries.get(i).write();
      if (answers[i] instanceof IOException failure && failures[write] == null) {
        failures[write] = explained(index, failure);
      }
    }
  }

  /** Why a write is not forwarded; nothing of it has run, so that the client may repeat it. */
  private IOException explained(TableName index, IOException failure) {
    if (failure instanceof TableNotFoundException) {
      return owners.consents().missing(table.name(), index);
    }
    String what =
        "the entries of the row in index table '"
            + index
            + "' could not be kept, so the row was not written";
    if (failure instanceof DoNotRetryIOException) {
      return new DoNotRetryIOException(what + ": " + failure.getMessage(), failure);
    }
    long wait =
        failure instanceof RpcThrottlingException refusal
            ? refusal.getWaitInterval()
            : ForwardRetry.regionWaitMillis(0);
    return ForwardRetry.later(wait, what + " (" + failure + ")");
  }

  /** Whether a get asks for a row by an index. */
  public static boolean isAsked(Get natural) {
    return natural.getAttribute(IndexedReads.ATTRIBUTE) != null;
  }

  /**
   * The one row whose values in the index are the get's row, empty if there is none.
   *
   * @throws DoNotRetryIOException if there are several, or no such index
   */
  public Result find(Get asked, IndexedReads.Rows rows) throws IOException {
    RowIndex index = asked(asked);
    List<Result> found = reads(index, rows).find(asked, 2);
    if (found.size() > 1) {
      throw new DoNotRetryIOException(
          "index '%s' finds several rows, such as %s and %s, and a get gives one: ask for more of its"
                  .formatted(
                      index,
                      KeyBytes.readable(found.get(0).getRow()),
                      KeyBytes.readable(found.get(1).getRow()))
              + " values, or by find_by in the shell ("
              + table
              + ")");
    }
    return found.isEmpty() ? Result.EMPTY_RESULT : found.get(0);
  }

  /** Whether there is a row whose values in the index are the get's row. */
  public boolean exists(Get asked, IndexedReads.Rows rows) throws IOException {
    return !reads(asked(asked), rows).find(asked, 1).isEmpty();
  }

  private IndexedReads reads(RowIndex index, IndexedReads.Rows rows) throws IOException {
    TableName name = IndexTable.name(table.name(), index);
    ReadTime time = ReadTime.of(index, table, budgets, ClientRequest.current());
    try (Permit permit = owners.entryPermits().acquire()) {
      owners.consents().require(table.name(), name, time.budget());
    }
    return new IndexedReads(
        index,
        time.within((range, most) -> first(name, range, most, time.budget())),
        time.within(rows));
  }

  private RowIndex asked(Get get) throws DoNotRetryIOException {
    String name = Bytes.toString(get.getAttribute(IndexedReads.ATTRIBUTE));
    return table
        .spec()
        .index(name)
        .orElseThrow(
            () ->
                new DoNotRetryIOException(
                    "attribute %s '%s' is none of the indexes %s (%s)"
                        .formatted(
                            IndexedReads.ATTRIBUTE,
                            KeyBytes.cut(name),
                            table.spec().indexes(),
                            table)));
  }

  private List<Result> first(TableName index, KeyRange range, int most, Budget budget)
      throws IOException {
    long millis = Math.max(1, Math.min(SCAN_MILLIS, budget.left()));
    Scan scan = IndexTable.scan(range).setLimit(most);
    try (Permit permit = owners.entryPermits().acquire()) {
      CompletableFuture<List<Result>> rows = owners.entryScans(index, millis).scanAll(scan);
      return rows.get(millis, TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof TableNotFoundException) {
        throw owners.consents().missing(table.name(), index);
      }
      throw new IOException("index table '" + index + "' could not be read", e.getCause());
    } catch (TimeoutException e) {
      throw new IOException("index table '" + index + "' was not read in " + millis + " ms", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (InterruptedIOException) new InterruptedIOException().initCause(e);
    }
  }
}
