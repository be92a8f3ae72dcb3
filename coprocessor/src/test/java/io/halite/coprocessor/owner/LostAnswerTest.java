package io.halite.coprocessor.owner;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.coprocessor.host.CurrentCall;
import io.halite.coprocessor.host.RegionRpcFailures;
import io.halite.coprocessor.owner.SaltingMetrics.Failure;
import java.io.IOException;
import java.net.ConnectException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.RegionTooBusyException;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.ipc.CallTimeoutException;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiRequest;
import org.junit.jupiter.api.Test;

class LostAnswerTest {
  private static final byte[] ROW = {1};
  private static final IOException SILENCE = new CallTimeoutException("60 s");

  private final AtomicLong clock = new AtomicLong(1_000_000);
  private final Budget budget = Budget.of(60_000, Long.MAX_VALUE, () -> false, clock::get);

  private final HandlerPermits waits =
      new HandlerPermits(
          new Configuration(false), SaltingMetrics.unseen(), new ConcurrentHashMap<>());

  private static boolean allows(LostAnswer lost, IOException answer) {
    return lost.allowsRepeat(answer, answer);
  }

  private static boolean allowsAfterSilence(LostAnswer lost) {
    return lost.allowsRepeat(RegionRpcFailures.noAnswer(SILENCE), SILENCE);
  }

  @Test
  void aFirstAnswerIsAwaitedForHalfOfTheTimeAndALaterOneForFiveSeconds() throws Exception {
    LostAnswer lost = LostAnswer.ofNumbered(budget);
    assertThat(lost.callTimeoutMillis()).isEqualTo(30_000);
    clock.addAndGet(30_000);
    assertThat(allowsAfterSilence(lost)).isTrue();
    assertThat(lost.callTimeoutMillis()).isEqualTo(5_000);
  }

  /** Otherwise the client would send the write again as a new one. */
  @Test
  void aClientKnowsOfASilentOwnerBeforeItGivesUp() throws Exception {
    for (int millis : new int[] {200, 2_000, 10_000, 60_000}) {
      long start = clock.get();
      LostAnswer lost =
          LostAnswer.ofNumbered(Budget.of(millis, Long.MAX_VALUE, () -> false, clock::get));
      clock.addAndGet(lost.callTimeoutMillis());
      boolean again = allowsAfterSilence(lost);
      for (int attempt = 0; again && lost.pause(attempt, waits); attempt++) {
        try {
          clock.addAndGet(lost.callTimeoutMillis());
          again = allowsAfterSilence(lost);
        } catch (NotSentException late) {
          again = lost.allowsRepeat(late, late);
        }
      }
      assertThat(clock.get() - start).isBetween(millis / 2L, millis - millis / 25L);
      assertThat(lost.unknown()).isPresent();
    }
  }

  @Test
  void onlyARepeatHasAnAge() {
    LostAnswer lost = LostAnswer.ofNumbered(budget);
    assertThat(lost.ageMillis()).isZero();
    assertThat(allows(lost, new NotServingRegionException("moved"))).isTrue();
    assertThat(lost.ageMillis()).isZero();
    allowsAfterSilence(lost);
    assertThat(lost.ageMillis()).isPositive();
  }

  @Test
  void aRequestWithoutANumberIsNotSentAgainWhenItsAnswerIsLost() {
    LostAnswer lost = LostAnswer.ofRead(budget);
    assertThat(allowsAfterSilence(lost)).isFalse();
    assertThat(lost.unknown()).isEmpty();
  }

  /** A plain region gives the client the same error. */
  @Test
  void anErrorThatTheOwnerAnsweredIsNoLostAnswer() {
    LostAnswer lost = LostAnswer.ofNumbered(budget);
    assertThat(allows(lost, new IOException("of the owner"))).isFalse();
    assertThat(allows(lost, new RegionTooBusyException("of the owner"))).isFalse();
    assertThat(lost.unknown()).isEmpty();
  }

