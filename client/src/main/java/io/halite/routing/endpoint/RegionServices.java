package io.halite.routing.endpoint;

import com.google.protobuf.RpcCallback;
import com.google.protobuf.RpcController;
import com.google.protobuf.Service;
import io.halite.routing.endpoint.wire.SaltedTableProtos;

/** The service of one region: decodes, calls the handler, encodes, sets the error. Stateless. */
public final class RegionServices {
  private RegionServices() {}

  /** The protobuf service, named {@code halite.SaltedTableService}, over {@code handler}. */
  public static Service of(RegionHandler handler) {
    return new Adapter(handler);
  }

  private static final class Adapter extends SaltedTableProtos.SaltedTableService {
    private final RegionHandler handler;

    Adapter(RegionHandler handler) {
      this.handler = handler;
    }

    @Override
    public void facts(
        RpcController controller,
        SaltedTableProtos.FactsRequest request,
        RpcCallback<SaltedTableProtos.FactsResponse> done) {
      Answers.answer(controller, done, () -> RegionCodec.encode(handler.facts()));
    }

    @Override
    public void server(
        RpcController controller,
        SaltedTableProtos.ServerRequest request,
        RpcCallback<SaltedTableProtos.ServerResponse> done) {
      Answers.answer(controller, done, () -> RegionCodec.encode(handler.server()));
    }

    @Override
    public void walk(
        RpcController controller,
        SaltedTableProtos.WalkRequest request,
        RpcCallback<SaltedTableProtos.WalkResponse> done) {
      Answers.answer(
          controller, done, () -> RegionCodec.encode(handler.walk(RegionCodec.decode(request))));
    }

    @Override
    public void reading(
        RpcController controller,
        SaltedTableProtos.ReadingRequest request,
        RpcCallback<SaltedTableProtos.ReadingResponse> done) {
      Answers.answer(
          controller,
          done,
          () ->
              RegionCodec.encode(
                  handler.reading(RegionCodec.decode(request), request.getNumber())));
    }

    @Override
    public void vacant(
        RpcController controller,
        SaltedTableProtos.VacantRequest request,
        RpcCallback<SaltedTableProtos.VacantResponse> done) {
      Answers.answer(
          controller,
          done,
          () ->
              RegionCodec.encode(
                  handler.vacant(request.getFingerprint(), RegionCodec.decode(request))));
    }

    @Override
    public void rest(
        RpcController controller,
        SaltedTableProtos.RestRequest request,
        RpcCallback<SaltedTableProtos.RestResponse> done) {
      Answers.answer(controller, done, () -> RegionCodec.encode(handler.rest(request.getTicket())));
    }
  }
}
