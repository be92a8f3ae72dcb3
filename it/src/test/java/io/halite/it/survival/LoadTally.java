package io.halite.it.survival;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;

/** How many operations of one table were acknowledged and how many failed. Thread-safe. */
final class LoadTally {
  private static final int SHOWN = 5;

  private final LongAdder acknowledged = new LongAdder();
  private final LongAdder unknown = new LongAdder();
  private final LongAdder scans = new LongAdder();
  private final LongAdder failedScans = new LongAdder();
  private final ConcurrentLinkedQueue<String> failures = new ConcurrentLinkedQueue<>();

  void acknowledge() {
    acknowledged.increment();
  }

  void fail(Exception failure) {
    unknown.increment();
    keep(failure);
  }

  void scanned() {
    scans.increment();
  }

  void failScan(Exception failure) {
    failedScans.increment();
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
    return "%,d writes acknowledged, %,d unknown; %,d scans, %,d failed"
        .formatted(acknowledged.sum(), unknown.sum(), scans.sum(), failedScans.sum());
  }
}