  @Test
  void afterALossEveryErrorThatTheClientWouldRepeatIsRepeatedHere() {
    LostAnswer lost = LostAnswer.ofNumbered(budget);
    allowsAfterSilence(lost);
    assertThat(allows(lost, new RegionTooBusyException("of the owner"))).isTrue();
    assertThat(allows(lost, new DoNotRetryIOException("of the owner"))).isFalse();
  }

  @Test
  void afterFiveSecondsWithoutAnAnswerTheOutcomeIsUnknownAndTheClientDoesNotRepeat()
      throws Exception {
    LostAnswer lost = LostAnswer.ofNumbered(budget);
    allowsAfterSilence(lost);
    assertThat(lost.pause(0, waits)).isTrue();
    clock.addAndGet(ForwardRetry.LOST_ANSWER_MILLIS);
    assertThat(lost.pause(1, waits)).isFalse();
    IOException error = lost.unknown().orElseThrow();
    assertThat(error)
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("is unknown")
        .hasMessageContaining("60 s");
    assertThat(lost.failure(error)).isEqualTo(Failure.UNKNOWN);
  }

  /** A number for which the owner region is away since its server died. */
  private LostAnswer awaitingARegion() throws Exception {
    LostAnswer lost = LostAnswer.ofNumbered(budget);
    allowsAfterSilence(lost);
    clock.addAndGet(ForwardRetry.LOST_ANSWER_MILLIS);
    assertThat(allows(lost, new ConnectException("refused"))).isTrue();
    return lost;
  }

  @Test
  void aRegionThatIsAwayIsAwaitedUntilJustBeforeTheClientGivesUp() throws Exception {
    LostAnswer lost = awaitingARegion();
    assertThat(lost.pause(1, waits)).isTrue();
    clock.addAndGet(50_000);
    assertThat(allows(lost, new NotServingRegionException("opening"))).isTrue();
    assertThat(lost.pause(2, waits)).isTrue();
    assertThat(lost.callTimeoutMillis()).isEqualTo(4_000);
    // What a handler waits for hbase:meta ends in time, too.
    assertThat(lost.budget().left()).isEqualTo(4_000);
    clock.addAndGet(4_000);
    assertThat(lost.pause(3, waits)).isFalse();
    assertThat(lost.unknown().orElseThrow()).isInstanceOf(DoNotRetryIOException.class);
  }

  @Test
  void aRegionThatIsAwayIsAwaitedForAMinuteAtMost() throws Exception {
    LostAnswer lost =
        LostAnswer.ofNumbered(Budget.of(600_000, Long.MAX_VALUE, () -> false, clock::get));
    allowsAfterSilence(lost);
    clock.addAndGet(ForwardRetry.REGION_AWAY_MILLIS - 3_000);
    assertThat(allows(lost, new ConnectException("refused"))).isTrue();
    assertThat(lost.pause(1, waits)).isTrue();
    clock.addAndGet(3_000);
    assertThat(lost.pause(2, waits)).isFalse();
  }

  /** It has other parts to send. */
  @Test
  void aMultiRequestAwaitsARegionForHalfOfItsTimeAndAMinuteAtMost() throws Exception {
    Map<Integer, Integer> awaited = Map.of(60_000, 30_000, 600_000, 60_000);
    for (int millis : awaited.keySet()) {
      LostAnswer lost =
          LostAnswer.ofNumbered(Budget.of(millis, Long.MAX_VALUE, () -> false, clock::get));
      allowsAfterSilence(lost);
      clock.addAndGet(awaited.get(millis) - 3_000);
      assertThat(allows(lost, new ConnectException("refused"))).isTrue();
      try (CurrentCall multi = CurrentCall.of(MultiRequest.getDefaultInstance())) {
        assertThat(lost.pause(1, waits)).isTrue();
        clock.addAndGet(3_000);
        assertThat(lost.pause(2, waits)).isFalse();
      }
    }
  }

