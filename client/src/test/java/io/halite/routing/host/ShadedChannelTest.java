package io.halite.routing.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.routing.latest.LatestStub;
import io.halite.routing.latest.wire.LatestProtos.LatestService;
import io.halite.routing.latest.wire.LatestProtos.SpecRequest;
import io.halite.routing.latest.wire.LatestProtos.SpecResponse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.ipc.HBaseRpcControllerImpl;
import org.apache.hbase.thirdparty.com.google.protobuf.BlockingRpcChannel;
import org.apache.hbase.thirdparty.com.google.protobuf.Descriptors.MethodDescriptor;
import org.apache.hbase.thirdparty.com.google.protobuf.DynamicMessage;
import org.apache.hbase.thirdparty.com.google.protobuf.Message;
import org.apache.hbase.thirdparty.com.google.protobuf.RpcChannel;
import org.apache.hbase.thirdparty.com.google.protobuf.RpcController;
import org.apache.hbase.thirdparty.com.google.protobuf.ServiceException;
import org.junit.jupiter.api.Test;

/** Channels as HBase 3 gives them, with a region behind that shows its spec. */
class ShadedChannelTest {
  private static final String SPEC = "key=row:*,salt=hash(*) % 4";

  private final List<Object> seen = new ArrayList<>();
  private final RpcController controller = new HBaseRpcControllerImpl();

  private Message answer(MethodDescriptor method, Message request, Message prototype) {
    seen.add(method.getService().getFullName() + "." + method.getName());
    assertThat(request.getDescriptorForType()).isSameAs(method.getInputType());
    return prototype
        .newBuilderForType()
        .setField(method.getOutputType().findFieldByName("spec"), SPEC)
        .build();
  }

  @Test
  void aBlockingCallHasTheAnswerOfTheRegion() throws Exception {
    BlockingRpcChannel shaded =
        (method, none, request, prototype) -> answer(method, request, prototype);
    assertThat(LatestStub.spec(new ShadedChannel(shaded, null))).isEqualTo(SPEC);
    assertThat(seen).containsExactly("halite.LatestService.Spec");
  }

  @Test
  void aBlockingCallThrowsTheExceptionOfTheRegion() {
    IOException failure = new IOException("as the region says");
    BlockingRpcChannel shaded =
        (method, none, request, prototype) -> {
          throw new ServiceException(failure);
        };
    assertThatThrownBy(() -> LatestStub.spec(new ShadedChannel(shaded, null))).isSameAs(failure);
  }

  @Test
  void hbase3CallsItsOwnMethodAndGivesItsController() {
    RpcChannel shaded =
        (method, given, request, prototype, done) -> {
          seen.add(given);
          done.run(answer(method, request, prototype));
        };
    List<SpecResponse> answers = new ArrayList<>();
    specCall().call(shaded, controller, answers::add);
    assertThat(seen).containsExactly(controller, "halite.LatestService.Spec");
    assertThat(answers).extracting(SpecResponse::getSpec).containsExactly(SPEC);
  }

  /** HBase then finds the failure in its controller. */
  @Test
  void aCallThatFailedHasNoAnswer() {
    RpcChannel shaded =
        (method, given, request, prototype, done) -> {
          assertThat(prototype).isInstanceOf(DynamicMessage.class);
          done.run(null);
        };
    specCall()
        .call(
            shaded,
            controller,
            answer -> {
              assertThat(answer).isNull();
              seen.add("ended");
            });
    assertThat(seen).containsExactly("ended");
  }

  private static RegionCall<LatestService.Stub, SpecResponse> specCall() {
    return new RegionCall<>(
        LatestService::newStub,
        (stub, given, done) -> stub.spec(given, SpecRequest.getDefaultInstance(), done));
  }
}
