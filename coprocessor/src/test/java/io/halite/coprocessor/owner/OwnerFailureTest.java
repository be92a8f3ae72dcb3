package io.halite.coprocessor.owner;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.coprocessor.owner.SaltingMetrics.Failure;
import io.halite.keys.SaltingSpec;
import io.halite.routing.table.Mark;
import io.halite.routing.table.MarkException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.CallDroppedException;
import org.apache.hadoop.hbase.CallQueueTooBigException;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.RegionTooBusyException;
import org.apache.hadoop.hbase.RetryImmediatelyException;
import org.apache.hadoop.hbase.ServerName;
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
import org.apache.hadoop.hbase.shaded.protobuf.ResponseConverter;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hbase.thirdparty.com.google.protobuf.ServiceException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class OwnerFailureTest {
  private enum Client {
    SEES_IT_UNCHANGED,
    REPEATS
  }

  private static IOException refusedMark() {
    try {
      Mark.of(SaltingSpec.parse("salt=hash(*) % 16")).check(new Get(new byte[] {1}));
      throw new AssertionError("a request without a mark was accepted");
    } catch (MarkException e) {
      return e.forTheWire("t");
    }
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
        Arguments.of(new CallQueueTooBigException("x"), true, false, Client.REPEATS),
        Arguments.of(new CallDroppedException("x"), true, false, Client.REPEATS),
        Arguments.of(new RetryImmediatelyException("x"), true, false, Client.REPEATS),
        Arguments.of(refusedMark(), true, false, Client.REPEATS),
        Arguments.of(new CallTimeoutException("x"), false, false, Client.REPEATS),
        Arguments.of(new SocketTimeoutException("x"), false, false, Client.REPEATS),
        Arguments.of(new ConnectionClosedException("x"), false, false, Client.REPEATS),
        Arguments.of(new IOException("x"), false, false, Client.REPEATS),
        Arguments.of(new RegionTooBusyException("x"), false, false, Client.SEES_IT_UNCHANGED),
        Arguments.of(new RpcThrottlingException("x"), false, false, Client.SEES_IT_UNCHANGED),
        Arguments.of(new DoNotRetryIOException("x"), false, false, Client.SEES_IT_UNCHANGED),
        Arguments.of(new NoSuchColumnFamilyException("x"), false, false, Client.SEES_IT_UNCHANGED),
        Arguments.of(new AccessDeniedException("x"), false, false, Client.SEES_IT_UNCHANGED));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("answers")
  void anAnswerMeansOneThing(
      IOException answer, boolean nothingRan, boolean misplaced, Client client) {
    assertThat(OwnerFailure.nothingRan(answer)).as("nothing ran").isEqualTo(nothingRan);
    assertThat(OwnerFailure.isMisplaced(answer)).as("misplaced").isEqualTo(misplaced);
    IOException seen = OwnerFailure.forClient(answer);
    if (client == Client.SEES_IT_UNCHANGED) {
      assertThat(seen).isSameAs(answer);
    } else {
      assertThat(seen)
          .isInstanceOf(RegionTooBusyException.class)
          .hasCause(answer)
          .hasMessageContaining(answer.getClass().getName());
    }
  }

  @Test
  void theCauseBehindAStubsExceptionIsFound() {
    IOException gone = new NotServingRegionException("gone");
    assertThat(OwnerFailure.cause(new ServiceException(gone))).isSameAs(gone);
    assertThat(OwnerFailure.cause(new ServiceException(new ServiceException(gone)))).isSameAs(gone);
    assertThat(
            OwnerFailure.cause(
                new ServiceException(new RemoteException(gone.getClass().getName(), "gone"))))
        .isInstanceOf(NotServingRegionException.class);
    RuntimeException broken = new IllegalStateException("broken");
    assertThat(OwnerFailure.cause(broken)).hasRootCause(broken);
  }

  @Test
  void anExceptionInsideAnAnswerIsReadWithItsClass() {
    assertThat(
            OwnerFailure.read(
                ResponseConverter.buildException(new NotServingRegionException("gone"))))
        .isInstanceOf(NotServingRegionException.class)
        .hasMessageContaining("gone");
    assertThat(
            OwnerFailure.read(
                ResponseConverter.buildException(new IllegalStateException("broken"))))
        .isExactlyInstanceOf(IOException.class)
        .hasMessageContaining("broken");
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
    assertThat(OwnerFailure.kind(answer)).isEqualTo(failure);
    assertThat(OwnerFailure.kind(OwnerFailure.forClient(answer))).isEqualTo(failure);
  }
}
