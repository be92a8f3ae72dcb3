package io.halite.coprocessor.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ConnectException;
import javax.net.ssl.SSLHandshakeException;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.ipc.FailedServerException;
import org.apache.hadoop.hbase.shaded.protobuf.ResponseConverter;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hbase.thirdparty.com.google.protobuf.ServiceException;
import org.apache.hbase.thirdparty.io.netty.channel.ConnectTimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RemoteFailureTest {
  @Test
  void theCauseBehindAStubsExceptionIsFound() {
    IOException gone = new NotServingRegionException("gone");
    assertThat(RemoteFailure.cause(new ServiceException(gone))).isSameAs(gone);
    assertThat(RemoteFailure.cause(new ServiceException(new ServiceException(gone))))
        .isSameAs(gone);
    assertThat(
            RemoteFailure.cause(
                new ServiceException(new RemoteException(gone.getClass().getName(), "gone"))))
        .isInstanceOf(NotServingRegionException.class);
    RuntimeException broken = new IllegalStateException("broken");
    assertThat(RemoteFailure.cause(broken)).hasRootCause(broken);
  }

  @Test
  void anExceptionInsideAnAnswerIsReadWithItsClass() {
    assertThat(
            RemoteFailure.read(
                ResponseConverter.buildException(new NotServingRegionException("gone"))))
        .isInstanceOf(NotServingRegionException.class)
        .hasMessageContaining("gone");
    assertThat(
            RemoteFailure.read(
                ResponseConverter.buildException(new IllegalStateException("broken"))))
        .isExactlyInstanceOf(IOException.class)
        .hasMessageContaining("broken");
  }

  @ParameterizedTest
  @ValueSource(
      classes = {
        ConnectException.class,
        FailedServerException.class,
        SSLHandshakeException.class,
        ConnectTimeoutException.class
      })
  void aServerThatNamesAFailedConnectionHasBeenReached(Class<?> named) {
    ServiceException answer =
        new ServiceException(new RemoteException(named.getName(), "a service of an observer"));
    assertThat(RemoteFailure.isUnconnected(RemoteFailure.cause(answer))).isFalse();
    assertThat(RemoteFailure.answered(answer))
        .isNotInstanceOf(NoAnswerException.class)
        .matches(seen -> !RemoteFailure.isUnconnected(RemoteFailure.cause(seen)))
        .hasToString(
            "org.apache.hadoop.ipc.RemoteException(%s): a service of an observer", named.getName());
  }

  @Test
  void aRegionInABatchThatNamesAFailedConnectionHasBeenReached() {
    IOException answer =
        RemoteFailure.read(ResponseConverter.buildException(new ConnectException("refused")));
    assertThat(RemoteFailure.isUnconnected(answer)).isFalse();
    assertThat(RemoteFailure.isUnconnected(RemoteFailure.cause(answer))).isFalse();
    assertThat(answer).hasMessageContaining("refused");
  }

  @Test
  void aConnectionThatFailsHereReachesNoServer() {
    IOException refused = new ConnectException("refused");
    assertThat(RemoteFailure.isUnconnected(RemoteFailure.cause(new ServiceException(refused))))
        .isTrue();
    assertThat(
            RemoteFailure.isUnconnected(
                RemoteFailure.cause(RemoteFailure.answered(new ServiceException(refused)))))
        .isTrue();
  }
}
