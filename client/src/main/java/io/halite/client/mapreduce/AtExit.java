package io.halite.client.mapreduce;

import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.util.ShutdownHookManager;

/**
 * What a command still does when a signal ends it, while its file systems are open. The JVM waits
 * for it, for five minutes at most.
 */
final class AtExit {
  /** Hadoop waits for 30 seconds, and regions may take longer. */
  private static final long MOST_MINUTES = 5;

  private final Runnable last;

  private AtExit(Runnable last) {
    this.last = last;
  }

  /** Runs this at a signal, until {@link #forget}. */
  static AtExit run(Runnable last) {
    ShutdownHookManager.get()
        .addShutdownHook(
            last, FileSystem.SHUTDOWN_HOOK_PRIORITY + 1, MOST_MINUTES, TimeUnit.MINUTES);
    return new AtExit(last);
  }

  /** Runs nothing any more, unless the signal has come. */
  void forget() {
    if (!ShutdownHookManager.get().isShutdownInProgress()) {
      ShutdownHookManager.get().removeShutdownHook(last);
    }
  }
}
