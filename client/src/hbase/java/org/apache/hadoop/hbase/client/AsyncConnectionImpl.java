package org.apache.hadoop.hbase.client;

import java.net.SocketAddress;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.security.User;

/**
 * What the compiler takes for HBase's class of this name, which has other constructors in each
 * release: no release has all of these. It is in no jar.
 */
public class AsyncConnectionImpl implements AsyncConnection {
  /** The constructor of HBase 2.5, which 2.6 has, too. */
  public AsyncConnectionImpl(
      Configuration conf, ConnectionRegistry registry, String clusterId, User user) {}

  /** The constructor of HBase 2.6. */
  public AsyncConnectionImpl(
      Configuration conf,
      ConnectionRegistry registry,
      String clusterId,
      User user,
      Map<String, byte[]> attributes) {}

  /** The constructor of the alphas of HBase 3. */
  public AsyncConnectionImpl(
      Configuration conf,
      ConnectionRegistry registry,
      String clusterId,
      SocketAddress localAddress,
      User user) {}

  /** The constructor of HBase 3 from its first beta on. */
  public AsyncConnectionImpl(
      Configuration conf,
      ConnectionRegistry registry,
      String clusterId,
      SocketAddress localAddress,
      User user,
      Map<String, byte[]> attributes) {}

  @Override
  public native Configuration getConfiguration();

  @Override
  public native AsyncTableRegionLocator getRegionLocator(TableName name);

  @Override
  public native void clearRegionLocationCache();

  @Override
  public native AsyncTableBuilder<AdvancedScanResultConsumer> getTableBuilder(TableName name);

  @Override
  public native AsyncTableBuilder<ScanResultConsumer> getTableBuilder(
      TableName name, ExecutorService pool);

  @Override
  public native AsyncAdminBuilder getAdminBuilder();

  @Override
  public native AsyncAdminBuilder getAdminBuilder(ExecutorService pool);

  @Override
  public native AsyncBufferedMutatorBuilder getBufferedMutatorBuilder(TableName name);

  @Override
  public native AsyncBufferedMutatorBuilder getBufferedMutatorBuilder(
      TableName name, ExecutorService pool);

  @Override
  public native CompletableFuture<Hbck> getHbck();

  @Override
  public native Hbck getHbck(ServerName master);

  @Override
  public native boolean isClosed();

  @Override
  public native void close();
}
