package io.halite.coprocessor.gateway;

import io.halite.coprocessor.host.ClientRequest;
import io.halite.coprocessor.owner.Budget;
import io.halite.coprocessor.owner.Budgets;
import io.halite.coprocessor.owner.CopyLimit;
import io.halite.coprocessor.owner.HandlerPermits.Permit;
import io.halite.coprocessor.owner.MemoryAccount;
import io.halite.coprocessor.owner.OwnerBatch;
import io.halite.coprocessor.owner.OwnerCalls;
import io.halite.coprocessor.owner.OwnerConnection;
import io.halite.coprocessor.owner.SaltedServer;
import java.io.IOException;
import java.util.Collection;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.quotas.RpcThrottlingException;

/**
 * How one gateway region forwards requests to the owners of its table's rows.
 *
 * <p>Each forward holds a permit of the server while it runs, and a share of its memory, and has
 * the budget of the client's request. Thread-safe.
 */
final class Forwards {
  private final TableName table;
  private final OwnerConnection owners;
  private final SaltedServer server;
  private final Budgets budgets;

  Forwards(TableName table, OwnerConnection owners, Budgets budgets) {
    this.table = table;
    this.owners = owners;
    this.server = owners.server();
    this.budgets = budgets;
  }

  /**
   * What is sent while the permit is held.
   *
   * @param <O> how owners are reached
   * @param <T> the answer
   */
  interface Forward<O, T> {
    /** Sends within the budget. */
    T send(O owners, Budget budget) throws IOException;
  }

  /** Forwards a request of {@code bytes}, 0 for a read, that one owner answers. */
  <T> T toOne(Budget budget, long bytes, Forward<OwnerCalls, T> forward) throws IOException {
    try (MemoryAccount.Share memory = hold(bytes, "a request of one row");
        Permit permit = server.permits().acquire()) {
      return forward.send(owners.calls(table, budget), budget);
    }
  }

  /** Forwards requests of {@code bytes} in all, 0 for reads, that any number of owners answer. */
  <T> T toMany(Budget budget, long bytes, Forward<OwnerBatch, T> forward) throws IOException {
    try (MemoryAccount.Share memory = hold(bytes, "a batch");
        Permit permit = server.permits().acquire()) {
      return forward.send(owners.batch(table, budget), budget);
    }
  }

  /** The budget of a request whose forward begins now. */
  Budget budget(ClientRequest request) throws NotServingRegionException, RpcThrottlingException {
    return budgets.of(request);
  }

  /** A read reserves nothing, and always fits. */
  private MemoryAccount.Share hold(long bytes, String what) throws RpcThrottlingException {
    return server.forwardMemory().open(bytes, what);
  }

  /** The account of what the server holds for forwards, answers that have arrived among it. */
  MemoryAccount answers() {
    return server.forwardMemory();
  }

  /** The account of the answers to the gets of multi requests. */
  MemoryAccount answersOfBatches() {
    return server.answerMemory();
  }

  /** The size of writes in memory, in bytes. */
  static long size(Collection<? extends Mutation> writes) {
    return writes.stream().mapToLong(Mutation::heapSize).sum();
  }

  /** The limit of what the copies of one request hold together. */
  CopyLimit copyLimit() {
    return server.copyLimit();
  }
}
