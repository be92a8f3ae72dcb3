package io.halite.routing.host;

import com.google.protobuf.BlockingRpcChannel;
import com.google.protobuf.RpcCallback;
import com.google.protobuf.RpcChannel;
import com.google.protobuf.RpcController;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.ServiceCaller;
import org.apache.hadoop.hbase.client.Table;
import org.jspecify.annotations.Nullable;

/**
 * Calls services of regions with messages of unshaded protobuf, which only HBase 2 sends. HBase 3
 * has other types in the same places: it is given shaded messages of the same bytes.
 *
 * <p>An object is one call by the asynchronous client. It has a method for either HBase to call.
 */
public final class RegionCall<S, R> implements ServiceCaller<Object, R> {
  private final Function<RpcChannel, S> stubs;
  private final Request<S, R> request;

  /** A call of one method of a stub. */
  public interface Request<S, R> {
    /**
     * Calls it.
     *
     * @param controller HBase's; null if the channel itself has it
     */
    void send(S stub, @Nullable RpcController controller, RpcCallback<R> done);
  }

  RegionCall(Function<RpcChannel, S> stubs, Request<S, R> request) {
    this.stubs = stubs;
    this.request = request;
  }

  /**
   * Sends a request to the region that holds a stored row.
   *
   * @param stubs makes a stub of the service, {@code LatestService::newStub}
   */
  @SuppressWarnings({"unchecked", "rawtypes"}) // No type of a channel is that of both HBases.
  public static <S, R> CompletableFuture<R> send(
      AsyncTable<?> table, byte[] row, Function<RpcChannel, S> stubs, Request<S, R> request) {
    return table.coprocessorService(
        (Function) Function.identity(), new RegionCall<>(stubs, request), row);
  }

  /** The channel by which the blocking client calls the region that holds a stored row. */
  public static BlockingRpcChannel channel(Table table, byte[] row) {
    Object channel = table.coprocessorService(row);
    return channel instanceof BlockingRpcChannel own ? own : new ShadedChannel(channel, null);
  }

  @Override
  public void call(Object channel, RpcController controller, RpcCallback<R> done) {
    request.send(stubs.apply((RpcChannel) channel), controller, done);
  }

  /** What HBase 3 calls. */
  public void call(
      Object channel,
      org.apache.hbase.thirdparty.com.google.protobuf.RpcController controller,
      org.apache.hbase.thirdparty.com.google.protobuf.RpcCallback<R> done) {
    request.send(stubs.apply(new ShadedChannel(channel, controller)), null, done::run);
  }
}
