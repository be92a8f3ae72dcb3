package io.halite.it.outcome;

import java.net.SocketAddress;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.MetricsConnection;
import org.apache.hadoop.hbase.exceptions.ConnectionClosedException;
import org.apache.hadoop.hbase.ipc.HBaseRpcController;
import org.apache.hadoop.hbase.ipc.HBaseRpcControllerImpl;
import org.apache.hadoop.hbase.ipc.NettyRpcClient;
import org.apache.hadoop.hbase.security.User;
import org.apache.hbase.thirdparty.com.google.protobuf.BlockingRpcChannel;
import org.apache.hbase.thirdparty.com.google.protobuf.RpcChannel;
import org.apache.hbase.thirdparty.com.google.protobuf.ServiceException;

/**
 * HBase's RPC client, which loses answers as {@link Losses} says: the server has served the call,
 * and the caller sees a closed connection.
 */
public final class LosingRpcClient extends NettyRpcClient {
  /** The configuration of a client: which of both ways to a table its calls go. */
  static final String WAY_KEY = "halite.test.way";

  private final Losses.Way way;

  /** For HBase. */
  public LosingRpcClient(
      Configuration conf,
      String clusterId,
      SocketAddress local,
      MetricsConnection metrics,
      Map<String, byte[]> attributes) {
    super(conf, clusterId, local, metrics, attributes);
    this.way = Losses.Way.valueOf(conf.get(WAY_KEY, Losses.Way.FORWARD.name()));
  }

  private static ConnectionClosedException lost() {
    return new ConnectionClosedException("the test has lost the answer");
  }

  @Override
  public BlockingRpcChannel createBlockingRpcChannel(ServerName server, User user, int timeout) {
    BlockingRpcChannel real = super.createBlockingRpcChannel(server, user, timeout);
    return (method, controller, request, type) -> {
      var answer = real.callBlockingMethod(method, controller, request, type);
      Optional<CompletableFuture<Void>> loss = Losses.loss(way, request, answer);
      if (loss.isPresent()) {
        loss.get().join();
        throw new ServiceException(lost());
      }
      return answer;
    };
  }

  @Override
  public RpcChannel createRpcChannel(ServerName server, User user, int timeout) {
    RpcChannel real = super.createRpcChannel(server, user, timeout);
    return (method, controller, request, type, done) -> {
      HBaseRpcController outer = (HBaseRpcController) controller;
      HBaseRpcController inner = copy(outer);
      real.callMethod(
          method,
          inner,
          request,
          type,
          answer -> {
            if (inner.failed()) {
              outer.setFailed(inner.getFailed());
              done.run(null);
              return;
            }
            Optional<CompletableFuture<Void>> loss = Losses.loss(way, request, answer);
            if (loss.isEmpty()) {
              outer.setDone(inner.cellScanner());
              done.run(answer);
              return;
            }
            var unused =
                loss.get()
                    .thenRun(
                        () -> {
                          outer.setFailed(lost());
                          done.run(null);
                        });
          });
    };
  }

  /** A controller that ends by itself: one that has ended takes no failure. */
  private static HBaseRpcController copy(HBaseRpcController outer) {
    HBaseRpcController inner = new HBaseRpcControllerImpl();
    inner.setCellScanner(outer.cellScanner());
    inner.setPriority(outer.getPriority());
    inner.setRequestAttributes(outer.getRequestAttributes());
    if (outer.hasCallTimeout()) {
      inner.setCallTimeout(outer.getCallTimeout());
    }
    return inner;
  }
}
