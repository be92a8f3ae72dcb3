package io.halite.it.process;

import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;

/** Waits for servers, and gives up as soon as one of them has ended. */
final class Await {
  private static final long PAUSE_MILLIS = 200;

  private final Duration patience;
  private final Supplier<List<ServerProcess>> dead;

  Await(Duration patience, Supplier<List<ServerProcess>> dead) {
    this.patience = patience;
    this.dead = dead;
  }

  /** Waits until a server listens on a port of a host. */
  void port(String host, int port) throws IOException, InterruptedException {
    that(
        "a server to listen on " + host + ":" + port,
        () -> {
          try (Socket socket = new Socket(host, port)) {
            return socket.isConnected();
          }
        });
  }

  /** Waits until the condition holds; an exception of it means that it does not hold yet. */
  void that(String what, Callable<Boolean> condition) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + patience.toNanos();
    Exception last = null;
    while (System.nanoTime() < deadline) {
      try {
        if (condition.call()) {
          return;
        }
      } catch (InterruptedException e) {
        throw e;
      } catch (Exception notYet) {
        last = notYet;
      }
      List<ServerProcess> ended = dead.get();
      if (!ended.isEmpty()) {
        throw new IOException(
            "waiting for " + what + ": " + ended + " ended; see '" + ended.get(0).log() + "'",
            last);
      }
      Thread.sleep(PAUSE_MILLIS);
    }
    throw new IOException("waited " + patience.toSeconds() + " s for " + what, last);
  }
}
