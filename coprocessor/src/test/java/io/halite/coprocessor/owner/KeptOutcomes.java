package io.halite.coprocessor.owner;

import java.util.function.LongSupplier;

/** Memories of outcomes for tests of other packages. */
public final class KeptOutcomes {
  private KeptOutcomes() {}

  /** An empty memory of a megabyte. */
  public static Outcomes on(LongSupplier clock, long mostMillis) {
    return new Outcomes(1 << 20, mostMillis, clock, SaltingMetrics.unseen());
  }
}
