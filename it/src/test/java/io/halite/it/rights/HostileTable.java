package io.halite.it.rights;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.TestTable;
import java.io.IOException;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.ClusterConnection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.ipc.HBaseRpcController;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.shaded.protobuf.RequestConverter;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.ClientService;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiResponse;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hbase.thirdparty.com.google.protobuf.ServiceException;

/**
 * A salted table, and requests to the region of one natural key as HBase's client would not send
 * them: one by one, unchecked, unrepeated. Dropped at the end.
 */
final class HostileTable implements AutoCloseable {
  static final byte[] F = Bytes.toBytes("f");
  static final byte[] Q = Bytes.toBytes("q");

  private final ClusterConnection connection;
  private final TestTable table;

  /** A table with an observer beside Halite's, called after it. */
  HostileTable(EmbeddedCluster cluster, String spec, Class<?> observer) throws IOException {
    Configuration client = new Configuration(cluster.configuration());
    client.setInt("hbase.client.retries.number", 6);
    client.setInt("hbase.client.keyvalue.maxsize", 0);
    connection = (ClusterConnection) ConnectionFactory.createConnection(client);
    table =
        TestTable.numbered("hostile")
            .salted(spec)
            .attribute("|" + observer.getName() + "|1073741824|")
            .splits("\u0001", "\u0002", "\u0003", "@")
            .create(connection);
  }

  Table table() throws IOException {
    return table.table();
  }

  private HRegionLocation at(byte[] naturalKey) throws IOException {
    return connection.getRegionLocator(table.name()).getRegionLocation(naturalKey);
  }

  byte[] regionAt(byte[] naturalKey) throws IOException {
    return at(naturalKey).getRegion().getRegionName();
  }

  private ClientService.BlockingInterface stub(byte[] naturalKey) throws IOException {
    return connection.getClient(at(naturalKey).getServerName());
  }

  private HBaseRpcController controller() {
    HBaseRpcController controller = connection.getRpcControllerFactory().newController();
    controller.setCallTimeout(60_000);
    return controller;
  }

  /** Opens a scan and reads nothing; its number. */
  long open(byte[] naturalKey, Scan scan) throws IOException {
    try {
      return stub(naturalKey)
          .scan(
              controller(), RequestConverter.buildScanRequest(regionAt(naturalKey), scan, 0, false))
          .getScannerId();
    } catch (ServiceException e) {
      throw ProtobufUtil.getRemoteException(e);
    }
  }

  void close(byte[] naturalKey, long scanner) throws IOException {
    try {
      stub(naturalKey)
          .scan(controller(), RequestConverter.buildScanRequest(scanner, 0, true, false));
    } catch (ServiceException e) {
      throw ProtobufUtil.getRemoteException(e);
    }
  }

  MultiResponse send(byte[] naturalKey, MultiRequest request) throws IOException {
    try {
      return stub(naturalKey).multi(controller(), request);
    } catch (ServiceException e) {
      throw ProtobufUtil.getRemoteException(e);
    }
  }

  /**
   * Sends a request to a server that has not the region, and that may be its door.
   *
   * @param request of regions of the table
   */
  MultiResponse sendToOther(byte[] naturalKey, MultiRequest request) throws IOException {
    HBaseRpcController controller = controller();
    controller.setRequestAttributes(Map.of("halite.doors", Bytes.toBytes("off")));
    try {
      return connection.getClient(other(at(naturalKey).getServerName())).multi(controller, request);
    } catch (ServiceException e) {
      throw ProtobufUtil.getRemoteException(e);
    }
  }

  private ServerName other(ServerName server) throws IOException {
    return table.admin().getRegionServers().stream()
        .filter(each -> !each.equals(server))
        .min(ServerName::compareTo)
        .orElseThrow();
  }

  @Override
  public void close() throws IOException {
    table.close();
    connection.close();
  }
}
