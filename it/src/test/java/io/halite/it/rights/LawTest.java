package io.halite.it.rights;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.RetriesExhaustedException;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.junit.jupiter.api.Test;

class LawTest {
  private static final Request PUT = Request.write("put", (side, outcome) -> {});
  private static final Request GET = Request.read("get", (side, outcome) -> {});

  private static Outcome answered(Object answer) {
    Outcome outcome = new Outcome();
    outcome.answer(answer);
    return outcome;
  }

  private static Outcome failed(Exception failure) {
    Outcome outcome = new Outcome();
    outcome.fail(failure);
    return outcome;
  }

  private static Outcome denied() {
    return failed(new AccessDeniedException("Insufficient permissions"));
  }

  private static MatrixQuestion of(Request request, Salting salting) {
    return new MatrixQuestion(1, request, Actor.NOBODY, Door.LOCAL_OWNER, salting, true);
  }

  private static List<String> findings(Request request, Outcome salted, Outcome twin) {
    return findings(request, salted, twin, false);
  }

  private static List<String> findings(
      Request request, Outcome salted, Outcome twin, boolean changed) {
    return Law.judge(of(request, Salting.HASH), salted, twin, changed, "a", "a").findings();
  }

  @Test
  void theSameAnswerOrTwoRefusalsAreRight() {
    assertThat(findings(GET, answered("x"), answered("x"))).isEmpty();
    assertThat(findings(PUT, answered("x"), answered("x"), true)).isEmpty();
    assertThat(findings(PUT, denied(), failed(new DoNotRetryIOException("no")))).isEmpty();
  }

  @Test
  void whatTheTwinRefusesMustNotBeAnswered() {
    assertThat(findings(GET, answered("x"), denied()))
        .singleElement()
        .asString()
        .startsWith("answered x where the twin says AccessDeniedException");
  }

  @Test
  void anotherAnswerIsFound() {
    assertThat(findings(GET, answered("x"), answered("y"))).hasSize(1);
  }

  @Test
  void refusalsMustBeForGood() {
    assertThat(findings(GET, failed(new IOException("busy")), denied())).hasSize(1);
    assertThat(findings(GET, failed(new RetriesExhaustedException("busy")), answered("x")))
        .singleElement()
        .asString()
        .startsWith("asks to try again");
  }

  @Test
  void whatTheTwinAnswersIsRefusedForAReasonThatIsAcceptedThere() {
    Outcome refusal = failed(new DoNotRetryIOException("append needs its row in one place"));
    assertThat(findings(PUT, refusal, answered("x"))).hasSize(1);
    assertThat(
            Law.judge(of(PUT, Salting.RANDOM), refusal, answered("x"), false, "a", "b").findings())
        .isEmpty();
    assertThat(findings(PUT, denied(), answered("x"))).hasSize(1);
  }

  @Test
  void refusalsAndReadsChangeNothing() {
    assertThat(findings(PUT, denied(), denied(), true)).hasSize(1);
    assertThat(findings(GET, answered("x"), answered("x"), true)).hasSize(1);
  }

  @Test
  void whatBothHaveWrittenIsCompared() {
    MatrixQuestion put = of(PUT, Salting.HASH);
    assertThat(Law.judge(put, answered("x"), answered("x"), true, "a", "b").findings()).hasSize(1);
  }
}
