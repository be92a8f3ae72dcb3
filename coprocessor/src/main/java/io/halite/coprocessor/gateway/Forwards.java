package io.halite.coprocessor.gateway;

import io.halite.coprocessor.host.ClientRequest;
import io.halite.coprocessor.owner.Budget;
import io.halite.coprocessor.owner.Budgets;
import io.halite.coprocessor.owner.CopyLimit;
import io.halite.coprocessor.owner.HandlerPermits.Permit;
import io.halite.coprocessor.owner.OwnerBatch;
import io.halite.coprocessor.owner.OwnerCalls;
import io.halite.coprocessor.owner.OwnerConnection;
import java.io.IOException;
import org.apache.hadoop.hbase.TableName;

/**
 * How one gateway region forwards requests to the owners of its table's rows.
 *
 * <p>Each forward holds a permit of the server while it runs, and has the budget of the client's
 * request. Thread-safe.
 */
final class Forwards {
  private final TableName table;
  private final OwnerConnection owners;
  private final Budgets budgets;

  Forwards(TableName table, OwnerConnection owners, Budgets budgets) {
    this.table = table;
    this.owners = owners;
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

  /** Forwards what one owner answers. */
  <T> T toOne(ClientRequest request, Forward<OwnerCalls, T> forward) throws IOException {
    try (Permit permit = owners.permits().acquire()) {
      return forward.send(owners.calls(table), budgets.of(request));
    }
  }

  /** Forwards what any number of owners answer. */
  <T> T toMany(ClientRequest request, Forward<OwnerBatch, T> forward) throws IOException {
    try (Permit permit = owners.permits().acquire()) {
      return forward.send(owners.batch(table), budgets.of(request));
    }
  }

  /** The limit of what the copies of one request hold together. */
  CopyLimit copyLimit() {
    return owners.copyLimit();
  }
}
