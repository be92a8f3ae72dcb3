package io.halite.client.plugin;

import com.google.protobuf.RpcChannel;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.AsyncTableRegionLocator;
import org.apache.hadoop.hbase.client.ScanResultConsumerBase;
import org.apache.hadoop.hbase.client.ServiceCaller;
import org.apache.hadoop.hbase.client.TableDescriptor;

/**
 * Passes every call that has nothing to do with row keys to the real table.
 *
 * <p>Calls to endpoints are passed on, too: the regions of a salted table decide which endpoints
 * are permitted.
 */
abstract class AsyncTableDecorator<C extends ScanResultConsumerBase> implements AsyncTable<C> {
  final AsyncTable<C> real;

  AsyncTableDecorator(AsyncTable<C> real) {
    this.real = real;
  }

  @Override
  public final TableName getName() {
    return real.getName();
  }

  @Override
  public final Configuration getConfiguration() {
    return real.getConfiguration();
  }

  @Override
  public final CompletableFuture<TableDescriptor> getDescriptor() {
    return real.getDescriptor();
  }

  /** The real regions of the table: the region of a natural key is its gateway region. */
  @Override
  public final AsyncTableRegionLocator getRegionLocator() {
    return real.getRegionLocator();
  }

  @Override
  public final long getRpcTimeout(TimeUnit unit) {
    return real.getRpcTimeout(unit);
  }

  @Override
  public final long getReadRpcTimeout(TimeUnit unit) {
    return real.getReadRpcTimeout(unit);
  }

  @Override
  public final long getWriteRpcTimeout(TimeUnit unit) {
    return real.getWriteRpcTimeout(unit);
  }

  @Override
  public final long getOperationTimeout(TimeUnit unit) {
    return real.getOperationTimeout(unit);
  }

  @Override
  public final long getScanTimeout(TimeUnit unit) {
    return real.getScanTimeout(unit);
  }

  @Override
  public final Map<String, byte[]> getRequestAttributes() {
    return real.getRequestAttributes();
  }

  @Override
  public final <S, R> CompletableFuture<R> coprocessorService(
      Function<RpcChannel, S> stubMaker, ServiceCaller<S, R> callable, byte[] row) {
    return real.coprocessorService(stubMaker, callable, row);
  }

  @Override
  public final <S, R> CoprocessorServiceBuilder<S, R> coprocessorService(
      Function<RpcChannel, S> stubMaker,
      ServiceCaller<S, R> callable,
      CoprocessorCallback<R> callback) {
    return real.coprocessorService(stubMaker, callable, callback);
  }

  @Override
  public final <S, R> CoprocessorServiceBuilder<S, R> coprocessorService(
      Function<RpcChannel, S> stubMaker,
      ServiceCaller<S, R> callable,
      PartialResultCoprocessorCallback<S, R> callback) {
    return real.coprocessorService(stubMaker, callable, callback);
  }

  @Override
  public final String toString() {
    return "direct " + real;
  }
}
