package io.halite.coprocessor.gateway;

import io.halite.coprocessor.host.ClientRequest;
import io.halite.coprocessor.owner.Outcomes;
import io.halite.routing.table.OperationNumber;
import io.halite.routing.table.SaltedTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.regionserver.MiniBatchOperationInProgress;
import org.apache.hadoop.hbase.regionserver.OperationStatus;

/**
 * The numbered deletes of newest versions that reach one owner region beside increments or appends,
 * each applied once.
 *
 * <p>By the client's nonce HBase knows the increments of a repeated row again, and skips them. By
 * their number this skips the deletes: a repeat would delete the version before. HBase calls both
 * hooks under the lock of the row, so that a repeat that comes while the first attempt runs finds
 * its number. Thread-safe.
 */
public final class NumberedDeletes {
  private final SaltedTable table;
  private final Outcomes outcomes;
  private final ThreadLocal<Begun> begun = new ThreadLocal<>();
  private final Runnable forget = begun::remove;

  /**
   * Deletes that this thread applies now for the first time.
   *
   * @param first the first mutation of their batch
   */
  private record Begun(Mutation first, List<OperationNumber> keys) {}

  NumberedDeletes(SaltedTable table, Outcomes outcomes) {
    this.table = table;
    this.outcomes = outcomes;
  }

  /**
   * HBase is about to apply a batch: it takes the deletes that were applied before as done.
   *
   * @param sender the user who sent the batch
   */
  public void begin(MiniBatchOperationInProgress<Mutation> batch, Supplier<String> sender)
      throws DoNotRetryIOException {
    List<OperationNumber> unknown = new ArrayList<>(0);
    for (int i = 0; i < batch.size(); i++) {
      if (batch.getOperation(i) instanceof Delete delete) {
        Optional<OperationNumber.Sent> sent = OperationNumber.on(delete);
        if (sent.isPresent()) {
          OperationNumber key =
              OperationDigest.ofSender(
                  sender.get(), table.name(), delete.getRow(), sent.get().number());
          if (outcomes.of(key).isPresent()) {
            batch.setOperationStatus(i, OperationStatus.SUCCESS);
          } else {
            unknown.add(key);
          }
        }
      }
    }
    if (!unknown.isEmpty()) {
      begun.set(new Begun(batch.getOperation(0), unknown));
      ClientRequest.current().atEnd(forget);
    }
  }

  /** HBase has applied a batch: repeats of its numbered deletes are skipped from now on. */
  public void applied(MiniBatchOperationInProgress<Mutation> batch) {
    Begun now = begun.get();
    if (now != null && batch.getOperation(0) == now.first()) {
      begun.remove();
      now.keys().forEach(key -> outcomes.applied(key, Optional.empty()));
    }
  }
}
