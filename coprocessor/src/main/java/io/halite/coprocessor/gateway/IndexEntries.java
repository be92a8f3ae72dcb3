package io.halite.coprocessor.gateway;

import io.halite.coprocessor.host.ClientRequest;
import io.halite.coprocessor.owner.Budget;
import io.halite.coprocessor.owner.Budgets;
import io.halite.coprocessor.owner.ForwardRetry;
import io.halite.coprocessor.owner.HandlerPermits.Permit;
import io.halite.coprocessor.owner.MemoryAccount;
import io.halite.coprocessor.owner.OwnerConnection;
import io.halite.coprocessor.owner.SaltedServer;
import io.halite.keys.RowIndex;
import io.halite.routing.index.IndexTable;
import io.halite.routing.index.IndexedWrites;
import io.halite.routing.table.SaltedTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.quotas.RpcThrottlingException;

/**
 * Writes the index entries of the natural writes of one gateway region.
 *
 * <p>A write is forwarded only after its entries are written. So a failure afterwards leaves an
 * entry too many, and never one too few. Requests to index tables have normal priority, so that
 * they never take a handler that forwards wait for; their permits have a queue of their own.
 * Thread-safe.
 */
final class IndexEntries {
  private final SaltedTable table;
  private final OwnerConnection owners;
  private final SaltedServer server;
  private final Budgets budgets;
  private final IndexedWrites writes;

  /** One entry, and the number of the write that it belongs to. */
  private record Entry(int write, Put put) {}

  IndexEntries(SaltedTable table, OwnerConnection owners, Budgets budgets) {
    this.table = table;
    this.owners = owners;
    this.server = owners.server();
    this.budgets = budgets;
    this.writes = new IndexedWrites(table);
  }

  /**
   * Writes the entries of a batch.
   *
   * @param budget what is left of the time of the whole batch
   * @return the same writes; those without all of their entries are refused
   */
  List<Write> keep(List<Write> batch, Budget budget) throws IOException {
    if (table.spec().indexes().isEmpty()) {
      return batch;
    }
    SortedMap<Integer, IOException> failures =
        failures(batch.stream().map(Write::natural).toList(), budget);
    List<Write> kept = new ArrayList<>(batch);
    failures.forEach(
        (number, failure) ->
            kept.set(number, new Write.Refused(batch.get(number).natural(), failure)));
    return kept;
  }

  /**
   * Writes the entries of mutations that are forwarded as one.
   *
   * @throws IOException why they must not be forwarded
   */
  void keepAll(List<? extends Mutation> naturals, ClientRequest request) throws IOException {
    SortedMap<Integer, IOException> failures = failures(naturals, budgets.of(request));
    if (!failures.isEmpty()) {
      throw failures.get(failures.firstKey());
    }
  }

  /** Writes entries; answers why writes must not be forwarded, by their numbers. */
  private SortedMap<Integer, IOException> failures(List<? extends Mutation> naturals, Budget budget)
      throws IOException {
    SortedMap<Integer, IOException> failures = new TreeMap<>();
    if (table.spec().indexes().isEmpty()) {
      return failures;
    }
    Map<RowIndex, List<Entry>> entries = new LinkedHashMap<>();
    for (int i = 0; i < naturals.size(); i++) {
      try {
        for (Map.Entry<RowIndex, List<Put>> made : writes.entries(naturals.get(i)).entrySet()) {
          List<Entry> ofIndex = entries.computeIfAbsent(made.getKey(), name -> new ArrayList<>());
          for (Put put : made.getValue()) {
            ofIndex.add(new Entry(i, put));
          }
        }
      } catch (DoNotRetryIOException refusal) {
        failures.put(i, refusal);
      }
    }
    for (Map.Entry<RowIndex, List<Entry>> each : entries.entrySet()) {
      write(each.getKey(), each.getValue(), budget, failures);
    }
    return failures;
  }

  private void write(
      RowIndex index, List<Entry> entries, Budget budget, Map<Integer, IOException> failures)
      throws IOException {
    Object[] answers;
    List<Put> puts = entries.stream().map(Entry::put).toList();
    TableName name = IndexTable.name(table.name(), index);
    try (MemoryAccount.Share memory =
            server.forwardMemory().open(Forwards.size(puts), "a batch of index entries");
        Permit permit = server.entryPermits().acquire()) {
      try {
        // It may wait for an answer of the master, so it needs the permit, too.
        owners.consents().require(table.name(), index, budget);
      } catch (DoNotRetryIOException refusal) {
        entries.forEach(entry -> failures.put(entry.write(), refusal));
        return;
      }
      answers = owners.entries(name, budget).sendInParts(puts, budget);
    }
    for (int i = 0; i < answers.length; i++) {
      if (answers[i] instanceof IOException failure) {
        failures.putIfAbsent(entries.get(i).write(), explained(index, failure));
      }
    }
  }

  /** Why a write is not forwarded. None of it was applied, so the client may repeat it. */
  private IOException explained(RowIndex index, IOException failure) {
    if (failure instanceof TableNotFoundException) {
      return owners.consents().missing(table.name(), index);
    }
    String what =
        "cannot write the row's entries to index table '"
            + IndexTable.name(table.name(), index)
            + "', so the row was not written";
    if (failure instanceof DoNotRetryIOException) {
      return new DoNotRetryIOException(what + ": " + failure.getMessage(), failure);
    }
    long wait =
        failure instanceof RpcThrottlingException refusal
            ? refusal.getWaitInterval()
            : ForwardRetry.regionWaitMillis(0);
    return ForwardRetry.later(wait, what + " (" + failure + ")");
  }
}
