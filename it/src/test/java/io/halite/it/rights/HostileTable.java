package io.halite.it.rights;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SaltedTables;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
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

  private static final AtomicInteger NUMBER = new AtomicInteger();

  private final TableName name = TableName.valueOf("hostile-" + NUMBER.incrementAndGet());
  private final ClusterConnection connection;
  private final Admin admin;

  /** A table with an observer beside Halite's, called after it. */
  HostileTable(EmbeddedCluster cluster, String spec, Class<?> observer) throws IOException {
    Configuration client = new Configuration(cluster.configuration());
    client.setInt("hbase.client.retries.number", 6);
    client.setInt("hbase.client.keyvalue.maxsize", 0);
    connection = (ClusterConnection) ConnectionFactory.createConnection(client);
    admin = connection.getAdmin();
    admin.createTable(
        SaltedTables.descriptor(name, F, spec)
            .setValue("coprocessor$2", "|" + observer.getName() + "|1073741824|")
            .build(),
        new byte[][] {{1}, {2}, {3}, {0x40}});
  }

  Table table() throws IOException {
    return connection.getTable(name);
  }

  private HRegionLocation at(byte[] naturalKey) throws IOException {
    return connection.getRegionLocator(name).getRegionLocation(naturalKey);
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

  @Override
  public void close() throws IOException {
    admin.disableTable(name);
    admin.deleteTable(name);
    connection.close();
  }
}
