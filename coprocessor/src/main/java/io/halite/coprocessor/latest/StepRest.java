package io.halite.coprocessor.latest;

import io.halite.keys.KeyBytes;
import java.util.Optional;

/**
 * The rest of a step of time from which a row was taken: no more of its rows count.
 *
 * <p>Where a step holds few rows, reading on is cheaper than a jump; {@link Patience} learns which
 * it is. For one thread.
 */
final class StepRest {
  private final Patience patience = new Patience();
  private Optional<byte[]> stop = Optional.empty();
  private boolean jumped;
  private int waited;

  /** Begins the rest of a step, before the stored row at which the next step begins. */
  void begin(byte[] nextStep) {
    stop = Optional.of(nextStep);
    jumped = false;
    waited = 0;
  }

  /** Forgets the step, because another history begins. */
  void end() {
    stop = Optional.empty();
  }

  /** Whether this row, of the same history, lies in the rest of the step. */
  boolean holds(byte[] stored) {
    if (stop.isEmpty()) {
      return false;
    }
    if (KeyBytes.compare(stored, stop.get()) < 0) {
      waited++;
      return true;
    }
    if (!jumped) {
      patience.rewarded();
    }
    stop = Optional.empty();
    return false;
  }

  /** Returns the stored row to jump to; empty to read on. */
  Optional<byte[]> jump() {
    if (jumped || waited < patience.rows()) {
      return Optional.empty();
    }
    patience.exhausted();
    jumped = true;
    return stop;
  }
}
