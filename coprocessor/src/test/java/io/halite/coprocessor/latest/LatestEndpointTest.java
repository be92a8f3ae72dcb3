package io.halite.coprocessor.latest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.Service;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.ipc.ServerRpcController;
import org.junit.jupiter.api.Test;

class LatestEndpointTest {
  private final LatestEndpoint endpoint = new LatestEndpoint();

  /** HBase aborts the server over anything that {@code start} or {@code stop} throws. */
  @Test
  void anEndpointThatCannotStartStopsNoServer() {
    assertThatCode(() -> endpoint.start(null)).doesNotThrowAnyException();
    assertThatCode(() -> endpoint.stop(null)).doesNotThrowAnyException();
  }

  @Test
  void anEndpointThatHasNotStartedSaysSo() {
    endpoint.start(null);
    Service service = endpoint.getServices().iterator().next();
    MethodDescriptor method = service.getDescriptorForType().findMethodByName("Spec");
    ServerRpcController controller = new ServerRpcController();
    service.callMethod(method, controller, service.getRequestPrototype(method), response -> {});
    assertThat(controller.getFailedOn())
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("has not started in this region");
  }
}
