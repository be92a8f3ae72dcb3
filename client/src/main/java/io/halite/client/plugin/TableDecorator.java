package io.halite.client.plugin;

import com.google.protobuf.Descriptors;
import com.google.protobuf.Message;
import com.google.protobuf.Service;
import com.google.protobuf.ServiceException;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HTableDescriptor;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.coprocessor.Batch;
import org.apache.hadoop.hbase.ipc.CoprocessorRpcChannel;

/**
 * Passes every call that has nothing to do with row keys to the real table.
 *
 * <p>Calls to endpoints are passed on, too: the regions of a salted table decide which endpoints
 * are permitted.
 */
@SuppressWarnings("deprecation") // A decorator also passes on deprecated calls.
abstract class TableDecorator implements Table {
  final Table real;
  private final Configuration conf;
  private final ScanTables scanTables;

  TableDecorator(Table real, Configuration conf, ScanTables scanTables) {
    this.real = real;
    this.conf = conf;
    this.scanTables = scanTables;
  }

  @Override
  public final TableName getName() {
    return real.getName();
  }

  /** The application's: the one of the real table does not name the plug-in. */
  @Override
  public final Configuration getConfiguration() {
    return conf;
  }

  @Override
  public final HTableDescriptor getTableDescriptor() throws IOException {
    return real.getTableDescriptor();
  }

  @Override
  public final TableDescriptor getDescriptor() throws IOException {
    return real.getDescriptor();
  }

  @Override
  public final RegionLocator getRegionLocator() throws IOException {
    return new ClearingLocator(real.getRegionLocator(), scanTables);
  }

  @Override
  public final CoprocessorRpcChannel coprocessorService(byte[] row) {
    return real.coprocessorService(row);
  }

  @Override
  public final <T extends Service, R> Map<byte[], R> coprocessorService(
      Class<T> service, byte[] startKey, byte[] endKey, Batch.Call<T, R> callable)
      throws ServiceException, Throwable {
    return real.coprocessorService(service, startKey, endKey, callable);
  }

  @Override
  public final <T extends Service, R> void coprocessorService(
      Class<T> service,
      byte[] startKey,
      byte[] endKey,
      Batch.Call<T, R> callable,
      Batch.Callback<R> callback)
      throws ServiceException, Throwable {
    real.coprocessorService(service, startKey, endKey, callable, callback);
  }

  @Override
  public final <R extends Message> Map<byte[], R> batchCoprocessorService(
      Descriptors.MethodDescriptor method,
      Message request,
      byte[] startKey,
      byte[] endKey,
      R responsePrototype)
      throws ServiceException, Throwable {
    return real.batchCoprocessorService(method, request, startKey, endKey, responsePrototype);
  }

  @Override
  public final <R extends Message> void batchCoprocessorService(
      Descriptors.MethodDescriptor method,
      Message request,
      byte[] startKey,
      byte[] endKey,
      R responsePrototype,
      Batch.Callback<R> callback)
      throws ServiceException, Throwable {
    real.batchCoprocessorService(method, request, startKey, endKey, responsePrototype, callback);
  }

  @Override
  public final long getRpcTimeout(TimeUnit unit) {
    return real.getRpcTimeout(unit);
  }

  @Override
  public final int getRpcTimeout() {
    return real.getRpcTimeout();
  }

  @Override
  public final void setRpcTimeout(int millis) {
    real.setRpcTimeout(millis);
  }

  @Override
  public final long getReadRpcTimeout(TimeUnit unit) {
    return real.getReadRpcTimeout(unit);
  }

  @Override
  public final int getReadRpcTimeout() {
    return real.getReadRpcTimeout();
  }

  @Override
  public final void setReadRpcTimeout(int millis) {
    real.setReadRpcTimeout(millis);
  }

  @Override
  public final long getWriteRpcTimeout(TimeUnit unit) {
    return real.getWriteRpcTimeout(unit);
  }

  @Override
  public final int getWriteRpcTimeout() {
    return real.getWriteRpcTimeout();
  }

  @Override
  public final void setWriteRpcTimeout(int millis) {
    real.setWriteRpcTimeout(millis);
  }

  @Override
  public final long getOperationTimeout(TimeUnit unit) {
    return real.getOperationTimeout(unit);
  }

  @Override
  public final int getOperationTimeout() {
    return real.getOperationTimeout();
  }

  @Override
  public final void setOperationTimeout(int millis) {
    real.setOperationTimeout(millis);
  }

  @Override
  public final Map<String, byte[]> getRequestAttributes() {
    return real.getRequestAttributes();
  }

  @Override
  public final void close() throws IOException {
    real.close();
  }

  @Override
  public final String toString() {
    return "direct " + real;
  }
}
