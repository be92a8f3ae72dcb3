package io.halite.coprocessor.host;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.CellScannable;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.ClusterConnection;
import org.apache.hadoop.hbase.ipc.HBaseRpcController;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.ClientService;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Opens single RPCs to regions, below the tables of HBase's client, which repeat by themselves.
 * Runs as the server's own user. Thread-safe.
 */
public final class RegionRpcs implements Closeable {
  /**
   * The connection attribute of a gateway's server: its name, {@code host,port,startcode}. It
   * grants nothing: an owner refuses the writes of a server that it names and that lives no more.
   */
  static final String GATEWAY = "halite.gateway";

  private final ClusterConnection connection;
  // HBase's connection keeps them too, but formats and resolves a name at each look.
  private final Map<ServerName, ClientService.BlockingInterface> stubs = new ConcurrentHashMap<>();

  private RegionRpcs(ClusterConnection connection) {
    this.connection = connection;
  }

  /**
   * Opens a connection with what {@code conf} says of the cluster, which names {@code gateway} as
   * the server that sends.
   */
  public static RegionRpcs open(Configuration conf, ServerName gateway) throws IOException {
    Map<String, byte[]> attributes = Map.of(GATEWAY, Bytes.toBytes(gateway.toString()));
    return new RegionRpcs(new ServerLogin(conf).connection(attributes));
  }

  /**
   * What goes along with an RPC beside its message.
   *
   * @param priority of HBase's call queues
   * @param attributes the attributes of the request, by name
   */
  public record Envelope(int priority, Map<String, byte[]> attributes) {}

  /** An RPC to one region, which takes at most so long. */
  public RegionRpc to(HRegionLocation location, Envelope envelope, int timeoutMillis)
      throws IOException {
    return new RegionRpc(
        location.getRegion().getRegionName(),
        stub(location),
        controller(List.of(), envelope, timeoutMillis));
  }

  /** Sends the parts of a batch to the one server that all their regions are on. */
  public List<BatchRpc.Answer> send(List<BatchRpc.Part> parts, Envelope envelope, int timeoutMillis)
      throws IOException {
    List<CellScannable> cells = new ArrayList<>();
    BatchRpc batch = new BatchRpc(parts, cells);
    return batch.send(stub(parts.get(0).location()), controller(cells, envelope, timeoutMillis));
  }

  private ClientService.BlockingInterface stub(HRegionLocation location) throws IOException {
    ClientService.BlockingInterface stub = stubs.get(location.getServerName());
    if (stub == null) {
      stub = connection.getClient(location.getServerName());
      stubs.put(location.getServerName(), stub);
    }
    return stub;
  }

  private HBaseRpcController controller(
      List<CellScannable> cells, Envelope envelope, int timeoutMillis) {
    HBaseRpcController controller =
        cells.isEmpty()
            ? connection.getRpcControllerFactory().newController()
            : connection.getRpcControllerFactory().newController(cells);
    controller.setPriority(envelope.priority());
    CallAttributes.put(envelope.attributes(), controller);
    controller.setCallTimeout(timeoutMillis);
    return controller;
  }

  /** Drops what is kept of a server that has proved not to be there. */
  public void forget(ServerName server) {
    stubs.remove(server);
  }

  @Override
  public void close() throws IOException {
    connection.close();
  }
}
