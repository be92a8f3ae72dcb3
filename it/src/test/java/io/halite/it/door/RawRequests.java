package io.halite.it.door;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellScanner;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.ClusterConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.ipc.HBaseRpcController;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.shaded.protobuf.RequestConverter;
import org.apache.hadoop.hbase.shaded.protobuf.ResponseConverter;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.Action;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.ClientService;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.GetRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.GetResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutateRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutationProto.MutationType;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.RegionAction;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.RegionActionResult;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.ResultOrException;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.ScanRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.ScanResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos.NameBytesPair;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos.RegionSpecifier;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos.RegionSpecifier.RegionSpecifierType;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hbase.thirdparty.com.google.protobuf.ServiceException;
import org.apache.hbase.thirdparty.com.google.protobuf.UnsafeByteOperations;

/**
 * Requests that name any server and any region, sent once and by default never redirected. What the
 * server answers comes back as it is, its exceptions as they are thrown there.
 */
final class RawRequests {
  private static final Map<String, byte[]> NEVER_REDIRECTED =
      Map.of("halite.doors", Bytes.toBytes("off"));

  private final ClusterConnection connection;
  private final Map<String, byte[]> attributes;

  RawRequests(Connection connection) {
    this(connection, NEVER_REDIRECTED);
  }

  private RawRequests(Connection connection, Map<String, byte[]> attributes) {
    this.connection = (ClusterConnection) connection;
    this.attributes = attributes;
  }

  /** Requests that a server may redirect, by a client that does not follow. */
  static RawRequests redirectable(Connection connection) {
    return new RawRequests(connection, Map.of());
  }

  interface Rpc<T> {
    T send(ClientService.BlockingInterface server, HBaseRpcController controller)
        throws ServiceException;
  }

  <T> T send(ServerName at, Rpc<T> rpc) throws IOException {
    return send(at, controller(CellUtil.createCellScanner(new Cell[0])), rpc);
  }

  <T> T send(ServerName at, HBaseRpcController controller, Rpc<T> rpc) throws IOException {
    try {
      return rpc.send(connection.getClient(at), controller);
    } catch (ServiceException e) {
      throw ProtobufUtil.getRemoteException(e);
    }
  }

  static RegionSpecifier region(byte[] name) {
    return region(RegionSpecifierType.REGION_NAME, name);
  }

  static RegionSpecifier region(RegionSpecifierType type, byte[] name) {
    return RegionSpecifier.newBuilder()
        .setType(type)
        .setValue(UnsafeByteOperations.unsafeWrap(name))
        .build();
  }

  Result get(ServerName at, RegionSpecifier region, Get get) throws IOException {
    GetRequest request =
        GetRequest.newBuilder().setRegion(region).setGet(ProtobufUtil.toGet(get)).build();
    HBaseRpcController controller = controller(CellUtil.createCellScanner(new Cell[0]));
    GetResponse answer = send(at, controller, (server, same) -> server.get(same, request));
    return ProtobufUtil.toResult(answer.getResult(), controller.cellScanner());
  }

  void put(ServerName at, RegionSpecifier region, Put put) throws IOException {
    MutateRequest request =
        MutateRequest.newBuilder()
            .setRegion(region)
            .setMutation(ProtobufUtil.toMutation(MutationType.PUT, put))
            .build();
    send(at, (server, controller) -> server.mutate(controller, request));
  }

  /** Opens a scan and reads its first rows. */
  ScanResponse open(ServerName at, byte[] region, Scan scan, int rows) throws IOException {
    ScanRequest request = RequestConverter.buildScanRequest(region, scan, rows, false);
    return send(at, (server, controller) -> server.scan(controller, request));
  }

  ScanResponse next(ServerName at, long scanner, int rows) throws IOException {
    ScanRequest request = RequestConverter.buildScanRequest(scanner, rows, false, false);
    return send(at, (server, controller) -> server.scan(controller, request));
  }