  /** When a region is open again, many ask it at once. */
  @Test
  void aRegionThatIsBackMayTakeFiveSecondsMore() throws Exception {
    LostAnswer lost = awaitingARegion();
    assertThat(lost.pause(1, waits)).isTrue();
    clock.addAndGet(20_000);
    assertThat(allows(lost, new RegionTooBusyException("of the owner"))).isTrue();
    assertThat(lost.pause(2, waits)).isTrue();
    clock.addAndGet(ForwardRetry.LOST_ANSWER_MILLIS);
    assertThat(allowsAfterSilence(lost)).isTrue();
    assertThat(lost.pause(3, waits)).isFalse();
  }

  /** With its nonce the owner knows it again, and the client receives the outcome. */
  @Test
  void aClientRepeatsAWriteOfANonceWhoseOutcomeTheGatewayCouldNotFindOut() throws Exception {
    LostAnswer lost = LostAnswer.ofNumberedByNonce(budget);
    assertThat(allowsAfterSilence(lost)).isTrue();
    assertThat(lost.pause(0, waits)).isTrue();
    clock.addAndGet(ForwardRetry.LOST_ANSWER_MILLIS);
    assertThat(lost.pause(1, waits)).isFalse();
    IOException error = lost.unknown().orElseThrow();
    assertThat(error)
        .isInstanceOf(RegionTooBusyException.class)
        .hasMessageContaining("HBase's client repeats the request");
    assertThat(lost.failure(error)).isEqualTo(Failure.UNKNOWN);
  }

  private static Delete newest() {
    return new Delete(ROW).addColumn(ROW, ROW);
  }

  /** A repeat would delete the version before it, too. */
  @Test
  void aDeleteOfTheNewestVersionThatLosesItsAnswerIsRepeatedByNobody() throws Exception {
    Put put = new Put(ROW).addColumn(ROW, ROW, ROW);
    Increment counted = new Increment(ROW).addColumn(ROW, ROW, 1);
    for (Row request :
        List.of(
            newest(),
            RowMutations.of(List.of(put, newest())),
            RowMutations.of(List.of(newest(), counted)))) {
      LostAnswer lost = LostAnswer.of(request, budget);
      assertThat(allows(lost, new NotServingRegionException("moved"))).isTrue();
      assertThat(allowsAfterSilence(lost)).isFalse();
      IOException error = lost.forClient(SILENCE);
      assertThat(error)
          .isInstanceOf(DoNotRetryIOException.class)
          .hasMessageContaining("is unknown")
          .hasMessageContaining("60 s");
      assertThat(lost.failure(error)).isEqualTo(Failure.UNKNOWN);
    }
  }

  @Test
  void whatTheOwnerAnsweredToADeleteOfTheNewestVersionIsTheAnswer() {
    LostAnswer lost = LostAnswer.of(newest(), budget);
    IOException busy = new RegionTooBusyException("of the owner");
    assertThat(allows(lost, busy)).isFalse();
    assertThat(lost.forClient(busy)).isSameAs(busy);
  }

  @Test
  void theClientRepeatsAnyOtherWriteThatLosesItsAnswer() {
    for (Row request :
        List.of(
            new Put(ROW).addColumn(ROW, ROW, ROW),
            new Delete(ROW),
            new Delete(ROW).addColumns(ROW, ROW),
            new Delete(ROW).addColumn(ROW, ROW, 7),
            new Delete(ROW, 7).addColumn(ROW, ROW))) {
      LostAnswer lost = LostAnswer.of(request, budget);
      assertThat(allowsAfterSilence(lost)).isFalse();
      assertThat(lost.forClient(SILENCE)).isInstanceOf(RegionTooBusyException.class);
    }
  }

  @Test
  void otherErrorsAreClassifiedAsEver() {
    LostAnswer lost = LostAnswer.ofNumbered(budget);
    assertThat(lost.failure(new DoNotRetryIOException("no"))).isEqualTo(Failure.REFUSED);
  }
}
