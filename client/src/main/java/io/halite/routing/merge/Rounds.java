package io.halite.routing.merge;

import io.halite.routing.wait.RunningClock;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.RetriesExhaustedException;

/**
 * How long a cursor goes on to read an image whose owner fails, after the table's own attempts. In
 * each round it looks up the regions of the image again in {@code hbase:meta}. A row or a heartbeat
 * ends the count. Immutable, if the clock is.
 *
 * <p>An owner that answers by an exception of no class of its own is there, and fails: such as
 * where a filter or a coprocessor throws. HBase's client gives up after about a minute, and so does
 * the cursor, while an owner that is away is waited for longer.
 *
 * @param most how many rounds in succession; 0 for none
 * @param millis how long in succession: a silent owner takes a minute for each round
 * @param clock milliseconds since any origin; never goes back
 * @param begun is run when a round begins
 */
public record Rounds(int most, long millis, LongSupplier clock, Runnable begun) {
  /** How long an owner is asked that answers by a failure of its own. */
  private static final long FAILING_MILLIS = 60_000;

  /** How many rounds at least, since each answer may take as long as a slow file system. */
  static final int FAILING_ROUNDS = 4;

  /** The table's own attempts alone. */
  public static final Rounds NONE = new Rounds(0, 0, () -> 0, () -> {});

  /** So many rounds and so much time, by the clock of the JVM. */
  public static Rounds of(int most, long millis, Runnable begun) {
    return new Rounds(most, millis, RunningClock::millis, begun);
  }

  /** How long in succession an owner may fail so, by its answers or otherwise. */
  long millis(boolean answers) {
    return answers ? Math.min(millis, FAILING_MILLIS) : millis;
  }

  /** Whether an owner has answered by a failure of its own. */
  static boolean isAnswer(IOException failure) {
    Throwable last = failure instanceof RetriesExhaustedException ? failure.getCause() : failure;
    // Of a server that is away, that moves a region or that is too busy the exception has a class.
    return last != null && last.getClass() == IOException.class;
  }

  /**
   * The failure of a scan whose rounds are over. Of any other failure HBase's server has the client
   * open the scan again, where new rounds would begin.
   */
  IOException over(IOException last) {
    return most == 0
        ? last
        : new DoNotRetryIOException(
            ("an owner region could not be read for %d s, so the scan ends: see the cause, and scan"
                    + " again when all regions of the table are open")
                .formatted(TimeUnit.MILLISECONDS.toSeconds(millis(isAnswer(last)))),
            last);
  }
}
