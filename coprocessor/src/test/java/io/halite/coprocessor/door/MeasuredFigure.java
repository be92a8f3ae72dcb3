package io.halite.coprocessor.door;

import java.util.ArrayList;
import java.util.List;

/**
 * A figure that was measured, beside what the model says.
 *
 * @param kind what was measured
 * @param setup the cluster and its load
 * @param where the run
 * @param way how the rows came to the servers, as the run names it
 * @param low the lowest of the measured figures
 * @param high the highest
 * @param model what the model says
 */
record MeasuredFigure(
    Kind kind, ScaleSetup setup, String where, String way, double low, double high, double model) {
  /** What the model is compared by. */
  enum Kind {
    SINGLE("processor time, single puts"),
    HUNDRED("processor time, batches of 100"),
    THOUSAND("processor time, batches of 1,000"),
    BUSIEST("busiest server over the mean"),
    DOORS_BESIDE_PLAIN("doors beside the hot region"),
    BY_HAND_BESIDE_PLAIN("by hand beside the hot region"),
    ROWS("rows/s of held servers"),
    ROWS_BESIDE_PLAIN("rows/s beside the hot region");

    private final String title;

    Kind(String title) {
      this.title = title;
    }

    /** Processor time of batches of so many rows. */
    static Kind ofBatch(int batch) {
      return switch (batch) {
        case 1 -> SINGLE;
        case 100 -> HUNDRED;
        case 1_000 -> THOUSAND;
        default -> throw new IllegalArgumentException("no run with batches of " + batch);
      };
    }

    /** Whether it is what a way carries beside the hot region of a plain table. */
    boolean isBesidePlain() {
      return this == DOORS_BESIDE_PLAIN
          || this == BY_HAND_BESIDE_PLAIN
          || this == ROWS_BESIDE_PLAIN;
    }

    @Override
    public String toString() {
      return title;
    }
  }

  /** Every figure of every run. */
  static List<MeasuredFigure> all(ScaleCosts costs) {
    List<MeasuredFigure> all = new ArrayList<>();
    MeasuredRun.all().forEach(run -> all.addAll(run.figures(costs)));
    HeldServers.all().forEach(run -> all.addAll(run.figures(costs)));
    return all;
  }

  /** The geometric mean of the measured figures. */
  double measured() {
    return Math.sqrt(low * high);
  }

  /** The model over what was measured: below 1 it says too little. */
  double quotient() {
    return model / measured();
  }

  /** How far the model is off, at least 1. */
  double factor() {
    return Math.max(quotient(), 1 / quotient());
  }
}
