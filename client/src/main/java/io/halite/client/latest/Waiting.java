package io.halite.client.latest;

import io.halite.routing.failure.FailureText;
import io.halite.routing.wait.Interrupted;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits for a future, as blocking callers need it. Stateless. */
final class Waiting {
  private Waiting() {}

  static <T> T on(CompletableFuture<T> future, Duration longest) throws IOException {
    try {
      return future.get(longest.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof IOException io ? io : new IOException(e.getCause());
    } catch (TimeoutException e) {
      throw FailureText.asRoot(new IOException("no answer within " + longest), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw Interrupted.during("waiting for an answer about newest rows", e);
    }
  }
}
