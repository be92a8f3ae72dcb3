package io.halite.coprocessor.gateway;

import io.halite.coprocessor.host.ClientRequest;
import io.halite.coprocessor.host.FlushedFiles;
import io.halite.coprocessor.host.Nonce;
import io.halite.coprocessor.owner.Outcomes;
import io.halite.coprocessor.owner.SaltingMetrics;
import io.halite.routing.table.Conditions;
import io.halite.routing.table.OperationNumber;
import io.halite.routing.table.SaltedTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.MiniBatchOperationInProgress;
import org.apache.hadoop.hbase.regionserver.OperationStatus;
import org.apache.hadoop.hbase.regionserver.Region;
import org.apache.hadoop.hbase.wal.WALEdit;
import org.apache.hadoop.hbase.wal.WALKey;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The marked conditional writes that reach one owner region, which HBase applies in it, each once.
 *
 * <p>HBase calls {@link #outcome} and {@link #applied} under the lock of the row. So a repeat that
 * comes while the first attempt runs waits for that lock, and then finds its outcome. A first
 * attempt that comes after its repeat is refused: nobody waits for its answer. Thread-safe.
 */
public final class MarkedConditions {
  private static final Logger LOG = LoggerFactory.getLogger(MarkedConditions.class);

  /** The attribute of a WAL key that holds the key of an applied conditional write. */
  private static final String LOGGED = "halite.operation";

  /** The longest time from the sending of a repeat until its server receives it. */
  private static final long TRANSIT_MILLIS = 5_000;

  /** How much two clocks may differ: HBase's master takes no server that is 30 s from its own. */
  private static final long CLOCKS_MILLIS = 60_000;

  private final Region region;
  private final SaltedTable table;
  private final Outcomes outcomes;
  private final SaltingMetrics metrics;
  private final long opened;
  private final ThreadLocal<Begun> begun = new ThreadLocal<>();
  private final Runnable forget = begun::remove;

  /** See {@link #flushed()}; read at most once, since it asks the file system for each file. */
  private OptionalLong flushed = OptionalLong.empty();

  /**
   * A conditional write that this thread decides now.
   *
   * @param mutations what HBase applies if the condition holds
   */
  private record Begun(List<Mutation> mutations, OperationNumber key) {
    /**
     * Whether an edit holds one of their cells, the same object; some may be kept out of the WAL.
     */
    boolean isIn(WALEdit edit) {
      return mutations.stream()
          .flatMap(mutation -> mutation.getFamilyCellMap().values().stream())
          .flatMap(List::stream)
          .anyMatch(cell -> edit.getCells().stream().anyMatch(each -> each == cell));
    }
  }

  /** Whether the answer is that of an increment or append. */
  private static boolean returns(List<Mutation> mutations) {
    return mutations.stream().anyMatch(Conditions::isComputed);
  }

  MarkedConditions(Region region, SaltedTable table, Outcomes outcomes, SaltingMetrics metrics) {
    this.region = region;
    this.table = table;
    this.outcomes = outcomes;
    this.opened = outcomes.now();
    this.metrics = metrics;
  }

  /**
   * Verifies mark and salt of a conditional mutation of a stored key.
   *
   * <p>If its condition is a filter, applies the mutation here, as a copy whose filter sees natural
   * keys: a hook cannot exchange the filter in the original.
   *
   * @param sender the user who sent the attempt
   * @return the answer if it was decided here; empty if HBase is to decide {@code marked} itself
   */
  public Optional<CheckAndMutateResult> checkAndMutate(CheckAndMutate marked, String sender)
      throws IOException {
    verify(marked);
    Optional<OperationNumber.Sent> repeat =
        OperationNumber.on(marked).filter(sent -> sent.ageMillis() > 0);
    if (!marked.hasFilter() && repeat.isEmpty()) {
      return Optional.empty();
    }
    Nonce nonce = ClientRequest.current().conditionalNonce();
    // With a nonce, the client's own repeat has the same number, and begins at age 0 again.
    if (repeat.isPresent() && nonce.equals(Nonce.NONE)) {
      outcomes.repeated(key(marked, sender, repeat.get()), repeat.get().ageMillis());
    }
    if (!marked.hasFilter()) {
      return Optional.empty();
    }
    CheckAndMutate natural = Conditions.withFilter(marked, table.naturalView(marked.getFilter()));
    return Optional.of(
        answer(marked, ((HRegion) region).checkAndMutate(natural, nonce.group(), nonce.number())));
  }

  private void verify(CheckAndMutate marked) throws DoNotRetryIOException {
    for (Mutation mutation : Conditions.mutations(marked)) {
      table.verify(mutation, marked.getRow());
    }
  }

  /**
   * Verifies mark and salt again, since another observer may have bypassed {@link #checkAndMutate},
   * and returns the outcome of an earlier attempt, which has applied the mutation; empty if HBase
   * is to decide.
   *
   * @param sender the user who sent the attempt
   * @throws DoNotRetryIOException if mark or salt are wrong, or a later attempt has come before
   */
  public Optional<CheckAndMutateResult> outcome(CheckAndMutate locked, String sender)
      throws DoNotRetryIOException {
    verify(locked);
    Optional<OperationNumber.Sent> sent = OperationNumber.on(locked);
    if (sent.isEmpty()) {
      // Another coprocessor may send it in the middle of a numbered one.
      return Optional.empty();
    }
    begun.remove();
    OperationNumber key = key(locked, sender, sent.get());
    Optional<CheckAndMutateResult> known = outcomes.of(key);
    if (known.isEmpty()) {
      refuseIfOvertaken(key, sent.get().ageMillis());
      begun.set(new Begun(Conditions.mutations(locked), key));
      ClientRequest.current().atEnd(forget);
    }
    return known;
  }

  private void refuseIfOvertaken(OperationNumber key, int ageMillis) throws DoNotRetryIOException {
    if (outcomes.isOvertaken(key, ageMillis)) {
      throw new DoNotRetryIOException(
          "a later attempt of this conditional write has come before this one, and its answer is"
              + " what counts: nothing is to be done");
    }
  }

  private OperationNumber key(CheckAndMutate marked, String sender, OperationNumber.Sent sent) {
    return OperationDigest.ofSender(sender, table.name(), marked.getRow(), sent.number());
  }

  /** Whether a batch is what the conditional write applies that this thread has decided. */
  public boolean isApplying(MiniBatchOperationInProgress<Mutation> batch) {
    Begun now = begun.get();
    return now != null && batch.size() > 0 && batch.getOperation(0) == now.mutations().get(0);
  }

  /** Remembers the outcome of the conditional write to which an applied batch belongs, if any. */
  public void applied(MiniBatchOperationInProgress<Mutation> batch) {
    if (isApplying(batch)) {
      OperationNumber key = begun.get().key();
      begun.remove();
      outcomes.applied(key, result(batch));
    }
  }

  /**
   * Writes the number of the conditional write to which an edit belongs, if any, into the WAL: if
   * this server dies, the next one of the region knows the outcome. Results are not in the WAL, and
   * HBase's client numbers what has some itself.
   */
  public void logging(WALKey key, WALEdit edit) {
    Begun now = begun.get();
    if (now != null && !returns(now.mutations()) && now.isIn(edit)) {
      key.addExtendedAttribute(LOGGED, now.key().bytes());
    }
  }

  /** HBase has restored an edit from the WAL of a server that died. */
  public void restored(WALKey key) {
    // Before HBase writes what it restores into files of its own.
    var unused = flushed();
    byte[] logged = key.getExtendedAttribute(LOGGED);
    if (logged != null && logged.length == OperationNumber.BYTES) {
      outcomes.restored(OperationNumber.of(logged), outcomes.when(key.getWriteTime()));
    }
  }

  /**
   * When the newest file of the region was written: no earlier than the last of the files that it
   * had when it was opened.
   */
  private synchronized long flushed() {
    if (flushed.isEmpty()) {
      flushed = OptionalLong.of(newestFile());
    }
    return flushed.getAsLong();
  }

  private long newestFile() {
    try {
      return outcomes.when(FlushedFiles.newestMillis((HRegion) region));
    } catch (IOException e) {
      LOG.warn(
          "{} does not say when its files were written: a repeated conditional write may fail if"
              + " its outcome is no longer known",
          region.getRegionInfo().getEncodedName(),
          e);
      return Long.MAX_VALUE;
    }
  }

  /** What the increments and appends return, as HBase puts it together. */
  private static Optional<Result> result(MiniBatchOperationInProgress<Mutation> batch) {
    List<Cell> cells = new ArrayList<>();
    boolean returns = false;
    for (int i = 0; i < batch.size(); i++) {
      OperationStatus status = batch.getOperationStatus(i);
      if (status.getResult() != null) {
        returns = true;
        if (!status.getResult().isEmpty()) {
          cells.addAll(Arrays.asList(status.getResult().rawCells()));
        }
      }
    }
    return returns ? Optional.of(Result.create(cells)) : Optional.empty();
  }

  /**
   * Returns what HBase has decided.
   *
   * @throws DoNotRetryIOException if the condition of a repeat does not hold, and this server
   *     cannot know whether an earlier attempt made it so
   */
  public CheckAndMutateResult answer(CheckAndMutate marked, CheckAndMutateResult decided)
      throws DoNotRetryIOException {
    begun.remove();
    Optional<OperationNumber.Sent> sent = OperationNumber.on(marked);
    if (decided.isSuccess() || sent.isEmpty() || knowsAllOf(marked, sent.get().ageMillis())) {
      return decided;
    }
    metrics.outcomeUnknown();
    throw new DoNotRetryIOException(
        "an earlier attempt of this conditional write had no answer, and whether it was applied is"
            + " unknown, since its region was on another server then or this server has dropped the"
            + " outcome (halite.outcomes.bytes): read the row before you send the write again");
  }

  private boolean knowsAllOf(CheckAndMutate marked, int ageMillis) {
    long received = outcomes.when(ClientRequest.current().received());
    long first = received - ageMillis - TRANSIT_MILLIS;
    return ageMillis == 0
        || (opened < first && outcomes.isCompleteSince(first))
        || (!returns(Conditions.mutations(marked)) && isInWal(first));
  }

  /** Whether the numbers of all that was applied since then were in the WAL, if any were. */
  private boolean isInWal(long first) {
    long earliest = first - CLOCKS_MILLIS;
    // Longer ago, a compaction may have taken away the last file.
    return opened - earliest < Outcomes.RESTORED_MILLIS
        && outcomes.isCompleteSince(earliest)
        && flushed() < earliest;
  }
}
