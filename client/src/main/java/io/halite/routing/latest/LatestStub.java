package io.halite.routing.latest;

import com.google.protobuf.BlockingRpcChannel;
import io.halite.routing.endpoint.Answers;
import io.halite.routing.latest.wire.LatestProtos;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.client.AsyncTable;

/** Calls the service of the region that holds a stored row. Stateless. */
public final class LatestStub {
  private LatestStub() {}

  /** Requests a page and waits for it. */
  public static Page latest(BlockingRpcChannel channel, PageRequest request, LatestKeys keys)
      throws IOException {
    return Answers.call(
        () ->
            PageCodec.decode(
                LatestProtos.LatestService.newBlockingStub(channel)
                    .latest(null, PageRequestCodec.encode(request)),
                keys));
  }

  /** Requests the canonical text of the table's spec and waits for it. */
  public static String spec(BlockingRpcChannel channel) throws IOException {
    return Answers.call(
        () ->
            LatestProtos.LatestService.newBlockingStub(channel)
                .spec(null, LatestProtos.SpecRequest.getDefaultInstance())
                .getSpec());
  }

  /** Requests a page from the region that holds the stored row {@code row}. */
  public static CompletableFuture<Page> latest(
      AsyncTable<?> table, byte[] row, PageRequest request, LatestKeys keys) {
    LatestProtos.LatestRequest proto = PageRequestCodec.encode(request);
    return table
        .<LatestProtos.LatestService.Stub, LatestProtos.LatestResponse>coprocessorService(
            LatestProtos.LatestService::newStub,
            (stub, controller, done) -> stub.latest(controller, proto, done),
            row)
        .thenApply(response -> PageCodec.decode(response, keys));
  }

  /** Requests the canonical text of the table's spec. */
  public static CompletableFuture<String> spec(AsyncTable<?> table, byte[] row) {
    return table
        .<LatestProtos.LatestService.Stub, LatestProtos.SpecResponse>coprocessorService(
            LatestProtos.LatestService::newStub,
            (stub, controller, done) ->
                stub.spec(controller, LatestProtos.SpecRequest.getDefaultInstance(), done),
            row)
        .thenApply(LatestProtos.SpecResponse::getSpec);
  }
}
