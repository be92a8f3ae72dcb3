package io.halite.coprocessor.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.shaded.protobuf.ResponseConverter;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hbase.thirdparty.com.google.protobuf.ServiceException;
import org.junit.jupiter.api.Test;

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
}
