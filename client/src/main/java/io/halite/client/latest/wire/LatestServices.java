package io.halite.client.latest.wire;

import com.google.protobuf.RpcCallback;
import com.google.protobuf.RpcController;
import com.google.protobuf.Service;
import java.io.IOException;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.ipc.CoprocessorRpcUtils;

/** The service of one region: decodes, calls the handler, encodes, sets the error. Stateless. */
public final class LatestServices {
  private LatestServices() {}

  /** The protobuf service, named {@code halite.LatestService}, over {@code handler}. */
  public static Service of(LatestHandler handler) {
    return new Adapter(handler);
  }

  private interface Body<R> {
    R run() throws IOException;
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
      answer(
          controller,
          done,
          () -> LatestProtos.SpecResponse.newBuilder().setSpec(handler.spec()).build());
    }

    @Override
    public void latest(
        RpcController controller,
        LatestProtos.LatestRequest request,
        RpcCallback<LatestProtos.LatestResponse> done) {
      answer(
          controller,
          done,
          () -> PageCodec.encode(handler.latest(PageRequestCodec.decode(request))));
    }

    private static <R> void answer(RpcController controller, RpcCallback<R> done, Body<R> body) {
      R response = null;
      try {
        response = body.run();
      } catch (IOException e) {
        CoprocessorRpcUtils.setControllerException(controller, e);
      } catch (RuntimeException | LinkageError e) {
        // As anything but an IOException it would be retried by the client until its time is up.
        CoprocessorRpcUtils.setControllerException(
            controller, new DoNotRetryIOException(message(e), e));
      }
      done.run(response);
    }

    private static String message(Throwable e) {
      return e instanceof IllegalArgumentException ? e.getMessage() : "halite failed: " + e;
    }
  }
}
