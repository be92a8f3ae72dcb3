package io.halite.routing.merge;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.DoNotRetryIOException;

/**
 * How long a cursor goes on to read an image whose owner fails, after the table's own attempts. In
 * each round it looks up the regions of the image again in {@code hbase:meta}. A row or a heartbeat
 * ends the count. Immutable, if the clock is.
 *
 * @param most how many rounds in succession; 0 for none
 * @param millis how long in succession: a silent owner takes a minute for each round
 * @param clock milliseconds since any origin; never goes back
 * @param begun is run when a round begins
 */
public record Rounds(int most, long millis, LongSupplier clock, Runnable begun) {
  /** The table's own attempts alone. */
  public static final Rounds NONE = new Rounds(0, 0, () -> 0, () -> {});

  /** So many rounds and so much time, by the clock of the JVM. */
  public static Rounds of(int most, long millis, Runnable begun) {
    return new Rounds(most, millis, () -> TimeUnit.NANOSECONDS.toMillis(System.nanoTime()), begun);
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
                .formatted(TimeUnit.MILLISECONDS.toSeconds(millis)),
            last);
  }
}
