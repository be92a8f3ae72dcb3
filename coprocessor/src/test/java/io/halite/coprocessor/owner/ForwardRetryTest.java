package io.halite.coprocessor.owner;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.coprocessor.host.RemoteFailure;
import io.halite.coprocessor.owner.SaltingMetrics.Failure;
import io.halite.keys.SaltingSpec;
import io.halite.routing.table.Mark;
import io.halite.routing.table.MarkException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.util.stream.Stream;
import javax.net.ssl.SSLHandshakeException;
import javax.security.sasl.SaslException;
import org.apache.hadoop.hbase.CallDroppedException;
import org.apache.hadoop.hbase.CallQueueTooBigException;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.RegionTooBusyException;
import org.apache.hadoop.hbase.RetryImmediatelyException;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.exceptions.ConnectionClosedException;
import org.apache.hadoop.hbase.exceptions.RegionMovedException;
import org.apache.hadoop.hbase.exceptions.RegionOpeningException;
import org.apache.hadoop.hbase.ipc.CallTimeoutException;
import org.apache.hadoop.hbase.ipc.FailedServerException;
import org.apache.hadoop.hbase.ipc.ServerNotRunningYetException;
import org.apache.hadoop.hbase.quotas.RpcThrottlingException;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;
import org.apache.hadoop.hbase.regionserver.RegionServerAbortedException;
import org.apache.hadoop.hbase.regionserver.RegionServerStoppedException;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hbase.thirdparty.com.google.protobuf.ServiceException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ForwardRetryTest {
  private enum Client {
    SEES_IT_UNCHANGED,
    REPEATS
  }

  private static IOException refusedMark() {
    SaltingSpec spec = SaltingSpec.parse("salt=hash(*) % 16");
    try {
      Mark.of(spec).check(new Get(new byte[] {1}));
      throw new AssertionError("a request without a mark was accepted");
    } catch (MarkException e) {
      return e.forTheWire(TableName.valueOf("t"), spec);
    }
  }

  private static IOException answered(RemoteException answer) {
    return RemoteFailure.cause(new ServiceException(answer));
  }

  static Stream<Arguments> answers() {
    ServerName server = ServerName.valueOf("h", 1, 1);
    // answer, nothing ran, the region is elsewhere, what the gateway's client gets
    return Stream.of(
        Arguments.of(new NotServingRegionException("x"), true, true, Client.REPEATS),
        Arguments.of(new RegionMovedException(server, 1), true, true, Client.REPEATS),
        Arguments.of(new RegionOpeningException("x"), true, true, Client.REPEATS),
        Arguments.of(new RegionServerStoppedException("x"), true, true, Client.REPEATS),
        Arguments.of(new RegionServerAbortedException("x"), true, true, Client.REPEATS),
        Arguments.of(new ServerNotRunningYetException("x"), true, true, Client.REPEATS),
        Arguments.of(new FailedServerException("x"), true, true, Client.REPEATS),
        Arguments.of(new ConnectException("refused"), true, true, Client.REPEATS),
        Arguments.of(
            new IOException("call failed", new ConnectException()), true, true, Client.REPEATS),
        Arguments.of(
            answered(new RemoteException("java.net.ConnectException", "of an observer's call")),
            false,
            false,
            Client.REPEATS),
        Arguments.of(new SaslException("cannot decrypt"), false, false, Client.REPEATS),
        Arguments.of(new SSLHandshakeException("expired"), true, false, Client.REPEATS),
        Arguments.of(new CallQueueTooBigException("x"), true, false, Client.REPEATS),
        Arguments.of(new CallDroppedException("x"), true, false, Client.REPEATS),
        Arguments.of(new RetryImmediatelyException("x"), true, false, Client.REPEATS),
        Arguments.of(refusedMark(), true, false, Client.REPEATS),
        Arguments.of(NotSentException.late(), true, false, Client.REPEATS),
        Arguments.of(NotSentException.slow("x"), true, false, Client.REPEATS),
        Arguments.of(
            NotSentException.unlocated("x", new IOException()), true, false, Client.REPEATS),
        Arguments.of(new CallTimeoutException("x"), false, false, Client.REPEATS),
        Arguments.of(new SocketTimeoutException("x"), false, false, Client.REPEATS),
        Arguments.of(new ConnectionClosedException("x"), false, false, Client.REPEATS),
        Arguments.of(new IOException("x"), false, false, Client.REPEATS),
        Arguments.of(new RegionTooBusyException("x"), false, false, Client.SEES_IT_UNCHANGED),
        Arguments.of(new RpcThrottlingException("x"), false, false, Client.SEES_IT_UNCHANGED),
        Arguments.of(new DoNotRetryIOException("x"), false, false, Client.SEES_IT_UNCHANGED),
        Arguments.of(new NoSuchColumnFamilyException("x"), false, false, Client.SEES_IT_UNCHANGED),
        Arguments.of(
            new NoSuchColumnFamilyException("Column family halite mark refused: x is not there"),
            false,
            false,
            Client.SEES_IT_UNCHANGED),
        Arguments.of(new AccessDeniedException("x"), false, false, Client.SEES_IT_UNCHANGED));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("answers")
  void anAnswerMeansOneThing(
      IOException answer, boolean nothingRan, boolean misplaced, Client client) {
    assertThat(ForwardRetry.nothingRan(answer)).as("nothing ran").isEqualTo(nothingRan);
    assertThat(ForwardRetry.isMisplaced(answer)).as("misplaced").isEqualTo(misplaced);
    IOException seen = ForwardRetry.forClient(answer);
    if (client == Client.SEES_IT_UNCHANGED) {
      assertThat(seen).isSameAs(answer);
    } else {
      assertThat(seen)
          .isInstanceOf(RegionTooBusyException.class)
          .hasCause(answer)
          .hasMessageContaining(answer.getClass().getName());
    }
  }

  static Stream<Arguments> failures() {
    return Stream.of(
        Arguments.of(new DoNotRetryIOException("x"), Failure.REFUSED),
        Arguments.of(new AccessDeniedException("x"), Failure.REFUSED),
        Arguments.of(new NotServingRegionException("x"), Failure.POSTPONED),
        Arguments.of(refusedMark(), Failure.POSTPONED),
        Arguments.of(new RegionTooBusyException("memstore full"), Failure.POSTPONED),
        Arguments.of(new CallTimeoutException("x"), Failure.UNKNOWN),
        Arguments.of(new IOException("x"), Failure.UNKNOWN));
  }

  @ParameterizedTest
  @MethodSource("failures")
  void aFailureCountsTheSameBeforeAndAfterItIsPutIntoTheClientsWords(
      IOException answer, Failure failure) {
    assertThat(ForwardRetry.failure(answer)).isEqualTo(failure);
    assertThat(ForwardRetry.failure(ForwardRetry.forClient(answer))).isEqualTo(failure);
  }

  @Test
  void pausesGrowToFortyMillisecondsAndVary() {
    for (int i = 0; i < 100; i++) {
      assertThat(ForwardRetry.pauseMillis(0)).isBetween(10L, 20L);
      assertThat(ForwardRetry.pauseMillis(1)).isBetween(20L, 40L);
      assertThat(ForwardRetry.pauseMillis(1_000_000)).isBetween(20L, 40L);
    }
  }

  @Test
  void theLastAttemptBeginsWithinATenthOfASecondOrByTheDeadline() {
    assertThat(ForwardRetry.leastForAnother(8_000)).isEqualTo(7_900);
    assertThat(ForwardRetry.leastForAnother(30)).isZero();
  }

  @Test
  void aRequestWaitsForOthersHalfOfItsTimeAtMost() {
    assertThat(ForwardRetry.sharedWaitMillis(60_000)).isEqualTo(10);
    assertThat(ForwardRetry.sharedWaitMillis(20)).isEqualTo(10);
    assertThat(ForwardRetry.sharedWaitMillis(7)).isEqualTo(3);
    assertThat(ForwardRetry.sharedWaitMillis(1)).isZero();
    assertThat(ForwardRetry.sharedWaitMillis(-60_000)).isZero();
  }

  @Test
  void theWaitForAPermitFollowsTheShareOfRefusals() {
    assertThat(ForwardRetry.permitWaitMillis(100, 21, 11)).isEqualTo(200);
    assertThat(ForwardRetry.permitWaitMillis(2_000, 0, 32)).isEqualTo(2_000);
    assertThat(ForwardRetry.permitWaitMillis(400, 22, 10)).isEqualTo(400);
    assertThat(ForwardRetry.permitWaitMillis(400, 27, 5)).isEqualTo(200);
    assertThat(ForwardRetry.permitWaitMillis(100, 32, 0)).isEqualTo(100);
  }

  @Test
  void theWaitForARegionIsAsLongAsItHasBeenAwayWithinBounds() {
    assertThat(ForwardRetry.regionWaitMillis(0)).isEqualTo(200);
    assertThat(ForwardRetry.regionWaitMillis(4_000)).isEqualTo(4_000);
    assertThat(ForwardRetry.regionWaitMillis(60_000)).isEqualTo(10_000);
  }

  /** It may be gone, so that the next request is to ask where its regions are. */
  @Test
  void aServerThatGivesNoAnswerIsSilent() {
    assertThat(
            Stream.of(
                new CallTimeoutException("of 8000 ms"),
                new ConnectionClosedException("by the other side"),
                new SocketTimeoutException()))
        .allMatch(ForwardRetry::isSilent);
    assertThat(Stream.of(new NotServingRegionException(), new IOException("full")))
        .noneMatch(ForwardRetry::isSilent);
  }
}
