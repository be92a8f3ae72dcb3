package io.halite.routing.latest;

import com.google.protobuf.BlockingRpcChannel;
import io.halite.routing.endpoint.Answers;
import io.halite.routing.failure.FailureText;
import io.halite.routing.host.RegionCall;
import io.halite.routing.latest.wire.LatestProtos;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.exceptions.UnknownProtocolException;
import org.apache.hadoop.hbase.util.FutureUtils;

/** Calls the service of the region that holds a stored row. Stateless. */
public final class LatestStub {
  private LatestStub() {}

  /** Requests a page and waits for it. */
  public static Page latest(BlockingRpcChannel channel, PageRequest request, LatestKeys keys)
      throws IOException {
    LatestProtos.LatestRequest proto = PageRequestCodec.encode(request);
    LatestProtos.LatestService.BlockingInterface stub =
        LatestProtos.LatestService.newBlockingStub(channel);
    try {
      return PageCodec.decode(
          Answers.call(() -> isNew(request) ? stub.chosen(null, proto) : stub.latest(null, proto)),
          keys);
    } catch (UnknownProtocolException e) {
      throw isNew(request) ? tooOld(request, e) : e;
    }
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
    return RegionCall.<LatestProtos.LatestService.Stub, LatestProtos.LatestResponse>send(
            table,
            row,
            LatestProtos.LatestService::newStub,
            (stub, controller, done) -> {
              if (isNew(request)) {
                stub.chosen(controller, proto, done);
              } else {
                stub.latest(controller, proto, done);
              }
            })
        .handle(
            (response, error) -> {
              if (error == null) {
                return PageCodec.decode(response, keys);
              }
              Throwable cause = FutureUtils.unwrapCompletionException(error);
              throw new CompletionException(
                  cause instanceof UnknownProtocolException e && isNew(request)
                      ? tooOld(request, e)
                      : cause);
            });
  }

  /** Whether a server of Halite's first version would answer another query than this one. */
  private static boolean isNew(PageRequest request) {
    return !request.selection().choice().equals(TimeChoice.NEWEST);
  }

  private static IOException tooOld(PageRequest request, UnknownProtocolException e) {
    return FailureText.asRoot(
        new DoNotRetryIOException(
            "the region's version of Halite does not know "
                + request.selection().choice()
                + ", or has no LatestEndpoint: update Halite on the servers"),
        e);
  }

  /** Requests the canonical text of the table's spec. */
  public static CompletableFuture<String> spec(AsyncTable<?> table, byte[] row) {
    return RegionCall.<LatestProtos.LatestService.Stub, LatestProtos.SpecResponse>send(
            table,
            row,
            LatestProtos.LatestService::newStub,
            (stub, controller, done) ->
                stub.spec(controller, LatestProtos.SpecRequest.getDefaultInstance(), done))
        .thenApply(LatestProtos.SpecResponse::getSpec);
  }
}
