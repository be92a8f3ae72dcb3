package io.halite.routing.latest;

import com.google.protobuf.RpcCallback;
import com.google.protobuf.RpcController;
import com.google.protobuf.Service;
import io.halite.routing.endpoint.Answers;
import io.halite.routing.latest.wire.LatestProtos;

/** The service of one region: decodes, calls the handler, encodes, sets the error. Stateless. */
public final class LatestServices {
  private LatestServices() {}

  /** The protobuf service, named {@code halite.LatestService}, over {@code handler}. */
  public static Service of(LatestHandler handler) {
    return new Adapter(handler);
  }

  private static final class Adapter extends LatestProtos.LatestService {
    private final LatestHandler handler;

    Adapter(LatestHandler handler) {
      this.handler = handler;
    }

    @Override
    public void spec(
        RpcController controller,
        LatestProtos.SpecRequest request,
        RpcCallback<LatestProtos.SpecResponse> done) {
      Answers.answer(
          controller,
          done,
          () -> LatestProtos.SpecResponse.newBuilder().setSpec(handler.spec()).build());
    }

    @Override
    public void latest(
        RpcController controller,
        LatestProtos.LatestRequest request,
        RpcCallback<LatestProtos.LatestResponse> done) {
      Answers.answer(
          controller,
          done,
          () -> PageCodec.encode(handler.latest(PageRequestCodec.decode(request))));
    }

    @Override
    public void chosen(
        RpcController controller,
        LatestProtos.LatestRequest request,
        RpcCallback<LatestProtos.LatestResponse> done) {
      latest(controller, request, done);
    }
  }
}
