package io.halite.it.rights;

import static io.halite.it.rights.Rows.F;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.client.ClusterConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.ipc.HBaseRpcController;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.shaded.protobuf.RequestConverter;
import org.apache.hadoop.hbase.shaded.protobuf.ResponseConverter;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.ScanRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.ScanResponse;
import org.apache.hbase.thirdparty.com.google.protobuf.ServiceException;

/**
 * Two ways to lay hands on the open scanner of another user, whose number one has guessed.
 *
 * <p>What becomes of the scan is not compared: HBase itself drops a scanner whose call was refused.
 */
final class Strangers {
  private Strangers() {}

  static List<Request> all() {
    return List.of(
        stranger("next on the scanner of another user", false),
        stranger("close of the scanner of another user", true));
  }

  private static Request stranger(String name, boolean closes) {
    return Request.read(name, (side, outcome) -> meddle(side, outcome, closes))
        .by(Door.WITHOUT_PLUG_IN);
  }

  private static void meddle(Side side, Outcome outcome, boolean closes) throws Exception {
    Connection owner = side.clients().opener();
    HRegionLocation place = place(side);
    Scan scan = side.scans(new Scan().addFamily(F)).get(0);
    long scanner =
        call(
                owner,
                place,
                RequestConverter.buildScanRequest(
                    place.getRegion().getRegionName(), scan, 0, false),
                new ArrayList<>())
            .getScannerId();
    try {
      List<Result> stolen = new ArrayList<>();
      call(side.connection(), place, further(scanner, closes), stolen);
      outcome.answer(stolen.stream().map(side::natural).toList());
    } catch (IOException e) {
      outcome.fail(e);
    }
    try {
      call(owner, place, further(scanner, true), new ArrayList<>());
    } catch (IOException alreadyClosed) {
      // Refused calls end it, and so does its last row.
    }
  }

  private static HRegionLocation place(Side side) throws Exception {
    byte[] row = side.forges() ? side.storedRow(0) : side.row(0);
    try (RegionLocator locator = side.connection().getRegionLocator(side.table().name())) {
      return locator.getRegionLocation(row);
    }
  }

  private static ScanRequest further(long scanner, boolean closes) {
    return RequestConverter.buildScanRequest(scanner, closes ? 0 : 10, closes, false);
  }

  private static ScanResponse call(
      Connection connection, HRegionLocation place, ScanRequest request, List<Result> rows)
      throws IOException {
    ClusterConnection cluster = (ClusterConnection) connection;
    HBaseRpcController controller = cluster.getRpcControllerFactory().newController();
    try {
      ScanResponse response = cluster.getClient(place.getServerName()).scan(controller, request);
      Result[] results = ResponseConverter.getResults(controller.cellScanner(), response);
      rows.addAll(List.of(results == null ? new Result[0] : results));
      return response;
    } catch (ServiceException e) {
      throw ProtobufUtil.handleRemoteException(e);
    }
  }
}
