package io.halite.client.plugin;

import java.io.IOException;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.client.Get;

/**
 * When a question is looked for again after a look in vain. Each write of a buffer would look, for
 * a user who is denied all of its questions. Thread-safe.
 */
final class Pause {
  private final long millis;
  private final LongSupplier clock;
  private volatile long end = Long.MIN_VALUE;

  /**
   * Looks at once.
   *
   * @param millis from a look in vain to the next
   * @param clock milliseconds since any origin; never goes back
   */
  Pause(long millis, LongSupplier clock) {
    this.millis = millis;
    this.clock = clock;
  }

  /** A way to find a question. */
  interface Look {
    /** Returns the question; empty if there is none that may be asked. */
    Optional<Sent<Get>> find() throws IOException;
  }

  /** What a look finds; empty during the pause. */
  Optional<Sent<Get>> look(Look look) throws IOException {
    long now = clock.getAsLong();
    if (now < end) {
      return Optional.empty();
    }
    Optional<Sent<Get>> question = look.find();
    if (question.isEmpty()) {
      end = now + millis;
    }
    return question;
  }
}
