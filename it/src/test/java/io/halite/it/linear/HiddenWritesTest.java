package io.halite.it.linear;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.linear.Checker.Verdict;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class HiddenWritesTest {
  private static final Sender SENDER = new Sender(0, Shape.SINGLE);

  /** Times are in tenths of a millisecond; this is that of a cell at the beginning. */
  private static final long BEGIN = HiddenWrites.millis(0);

  private static Call call(Request request, long invoked, long returned, Object answer) {
    return Call.answered(SENDER, request, invoked * 100_000, returned * 100_000, answer);
  }

  private static Call write(long number, long invoked, long returned) {
    return call(new Request.Write(number), invoked, returned, Request.DONE);
  }

  private static Call count(long sum, long invoked, long returned, long millis) {
    return call(new Request.Count(), invoked, returned, sum).of(Optional.of(BEGIN + millis));
  }

  private static Call read(long number, long invoked, long returned) {
    return call(new Request.Read(), invoked, returned, Optional.of(number));
  }

  private static Verdict verdict(Call... calls) {
    History history = new History();
    for (Call call : calls) {
      history.add(1, call);
    }
    return history.verdicts().keySet().iterator().next();
  }

  @Test
  void aWriteBehindAnIncrementOfALaterTimeMayBeHidden() {
    List<Call> before = List.of(write(5, 0, 1), count(6, 2, 3, 1));

    assertThat(verdict(before.get(0), before.get(1), write(9, 4, 5), read(6, 20, 21)))
        .isEqualTo(Verdict.HIDDEN_WRITES);
    assertThat(verdict(before.get(0), before.get(1), write(9, 4, 5), read(9, 20, 21)))
        .isEqualTo(Verdict.LINEARIZABLE);
  }

  @Test
  void aWriteBehindSeveralIncrementsOfOneMillisecondMayBeHidden() {
    assertThat(
            verdict(
                count(1, 0, 1, 0),
                count(2, 2, 3, 1),
                count(3, 4, 5, 2),
                write(9, 6, 15),
                read(3, 30, 31)))
        .isEqualTo(Verdict.HIDDEN_WRITES);
  }

  @Test
  void threeWritesBehindOneIncrementMayBeHidden() {
    assertThat(
            verdict(
                write(5, 0, 1),
                count(6, 2, 3, 1),
                write(7, 4, 5),
                read(6, 5, 6),
                write(8, 6, 7),
                read(6, 7, 8),
                write(9, 8, 9),
                read(6, 20, 21)))
        .isEqualTo(Verdict.HIDDEN_WRITES);
  }

  @Test
  void aLostWriteBehindAnIncrementOfItsOwnTimeIsNoHiddenOne() {
    assertThat(verdict(write(5, 0, 1), count(6, 60, 61, 6), write(9, 62, 63), read(6, 90, 91)))
        .isEqualTo(Verdict.NOT_LINEARIZABLE);
  }

  @Test
  void aLostWriteLongBehindIncrementsIsNoHiddenOne() {
    assertThat(verdict(write(5, 0, 1), count(6, 2, 3, 1), write(9, 50, 51), read(6, 90, 91)))
        .isEqualTo(Verdict.NOT_LINEARIZABLE);
  }

  @Test
  void aDoubledIncrementIsNoHiddenWrite() {
    assertThat(verdict(write(5, 0, 1), count(6, 2, 3, 1), write(9, 4, 5), read(7, 20, 21)))
        .isEqualTo(Verdict.NOT_LINEARIZABLE);
  }
}
