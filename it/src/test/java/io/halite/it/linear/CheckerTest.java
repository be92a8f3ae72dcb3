package io.halite.it.linear;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.linear.Checker.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.statistics.Statistics;
import org.junit.jupiter.api.Test;

final class CheckerTest {
  private static final Sender SENDER = new Sender(0, Shape.SINGLE);

  private static Call call(Request request, long invoked, long returned, Object answer) {
    return Call.answered(SENDER, request, invoked, returned, answer);
  }

  private static Call read(long invoked, long returned, Long number) {
    return call(new Request.Read(), invoked, returned, Optional.ofNullable(number));
  }

  private static Call write(long number, long invoked, long returned) {
    return call(new Request.Write(number), invoked, returned, Request.DONE);
  }

  @Test
  void readAfterAnAcknowledgedWriteSeesIt() {
    assertThat(Checker.of(List.of(write(7, 1, 2), read(3, 4, 7L)))).isEqualTo(Verdict.LINEARIZABLE);
    assertThat(Checker.of(List.of(write(7, 1, 2), read(3, 4, null))))
        .isEqualTo(Verdict.NOT_LINEARIZABLE);
  }

  @Test
  void readBesideAWriteSeesItOrNot() {
    assertThat(Checker.of(List.of(write(7, 1, 4), read(2, 3, 7L)))).isEqualTo(Verdict.LINEARIZABLE);
    assertThat(Checker.of(List.of(write(7, 1, 4), read(2, 3, null))))
        .isEqualTo(Verdict.LINEARIZABLE);
  }

  @Test
  void readBesideAServerThatCameBackIsLeftOutAndAnEarlierOneIsNot() {
    History history = new History();
    history.add(1, write(7, 1, 2));
    history.add(1, read(3, 5, null));
    history.add(1, call(new Request.Exchange(Optional.of(7L), 8), 4, 5, false));
    assertThat(history.withoutReads(5, 9).verdicts()).containsOnlyKeys(Verdict.LINEARIZABLE);
    assertThat(history.withoutReads(5, 9).calls()).isEqualTo(1);
    assertThat(history.withoutReads(6, 9).verdicts()).containsOnlyKeys(Verdict.NOT_LINEARIZABLE);
  }

  @Test
  void numberOnceReadIsNotForgotten() {
    List<Call> calls = List.of(write(7, 1, 10), read(2, 3, 7L), read(4, 5, null));

    assertThat(Checker.of(calls)).isEqualTo(Verdict.NOT_LINEARIZABLE);
  }

  @Test
  void unknownWriteMayComeLate() {
    Call lost = Call.unknown(SENDER, new Request.Write(7), 1);

    assertThat(Checker.of(List.of(lost, read(2, 3, null), read(4, 5, 7L))))
        .isEqualTo(Verdict.LINEARIZABLE);
    assertThat(Checker.of(List.of(lost, read(2, 3, 7L), read(4, 5, null))))
        .isEqualTo(Verdict.NOT_LINEARIZABLE);
  }

  @Test
  void incrementThatCountsTwiceIsSeen() {
    List<Call> calls =
        List.of(
            write(7, 1, 2), call(new Request.Count(), 3, 4, 8L), read(5, 6, 9L), read(7, 8, 9L));

    assertThat(Checker.of(calls)).isEqualTo(Verdict.NOT_LINEARIZABLE);
  }

  @Test
  void appliedCompareAndSetThatAnswersFalseIsSeen() {
    Request.Exchange exchange = new Request.Exchange(Optional.of(7L), 8);

    assertThat(Checker.of(List.of(write(7, 1, 2), call(exchange, 3, 4, false), read(5, 6, 8L))))
        .isEqualTo(Verdict.NOT_LINEARIZABLE);
    assertThat(Checker.of(List.of(write(7, 1, 2), call(exchange, 3, 4, true), read(5, 6, 8L))))
        .isEqualTo(Verdict.LINEARIZABLE);
  }

  @Test
  void resurrectedRowIsSeen() {
    List<Call> calls =
        List.of(
            write(7, 1, 2),
            call(new Request.Remove(), 3, 4, Request.DONE),
            read(5, 6, null),
            read(7, 8, 7L));

    assertThat(Checker.of(calls)).isEqualTo(Verdict.NOT_LINEARIZABLE);
  }

  @Property(tries = 3_000)
  void checkerAgreesWithTryingAllOrders(
      @ForAll @IntRange(min = 1, max = 6) int size, @ForAll long seed) {
    List<Call> calls = RandomCalls.of(size, new Random(seed));
    boolean found = hasOrder(new ArrayList<>(calls), Optional.empty());

    Statistics.collect(found);
    assertThat(Checker.of(calls) == Verdict.LINEARIZABLE).as("%s", calls).isEqualTo(found);
  }

  /** Whether the answered ones of these calls, and any of the others, can be put into an order. */
  private static boolean hasOrder(List<Call> left, Optional<Long> state) {
    if (left.stream().noneMatch(Call::isAnswered)) {
      return true;
    }
    for (Call call : List.copyOf(left)) {
      Request.Step step = call.request().apply(state);
      boolean isFirst = left.stream().allMatch(other -> call.invoked() <= other.returned());
      if (isFirst && call.allows(step)) {
        left.remove(call);
        boolean found = hasOrder(left, step.state());
        left.add(call);
        if (found) {
          return true;
        }
      }
    }
    return false;
  }

  @Property(tries = 200)
  void callsOfARealRegisterAreLinearizable(@ForAll long seed) {
    assertThat(Checker.of(RandomCalls.ofARegister(60, new Random(seed))))
        .isEqualTo(Verdict.LINEARIZABLE);
  }
}
