package io.halite.it.fire;

import io.halite.it.process.ProcessCluster;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Kills one region server after the other, and starts each again, until it is closed. */
final class ServerKills implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private final ExecutorService thread = Executors.newSingleThreadExecutor();
  private final Future<?> killing;
  private final AtomicInteger kills = new AtomicInteger();
  private volatile boolean ended;

  private ServerKills(ProcessCluster cluster, Duration interval) {
    this.killing =
        thread.submit(
            () -> {
              while (true) {
                long next = System.nanoTime() + interval.toNanos();
                while (!ended && System.nanoTime() < next) {
                  TimeUnit.MILLISECONDS.sleep(200);
                }
                if (ended) {
                  return null;
                }
                int server = kills.getAndIncrement() % cluster.servers();
                cluster.regionServer(server).kill();
                TimeUnit.SECONDS.sleep(5);
                cluster.regionServer(server).start();
                cluster.awaitServers(cluster.servers(), PATIENCE);
              }
            });
  }

  /** Kills the first server after {@code interval}, and the next one after each further one. */
  static ServerKills every(Duration interval, ProcessCluster cluster) {
    return new ServerKills(cluster, interval);
  }

  int count() {
    return kills.get();
  }

  /** Waits until the killed server is back. */
  @Override
  public void close() throws InterruptedException, ExecutionException {
    ended = true;
    try {
      killing.get();
    } finally {
      thread.shutdownNow();
    }
  }
}
