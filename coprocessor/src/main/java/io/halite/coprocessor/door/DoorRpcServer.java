package io.halite.coprocessor.door;

import io.halite.coprocessor.host.OwnCluster;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.CellScanner;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.Server;
import org.apache.hadoop.hbase.ipc.NettyRpcServer;
import org.apache.hadoop.hbase.ipc.RpcCall;
import org.apache.hadoop.hbase.ipc.RpcScheduler;
import org.apache.hadoop.hbase.ipc.RpcServer;
import org.apache.hadoop.hbase.ipc.RpcServerInterface;
import org.apache.hadoop.hbase.monitoring.MonitoredRPCHandler;
import org.apache.hadoop.hbase.regionserver.HRegionServer;
import org.apache.hadoop.hbase.regionserver.OnlineRegions;
import org.apache.hadoop.hbase.regionserver.RegionServerServices;
import org.apache.hadoop.hbase.util.Pair;
import org.apache.hbase.thirdparty.com.google.protobuf.Message;

/**
 * HBase's RPC server with a {@link Door} before it, which spreads the load of unchanged clients
 * over the servers of a salted table.
 *
 * <p>An operator turns it on in the {@code hbase-site.xml} of the region servers, which need the
 * jar on their class path:
 *
 * <pre>{@code
 * hbase.rpc.server.impl = io.halite.coprocessor.door.DoorRpcServer
 * halite.doors = auto
 * }</pre>
 *
 * <p>Example: a client writes to a table whose keys grow with time. Server {@code a} has the
 * gateway region of the newest keys and answers the client's first batch with a
 * RegionMovedException that names server {@code b}. The client sends that batch and all later ones
 * to {@code b}, which serves them by a guest, a gateway region that it hosts. The natural keys, and
 * the owners that store the rows, stay the same.
 *
 * <p>Without a region of a salted table, and on a master, it adds one lookup in an empty map to
 * each request. Thread-safe.
 */
public final class DoorRpcServer extends NettyRpcServer {
  private final Door door;

  /**
   * The constructor that HBase calls by reflection.
   *
   * @throws IllegalArgumentException if {@code halite.doors} is not one of its values
   */
  public DoorRpcServer(
      Server server,
      String name,
      List<RpcServer.BlockingServiceAndInterface> services,
      InetSocketAddress bindAddress,
      Configuration conf,
      RpcScheduler scheduler,
      boolean reservoirEnabled)
      throws IOException {
    super(server, name, services, bindAddress, conf, scheduler, reservoirEnabled);
    this.door =
        new Door(
            DoorMode.of(conf),
            region ->
                server instanceof HRegionServer regions && regions.getOnlineRegion(region) != null,
            write -> OwnCluster.isOfOther(write, server),
            user -> LoadReport.mayAsk(user, conf));
  }

  /** Returns the door of a region server; empty if it runs HBase's own RPC server. */
  public static Optional<Door> doorOf(OnlineRegions server) {
    RpcServerInterface rpc =
        server instanceof RegionServerServices services ? services.getRpcServer() : null;
    return rpc instanceof DoorRpcServer own ? Optional.of(own.door) : Optional.empty();
  }

  @Override
  public Pair<Message, CellScanner> call(RpcCall call, MonitoredRPCHandler status)
      throws IOException {
    try {
      return door.serve(call, served -> super.call(served, status), getMetrics()::exception);
    } catch (OutOfMemoryError e) {
      // HBase itself decides whether its server goes on.
      throw e;
    } catch (Error e) {
      // HBase would end the handler without an answer, and the server after some such handlers.
      LOG.error("the door of this server cannot serve the request", e);
      throw new DoNotRetryIOException("the door of this server cannot serve the request", e);
    }
  }

  /** Follows {@code update_config}. */
  @Override
  public void onConfigurationChange(Configuration changed) {
    super.onConfigurationChange(changed);
    try {
      door.turn(DoorMode.of(changed));
    } catch (IllegalArgumentException wrong) {
      LOG.error("the doors of this server stay as they are", wrong);
    }
  }

  @Override
  public synchronized void stop() {
    door.close();
    super.stop();
  }
}
