package io.halite.it.linear;

import java.util.Optional;

/** A request to one row that holds a number or nothing. */
sealed interface Request {
  /** The row's number afterwards, and what the client receives. */
  record Step(Optional<Long> state, Object answer) {}

  /** What the answer says if the request tells nothing but that it was done. */
  String DONE = "done";

  /** What the row, while it holds {@code state}, does with this request. */
  Step apply(Optional<Long> state);

  /** The row's number. */
  record Read() implements Request {
    @Override
    public Step apply(Optional<Long> state) {
      return new Step(state, state);
    }
  }

  /** Sets the number. */
  record Write(long next) implements Request {
    @Override
    public Step apply(Optional<Long> state) {
      return new Step(Optional.of(next), DONE);
    }
  }

  /** Removes the number. */
  record Remove() implements Request {
    @Override
    public Step apply(Optional<Long> state) {
      return new Step(Optional.empty(), DONE);
    }
  }

  /** Sets the number if it is the expected one, and says whether it was. */
  record Exchange(Optional<Long> expected, long next) implements Request {
    @Override
    public Step apply(Optional<Long> state) {
      boolean holds = state.equals(expected);
      return new Step(holds ? Optional.of(next) : state, holds);
    }
  }

  /** Adds one, to nothing as to zero, and returns the sum. */
  record Count() implements Request {
    @Override
    public Step apply(Optional<Long> state) {
      long sum = state.orElse(0L) + 1;
      return new Step(Optional.of(sum), sum);
    }
  }
}
