package io.halite.routing.merge;

import java.io.IOException;
import java.util.OptionalLong;
import org.apache.hadoop.hbase.DoNotRetryIOException;

/** The rounds of one cursor. Not thread-safe. */
final class RoundCount {
  private final Rounds rounds;
  private int begun;

  /** When the first failure in succession was, by the clock of the rounds. */
  private long since;

  /** The same, and how many, of failures by answers alone. */
  private OptionalLong answeringSince = OptionalLong.empty();

  private int answers;

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
    answeringSince =
        Rounds.isAnswer(failure)
            ? OptionalLong.of(answeringSince.orElse(now))
            : OptionalLong.empty();
    answers = answeringSince.isPresent() ? answers + 1 : 0;
    if (begun == rounds.most() || now - since >= rounds.millis() || isOverForAnswers(now)) {
      throw rounds.over(failure);
    }
    begun++;
    rounds.begun().run();
  }

  private boolean isOverForAnswers(long now) {
    return answers > Rounds.FAILING_ROUNDS
        && answeringSince.isPresent()
        && now - answeringSince.getAsLong() >= rounds.millis(true);
  }

  /** A row has arrived, or a sign of life of an owner without rows. */
  void end() {
    begun = 0;
    answeringSince = OptionalLong.empty();
    answers = 0;
  }
}
