package io.halite.it.outcome;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.regionserver.Region.Operation;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Refuses the next conditional mutation of a row, or the next other write to its region, before
 * Halite sees it, as HBase does for a quota; and lists the conditional mutations that come.
 */
public final class EarlyRefusal implements RegionCoprocessor, RegionObserver {
  /** Before Halite's observer. */
  static final int PRIORITY = 1_000;

  private static final AtomicReference<Optional<Refusal>> NEXT =
      new AtomicReference<>(Optional.empty());

  /** The rows of all conditional mutations that came, natural and stored ones. */
  private static final List<String> SEEN = new CopyOnWriteArrayList<>();

  private record Refusal(byte[] row, boolean conditional) {
    /** Whether it is meant, under its natural or its stored key. */
    boolean isOf(byte[] key) {
      return Bytes.toString(key).endsWith(Bytes.toString(row));
    }
  }

  /** Refuses the next conditional mutation of this natural row. */
  static void nextCondition(byte[] row) {
    NEXT.set(Optional.of(new Refusal(row, true)));
  }

  /** Refuses the next write without a condition to the region of this row. */
  static void nextWrite(byte[] row) {
    NEXT.set(Optional.of(new Refusal(row, false)));
  }

  /** Whether none is to be refused any more. */
  static boolean isOver() {
    return NEXT.get().isEmpty();
  }

  /** How many conditional mutations of this natural row have come to its gateway. */
  static long seen(byte[] row) {
    return SEEN.stream().filter(Bytes.toStringBinary(row)::equals).count();
  }

  @Override
  public Optional<RegionObserver> getRegionObserver() {
    return Optional.of(this);
  }

  @Override
  public CheckAndMutateResult preCheckAndMutate(
      ObserverContext<RegionCoprocessorEnvironment> ctx,
      CheckAndMutate check,
      CheckAndMutateResult result)
      throws IOException {
    SEEN.add(Bytes.toStringBinary(check.getRow()));
    refuseIf(next -> next.conditional() && next.isOf(check.getRow()));
    return result;
  }

  @Override
  public void postStartRegionOperation(
      ObserverContext<RegionCoprocessorEnvironment> ctx, Operation operation) throws IOException {
    RegionInfo region = ctx.getEnvironment().getRegionInfo();
    refuseIf(
        next ->
            operation == Operation.BATCH_MUTATE
                && !next.conditional()
                && region.containsRow(next.row()));
  }

  private static void refuseIf(Predicate<Refusal> meant) throws IOException {
    if (NEXT.getAndUpdate(next -> next.filter(meant.negate())).filter(meant).isPresent()) {
      throw new IOException("not now");
    }
  }
}
