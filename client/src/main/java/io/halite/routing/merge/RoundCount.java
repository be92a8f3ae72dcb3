package io.halite.routing.merge;

import java.io.IOException;
import org.apache.hadoop.hbase.DoNotRetryIOException;

/** The rounds of one cursor. Not thread-safe. */
final class RoundCount {
  private final Rounds rounds;
  private int begun;
  private long since;

  RoundCount(Rounds rounds) {
    this.rounds = rounds;
  }

  /**
   * Begins one more round after a failure.
   *
   * @throws IOException the failure that the scan has, if it must not be repeated or rounds are
   *     over
   */
  void begin(IOException failure) throws IOException {
    if (failure instanceof DoNotRetryIOException) {
      throw failure;
    }
    long now = rounds.clock().getAsLong();
    since = begun == 0 ? now : since;
    if (begun == rounds.most() || now - since >= rounds.millis()) {
      throw rounds.over(failure);
    }
    begun++;
    rounds.begun().run();
  }

  /** A row has arrived, or a sign of life of an owner without rows. */
  void end() {
    begun = 0;
  }
}
