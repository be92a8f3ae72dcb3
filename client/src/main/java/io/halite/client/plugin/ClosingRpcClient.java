package io.halite.client.plugin;

import io.halite.routing.host.RpcClients;
import java.net.SocketAddress;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.MetricsConnection;
import org.apache.hadoop.hbase.ipc.RpcClient;
import org.apache.hadoop.hbase.ipc.RpcClientFactory;
import org.apache.hadoop.hbase.ipc.RpcControllerFactory;
import org.apache.hadoop.hbase.security.User;
import org.apache.hbase.thirdparty.com.google.protobuf.BlockingRpcChannel;
import org.apache.hbase.thirdparty.com.google.protobuf.RpcChannel;
import org.jspecify.annotations.Nullable;

/**
 * HBase's RPC client, which closes the scanners of regions before it ends. HBase makes it of the
 * class that the configuration of a connection names. Thread-safe.
 *
 * <p>HBase's blocking client closes a region's scanner before {@code ResultScanner.close} returns.
 * The plug-in reads its scans by HBase's asynchronous client, which sends that request later, and
 * without waiting for its answer.
 */
abstract class ClosingRpcClient implements RpcClient {
  private static final int LONGEST_WAIT_MILLIS = 10_000;

  private final RpcClient real;
  private final OpenRegionScanners scanners;
  private final long waitMillis;

  private ClosingRpcClient(
      Configuration conf,
      String clusterId,
      @Nullable SocketAddress localAddress,
      @Nullable MetricsConnection metrics,
      Map<String, byte[]> attributes) {
    Configuration own = new Configuration(conf);
    own.unset(RpcClientFactory.CUSTOM_RPC_CLIENT_IMPL_CONF_KEY);
    RpcControllerFactory controllers = RpcControllerFactory.instantiate(own);
    this.waitMillis = Math.min(LONGEST_WAIT_MILLIS, ScanWaits.millis(own));
    this.scanners = new OpenRegionScanners(controllers::newController);
    this.real = RpcClients.make(own, clusterId, localAddress, metrics, attributes);
  }

  /** Its end waits for the servers, for 10 seconds at most: for connections that may wait. */
  static final class Waiting extends ClosingRpcClient {
    /** The constructor that HBase 2.6, and 3 from its first beta on, call by reflection. */
    Waiting(
        Configuration conf,
        String clusterId,
        @Nullable SocketAddress localAddress,
        @Nullable MetricsConnection metrics,
        Map<String, byte[]> attributes) {
      super(conf, clusterId, localAddress, metrics, attributes);
    }

    /** The constructor that HBase 2.5 and the alphas of 3 call by reflection. */
    Waiting(
        Configuration conf,
        String clusterId,
        @Nullable SocketAddress localAddress,
        @Nullable MetricsConnection metrics) {
      super(conf, clusterId, localAddress, metrics, Map.of());
    }

    @Override
    public void close() {
      end();
    }
  }

  /** Its end waits on a thread of its own: the caller may be one on which answers arrive. */
  static final class Beside extends ClosingRpcClient {
    /** The constructor that HBase 2.6, and 3 from its first beta on, call by reflection. */
    Beside(
        Configuration conf,
        String clusterId,
        @Nullable SocketAddress localAddress,
        @Nullable MetricsConnection metrics,
        Map<String, byte[]> attributes) {
      super(conf, clusterId, localAddress, metrics, attributes);
    }

    /** The constructor that HBase 2.5 and the alphas of 3 call by reflection. */
    Beside(
        Configuration conf,
        String clusterId,
        @Nullable SocketAddress localAddress,
        @Nullable MetricsConnection metrics) {
      super(conf, clusterId, localAddress, metrics, Map.of());
    }

    @Override
    public void close() {
      if (beginsToEnd()) {
        beside(this::end);
      } else {
        end();
      }
    }
  }

  /** Closes something on a thread of its own. */
  static void beside(Runnable closing) {
    Thread thread = new Thread(closing, "halite-closes-scanners");
    thread.setDaemon(true);
    thread.start();
  }

  /**
   * Names a client in the configuration of a connection. An application that names one itself keeps
   * it, and so does one whose HBase cannot find the plug-in's classes.
   */
  static Configuration nameIn(Configuration conf, Class<? extends ClosingRpcClient> type) {
    if (conf.get(RpcClientFactory.CUSTOM_RPC_CLIENT_IMPL_CONF_KEY) == null
        && RpcClients.finds(type)) {
      conf.set(RpcClientFactory.CUSTOM_RPC_CLIENT_IMPL_CONF_KEY, type.getName());
    }
    return conf;
  }

  /** Sends nothing more but what closes scanners; returns whether any is left to be closed. */
  final boolean beginsToEnd() {
    return scanners.begin();
  }

  /** Closes the scanners, and then the connections. */
  final void end() {
    try {
      scanners.end(waitMillis);
    } finally {
      real.close();
    }
  }

  @Override
  public BlockingRpcChannel createBlockingRpcChannel(ServerName server, User user, int timeout) {
    return real.createBlockingRpcChannel(server, user, timeout);
  }

  @Override
  public RpcChannel createRpcChannel(ServerName server, User user, int timeout) {
    return scanners.watched(real.createRpcChannel(server, user, timeout));
  }

  @Override
  public void cancelConnections(ServerName server) {
    real.cancelConnections(server);
  }

  @Override
  public boolean hasCellBlockSupport() {
    return real.hasCellBlockSupport();
  }
}
