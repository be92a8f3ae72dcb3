package io.halite.coprocessor.gateway;

import io.halite.coprocessor.host.ClientRequest;
import io.halite.coprocessor.owner.Budget;
import io.halite.coprocessor.owner.Budgets;
import io.halite.coprocessor.rights.Judged;
import io.halite.routing.table.SaltedTable;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.regionserver.MiniBatchOperationInProgress;
import org.apache.hadoop.hbase.regionserver.Region;

/**
 * The natural writes of one gateway region.
 *
 * <p>The pre-hooks of a batch collect its writes. The end of the batch sends them: one RPC for each
 * owner server, while no lock is held. A batch of one row fails by an exception, since HBase
 * ignores statuses in an atomic batch; a batch of several rows fails row by row. A write that its
 * client has to repeat makes the later writes of its row in the same request fail, too, see {@link
 * PostponedRows}. Thread-safe.
 */
public final class WriteGateway {
  private final Region region;
  private final SaltedTable table;
  private final ReplayedRows replayed;
  private final IndexEntries indexes;
  private final RowWrites rows;
  private final Budgets budgets;
  private final LoadGate gate;

  /**
   * A gateway.
   *
   * @param budgets of batches, which hold the region's lock
   * @param gate what the batches pass, which hold the region's lock
   */
  WriteGateway(
      Region region,
      SaltedTable table,
      ReplayedRows replayed,
      IndexEntries indexes,
      RowWrites rows,
      Budgets budgets,
      LoadGate gate) {
    this.region = region;
    this.table = table;
    this.replayed = replayed;
    this.indexes = indexes;
    this.rows = rows;
    this.budgets = budgets;
    this.gate = gate;
  }

  /** A batch begins in {@code region} on this thread. */
  public static void begin(Region region) {
    ClientRequest.current().batchBegins(region.getRegionInfo().getRegionName());
    WriteFrames.push(region);
  }

  /** The batch has succeeded or failed: writes that were not sent are dropped. */
  public static void end(Region region) {
    WriteFrames.pop(region);
  }

  /** Takes a natural write, to be sent at the end of the batch. */
  public void collect(Judged<Mutation> judged) throws DoNotRetryIOException {
    Mutation natural = judged.request();
    WriteFrames.top(region)
        .orElseThrow(
            () ->
                new DoNotRetryIOException(
                    table
                        + ": server code, such as another coprocessor, writes to the region itself"
                        + " by a natural key, but only a client's write can be forwarded: write"
                        + " through a Table of a connection"))
        .add(Write.of(natural, table));
  }

  /**
   * Sends the collected writes and gives each write of the batch its status. The observer has taken
   * them over as soon as a row may be sent. Of a batch that has failed, nothing is sent.
   */
  public void flush(MiniBatchOperationInProgress<Mutation> batch) throws IOException {
    Optional<WriteFrame> frame = WriteFrames.top(region);
    if (frame.isEmpty()) {
      BatchStatuses.requireMarked(batch, table);
    }
    List<Write> collected = frame.map(WriteFrame::detach).orElseGet(List::of);
    if (!collected.isEmpty() && !BatchStatuses.isFailed(batch)) {
      replayed.check(collected);
      BatchStatuses statuses = BatchStatuses.of(batch, collected);
      ClientRequest request = ClientRequest.current();
      statuses.requireSeparable(region.getRegionInfo().getRegionName(), request, table);
      PostponedRows postponed = PostponedRows.of(request);
      try (LoadGate.Pass pass = gate.enter()) {
        // One for entries and rows together: a region that closes or loads files waits for both.
        Budget budget = budgets.of(request);
        List<Write> kept = indexes.keep(collected, budget);
        // A forward whose answer is lost has perhaps been applied: its failure is the client's.
        request.pins().takeOver(region);
        rows.send(statuses, postponed.inOrder(table.name(), kept), request, budget);
      } catch (IOException e) {
        collected.forEach(write -> postponed.add(table.name(), write.natural().getRow(), e));
        throw e;
      }
    }
  }

  /** Forwards a conditional mutation as a whole. */
  public CheckAndMutateResult checkAndMutate(Judged<CheckAndMutate> judged) throws IOException {
    PostponedRows postponed = PostponedRows.of(ClientRequest.current());
    byte[] row = judged.request().getRow();
    Optional<IOException> earlier = postponed.why(table.name(), row);
    if (earlier.isPresent()) {
      throw earlier.get();
    }
    try {
      return rows.checkAndMutate(judged);
    } catch (IOException e) {
      postponed.add(table.name(), row, e);
      throw e;
    }
  }
}
