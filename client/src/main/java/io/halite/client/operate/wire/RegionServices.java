package io.halite.client.operate.wire;

import com.google.protobuf.RpcCallback;
import com.google.protobuf.RpcController;
import com.google.protobuf.Service;
import java.io.IOException;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.ipc.CoprocessorRpcUtils;

/** The service of one region: decodes, calls the handler, encodes, sets the error. Stateless. */
public final class RegionServices {
  private RegionServices() {}

  /** The protobuf service, named {@code halite.SaltedTableService}, over {@code handler}. */
  public static Service of(RegionHandler handler) {
    return new Adapter(handler);
  }

  private interface Body<R> {
    R run() throws IOException;
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
      answer(controller, done, () -> RegionCodec.encode(handler.facts()));
    }

    @Override
    public void walk(
        RpcController controller,
        SaltedTableProtos.WalkRequest request,
        RpcCallback<SaltedTableProtos.WalkResponse> done) {
      answer(controller, done, () -> RegionCodec.encode(handler.walk(RegionCodec.decode(request))));
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
            controller, new DoNotRetryIOException("halite failed: " + e, e));
      }
      done.run(response);
    }
  }
}
