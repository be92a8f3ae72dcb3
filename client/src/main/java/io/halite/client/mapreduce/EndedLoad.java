package io.halite.client.mapreduce;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * Ends a load when a signal ends its command: regions that are loading files finish them, no other
 * region begins, and the command says which files are left. For one load and two threads, the one
 * that loads and the one that {@link #run}s at the signal.
 */
final class EndedLoad implements Runnable {
  private final EachRegionLoad load;
  private final Consumer<IOException> said;
  private final CompletableFuture<Optional<IOException>> outcome = new CompletableFuture<>();

  /**
   * A load that may be ended.
   *
   * @param said gets the error that says what the load has left
   */
  EndedLoad(EachRegionLoad load, Consumer<IOException> said) {
    this.load = load;
    this.said = said;
  }

  @Override
  public void run() {
    load.stop();
    // The thread that loads goes on meanwhile, and puts what is left in order.
    outcome.join().ifPresent(said);
  }

  /** Notes why the load has failed and what it has left, and returns it. */
  IOException failed(IOException failure) {
    outcome.complete(Optional.of(failure));
    return failure;
  }

  /** Notes that nothing is left, unless the load has failed. */
  void over() {
    outcome.complete(Optional.empty());
  }
}
