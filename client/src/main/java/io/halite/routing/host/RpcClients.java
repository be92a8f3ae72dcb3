package io.halite.routing.host;

import io.halite.filters.host.HostClasses;
import java.net.SocketAddress;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.MetricsConnection;
import org.apache.hadoop.hbase.ipc.RpcClient;
import org.apache.hadoop.hbase.ipc.RpcClientFactory;
import org.jspecify.annotations.Nullable;

/**
 * Makes HBase's RPC clients, whose connections have attributes from 2.6.0 on: an older release
 * makes them without. Stateless.
 */
public final class RpcClients {
  private static final boolean KNOWN =
      HostClasses.has(
          RpcClientFactory.class,
          "createClient",
          Configuration.class,
          String.class,
          SocketAddress.class,
          MetricsConnection.class,
          Map.class);

  private RpcClients() {}

  /**
   * Whether HBase's factory finds a class of clients by its name. It looks with the class loader of
   * HBase's own classes, whatever that of the configuration.
   */
  public static boolean finds(Class<? extends RpcClient> type) {
    try {
      return Class.forName(type.getName(), false, TableName.class.getClassLoader()) == type;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  /**
   * Makes the client that a configuration names, as HBase's factory does.
   *
   * @param localAddress the address of this machine from which it connects; null for any
   * @param metrics counts its RPCs; null for none
   */
  public static RpcClient make(
      Configuration conf,
      String clusterId,
      @Nullable SocketAddress localAddress,
      @Nullable MetricsConnection metrics,
      Map<String, byte[]> attributes) {
    return KNOWN
        ? RpcClientFactory.createClient(conf, clusterId, localAddress, metrics, attributes)
        : RpcClientFactory.createClient(conf, clusterId, metrics);
  }
}
