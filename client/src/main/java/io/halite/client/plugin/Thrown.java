package io.halite.client.plugin;

import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;

/**
 * What several steps threw, of which each has to be made whatever the others throw. Failed writes
 * end in one exception that names all of them. Not thread-safe.
 */
final class Thrown {
  private final Failures writes = new Failures();
  private Optional<Exception> first = Optional.empty();

  /** One step. */
  interface Step {
    void run() throws IOException;
  }

  /** Makes a step and keeps what it throws. */
  void by(Step step) {
    try {
      step.run();
    } catch (RetriesExhaustedWithDetailsException e) {
      writes.addAll(e);
    } catch (IOException | RuntimeException e) {
      first.ifPresentOrElse(other -> other.addSuppressed(e), () -> first = Optional.of(e));
    }
  }

  /** Throws what was kept, if anything was. */
  void rethrow() throws IOException {
    if (first.isEmpty() && writes.isEmpty()) {
      return;
    }
    if (first.isEmpty()) {
      throw writes.exception();
    }
    Exception thrown = first.get();
    if (!writes.isEmpty()) {
      thrown.addSuppressed(writes.exception());
    }
    if (thrown instanceof RuntimeException unchecked) {
      throw unchecked;
    }
    throw (IOException) thrown;
  }
}
