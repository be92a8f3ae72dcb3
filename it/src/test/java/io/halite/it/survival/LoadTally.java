package io.halite.it.survival;

import io.halite.it.outcome.Proportion;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;

/**
 * How many operations of one table were acknowledged and how many failed, and how long the longest
 * of each took. Thread-safe.
 */
final class LoadTally {
  private static final int SHOWN = 5;

  private final LongAdder acknowledged = new LongAdder();
  private final LongAdder unknown = new LongAdder();
  private final LongAdder checks = new LongAdder();
  private final LongAdder falseThoughApplied = new LongAdder();
  private final LongAdder falseAndNotApplied = new LongAdder();
  private final LongAdder scans = new LongAdder();
  private final LongAdder failedScans = new LongAdder();
  private final LongAccumulator longestWrite = new LongAccumulator(Math::max, 0);
  private final LongAccumulator longestFailedWrite = new LongAccumulator(Math::max, 0);
  private final LongAccumulator longestScan = new LongAccumulator(Math::max, 0);
  private final LongAccumulator longestFailedScan = new LongAccumulator(Math::max, 0);
  private final ConcurrentLinkedQueue<String> failures = new ConcurrentLinkedQueue<>();

  void acknowledge(long nanos) {
    acknowledged.increment();
    longestWrite.accumulate(nanos);
  }

  /** A write that failed, or that was answered false, so long after it was sent. */
  void fail(Exception failure, long nanos) {
    unknown.increment();
    longestFailedWrite.accumulate(nanos);
    keep(failure);
  }

  /** A conditional write whose condition holds, and that was answered. */
  void checked() {
    checks.increment();
  }

  /** One of these that was answered false, though it was applied or though it was not. */
  void answeredFalse(boolean applied) {
    (applied ? falseThoughApplied : falseAndNotApplied).increment();
  }

  void scanned(long nanos) {
    scans.increment();
    longestScan.accumulate(nanos);
  }

  void failScan(Exception failure, long nanos) {
    failedScans.increment();
    longestFailedScan.accumulate(nanos);
    keep(failure);
  }

  private void keep(Exception failure) {
    if (failures.size() < SHOWN) {
      failures.add(failure.toString().lines().limit(3).toList().toString());
    }
  }

  long acknowledged() {
    return acknowledged.sum();
  }

  /** How many conditional writes were answered. */
  long checks() {
    return checks.sum();
  }

  /** How many of these were answered false though they were applied. */
  Proportion falseThoughApplied() {
    return new Proportion(falseThoughApplied.sum(), checks.sum());
  }

  /** How many were answered false though their condition held, and were not applied. */
  long falseAndNotApplied() {
    return falseAndNotApplied.sum();
  }

  long failed() {
    return unknown.sum() + failedScans.sum();
  }

  long scans() {
    return scans.sum();
  }

  Iterable<String> failures() {
    return failures;
  }

  @Override
  public String toString() {
    return ("%,d writes acknowledged, %,d unknown; under a condition: false though applied %s,"
            + " false and not applied %,d; %,d scans, %,d failed; the longest of"
            + " those that succeeded took %.1f s and %.1f s, the longest of those that failed"
            + " %.1f s and %.1f s")
        .formatted(
            acknowledged.sum(),
            unknown.sum(),
            checks.sum() == 0 ? "0 of 0" : falseThoughApplied(),
            falseAndNotApplied.sum(),
            scans.sum(),
            failedScans.sum(),
            longestWrite.get() / 1e9,
            longestScan.get() / 1e9,
            longestFailedWrite.get() / 1e9,
            longestFailedScan.get() / 1e9);
  }
}
