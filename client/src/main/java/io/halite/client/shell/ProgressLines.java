package io.halite.client.shell;

import io.halite.client.latest.LatestProgress;
import java.time.Duration;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** How far a long query has come, and an estimate, as lines for a terminal. Stateless. */
final class ProgressLines {
  private ProgressLines() {}

  /**
   * Returns a line such as {@code latest: about 40 % after 20 s, about 30 s left; 2 of 4 slices, 31
   * pages, 400000 rows read}.
   */
  static String of(LatestProgress progress, Duration since) {
    long percent = Math.round(100 * progress.share());
    return String.format(
        Locale.ROOT,
        "latest: about %d %% after %d s, %s; %d of %d slices, %d pages, %d rows read",
        percent,
        since.toSeconds(),
        percent < 1
            ? "no estimate yet"
            : "about %d s left"
                .formatted(
                    Math.round(
                        since.toMillis() * (1 - progress.share()) / progress.share() / 1000)),
        progress.slicesDone(),
        progress.slices(),
        progress.pages(),
        progress.work().rows());
  }

  /**
   * Passes a line to a consumer at each interval, on a thread of its own, until it is interrupted.
   */
  static Thread every(Duration interval, Supplier<LatestProgress> progress, Consumer<String> to) {
    long began = System.nanoTime();
    Thread thread =
        new Thread(
            () -> {
              try {
                while (true) {
                  Thread.sleep(interval.toMillis());
                  to.accept(of(progress.get(), Duration.ofNanos(System.nanoTime() - began)));
                }
              } catch (InterruptedException closed) {
                Thread.currentThread().interrupt();
              }
            },
            "halite-latest-progress");
    thread.setDaemon(true);
    thread.start();
    return thread;
  }
}
