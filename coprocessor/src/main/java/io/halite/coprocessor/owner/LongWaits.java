package io.halite.coprocessor.owner;

import java.util.Optional;
import java.util.concurrent.Semaphore;

/**
 * Bounds how many handlers wait for a region that is away, with a conditional write whose answer
 * was lost when the region's server died: a quarter of the handlers of this server.
 *
 * <p>Example: 30 handlers, and server {@code b} dies while it applies ten conditional writes of
 * this gateway. Seven of them wait until another server has opened the region. The clients of three
 * learn after 5 s that their outcome is unknown. Writes that were not yet sent do not wait: their
 * clients repeat them. Thread-safe.
 */
final class LongWaits {
  private final Semaphore places;

  /** A handler's place, until it is closed. */
  interface Place extends AutoCloseable {
    @Override
    void close();
  }

  LongWaits(int most) {
    this.places = new Semaphore(most);
  }

  /** A place, if one is free. */
  Optional<Place> tryEnter() {
    return places.tryAcquire() ? Optional.of(places::release) : Optional.empty();
  }
}