  /** Reads a scan to its end; returns the values of its cells. */
  List<String> read(ServerName at, byte[] region, Scan scan) throws IOException {
    List<String> values = new ArrayList<>();
    ScanRequest request = RequestConverter.buildScanRequest(region, scan, 1, false);
    for (boolean more = true; more; ) {
      ScanRequest sent = request;
      HBaseRpcController controller = controller(CellUtil.createCellScanner(new Cell[0]));
      ScanResponse answer = send(at, controller, (server, same) -> server.scan(same, sent));
      Result[] rows = ResponseConverter.getResults(controller.cellScanner(), answer);
      for (Result row : rows == null ? new Result[0] : rows) {
        for (Cell cell : row.rawCells()) {
          values.add(Bytes.toString(CellUtil.cloneValue(cell)));
        }
      }
      more = answer.getMoreResults() && answer.getMoreResultsInRegion();
      request = RequestConverter.buildScanRequest(answer.getScannerId(), 1, false, false);
    }
    return values;
  }

  void close(ServerName at, long scanner) throws IOException {
    ScanRequest request = RequestConverter.buildScanRequest(scanner, 0, true, false);
    send(at, (server, controller) -> server.scan(controller, request));
  }

  /** Renews the lease of a scan. */
  void renew(ServerName at, long scanner) throws IOException {
    ScanRequest request =
        ScanRequest.newBuilder().setScannerId(scanner).setNumberOfRows(0).setRenew(true).build();
    send(at, (server, controller) -> server.scan(controller, request));
  }

  /** Returns what became of each action, as {@link #text} shows it. */
  List<String> multi(ServerName at, RegionAction... parts) throws IOException {
    return multi(at, CellUtil.createCellScanner(new Cell[0]), parts);
  }

  /** The same, with cells behind the message. */
  List<String> multi(ServerName at, CellScanner cells, RegionAction... parts) throws IOException {
    MultiRequest.Builder request = MultiRequest.newBuilder();
    for (RegionAction part : parts) {
      request.addRegionAction(part);
    }
    HBaseRpcController controller = controller(cells);
    MultiResponse answer =
        send(at, controller, (server, same) -> server.multi(same, request.build()));
    List<String> texts = new ArrayList<>();
    for (RegionActionResult part : answer.getRegionActionResultList()) {
      if (part.hasException()) {
        texts.add(simpleName(part.getException()));
      }
      // Puts come after gets, whatever their numbers.
      Map<Integer, String> byNumber = new TreeMap<>();
      for (ResultOrException each : part.getResultOrExceptionList()) {
        byNumber.put(
            each.getIndex(),
            each.hasException()
                ? simpleName(each.getException())
                : text(ProtobufUtil.toResult(each.getResult(), controller.cellScanner())));
      }
      texts.addAll(byNumber.values());
    }
    return texts;
  }

  private static String simpleName(NameBytesPair exception) {
    return exception.getName().replaceFirst(".*\\.", "");
  }

  /** A row with its value, {@code row=value}; {@code -} if there is none. */
  static String text(Result result) {
    return result.isEmpty()
        ? "-"
        : Bytes.toString(result.getRow()) + '=' + Bytes.toString(result.value());
  }

  /** Controls a request that is never redirected, with cells behind the message. */
  HBaseRpcController controller(CellScanner cells) {
    HBaseRpcController controller = connection.getRpcControllerFactory().newController(cells);
    controller.setCallTimeout(60_000);
    controller.setRequestAttributes(attributes);
    return controller;
  }

  static RegionAction part(byte[] region, Action... actions) {
    return part(region(region), actions);
  }

  static RegionAction part(RegionSpecifier region, Action... actions) {
    RegionAction.Builder part = RegionAction.newBuilder().setRegion(region);
    for (int i = 0; i < actions.length; i++) {
      part.addAction(actions[i].toBuilder().setIndex(i));
    }
    return part.build();
  }

  static Action action(Get get) throws IOException {
    return Action.newBuilder().setGet(ProtobufUtil.toGet(get)).build();
  }

  static Action action(Put put) throws IOException {
    return Action.newBuilder().setMutation(ProtobufUtil.toMutation(MutationType.PUT, put)).build();
  }

  static Action action(Increment increment) throws IOException {
    return Action.newBuilder()
        .setMutation(ProtobufUtil.toMutation(MutationType.INCREMENT, increment))
        .build();
  }

  /** A put whose cells follow the message. */
  static Action withoutCells(Put put) throws IOException {
    return Action.newBuilder()
        .setMutation(ProtobufUtil.toMutationNoData(MutationType.PUT, put))
        .build();
  }
}
