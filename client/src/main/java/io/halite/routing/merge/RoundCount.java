package io.halite.routing.merge;

import java.io.IOException;
import org.apache.hadoop.hbase.DoNotRetryIOException;

/** The rounds of one cursor. Not thread-safe. */
final class RoundCount {
  private final Rounds rounds;
  private int begun;

  /** When the first failure in succession was, by the clock of the rounds. */
  private long since;

  /** Failures in succession that are answers. */
  private int answers;

  /** When the first of these was. */
  private long answeringSince;

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
    answers = Rounds.isAnswer(failure) ? answers + 1 : 0;
    answeringSince = answers == 1 ? now : answeringSince;
    if (begun == rounds.most() || now - since >= rounds.millis() || isOverForAnswers(now)) {
      throw rounds.over(failure);
    }
    begun++;
    rounds.begun().run();
  }

  private boolean isOverForAnswers(long now) {
    return answers > Rounds.FAILING_ROUNDS && now - answeringSince >= rounds.millis(true);
  }

  /** A row has arrived, or a sign of life of an owner without rows. */
  void end() {
    begun = 0;
    answers = 0;
  }
}
