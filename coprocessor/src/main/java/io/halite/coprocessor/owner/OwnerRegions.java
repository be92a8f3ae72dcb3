package io.halite.coprocessor.owner;

import io.halite.coprocessor.owner.SaltingMetrics.Kind;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.hbase.CellScannable;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ClusterConnection;
import org.apache.hadoop.hbase.ipc.HBaseRpcController;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.ClientService;
import org.apache.hbase.thirdparty.com.google.protobuf.ServiceException;

/**
 * Finds the owner region of a stored key and calls it.
 *
 * <p>A call is repeated only after an answer that proves that nothing ran: HBase's own client would
 * repeat after a time-out too, and a compare-and-set that had succeeded would then answer false.
 */
final class OwnerRegions {
  private final ClusterConnection connection;
  private final int priority;
  // HBase's connection keeps them too, but formats and resolves a name at each look.
  private final Map<ServerName, ClientService.BlockingInterface> stubs = new ConcurrentHashMap<>();
  private final RegionOutages absences = new RegionOutages(System::currentTimeMillis);
  private final ServerName here;
  private final SaltingMetrics metrics;

  OwnerRegions(
      ClusterConnection connection, int priority, ServerName here, SaltingMetrics metrics) {
    this.connection = connection;
    this.priority = priority;
    this.here = here;
    this.metrics = metrics;
  }

  /** One attempt at a region. */
  interface RegionCall<T> {
    T attempt(
        byte[] regionName, ClientService.BlockingInterface stub, HBaseRpcController controller)
        throws ServiceException, IOException;
  }

  <T> T call(
      Kind kind,
      TableName table,
      byte[] storedRow,
      Map<String, byte[]> attributes,
      Budget budget,
      RegionCall<T> call)
      throws IOException {
    long start = System.nanoTime();
    try {
      return repeat(table, storedRow, attributes, budget, call);
    } catch (IOException e) {
      metrics.failed(OwnerFailure.kind(e), 1);
      throw e;
    } finally {
      metrics.ended(kind, System.nanoTime() - start);
    }
  }

  private <T> T repeat(
      TableName table,
      byte[] storedRow,
      Map<String, byte[]> attributes,
      Budget budget,
      RegionCall<T> call)
      throws IOException {
    for (int attempt = 0; ; attempt++) {
      HRegionLocation location = null;
      try {
        location = locate(table, storedRow);
        sent(location, 1);
        T answer =
            call.attempt(
                location.getRegion().getRegionName(),
                stub(location),
                controller(null, attributes, budget));
        absences.answered(location);
        return answer;
      } catch (ServiceException | IOException | RuntimeException e) {
        IOException answer = OwnerFailure.cause(e);
        if (!OwnerFailure.nothingRan(answer)) {
          throw OwnerFailure.forClient(answer);
        }
        forget(table, location, storedRow, answer);
        if (!budget.pause(attempt)) {
          throw absences.refusal(location, answer);
        }
        metrics.retried(1);
      }
    }
  }

  /** Counts requests that are about to be sent. */
  void sent(HRegionLocation location, int requests) {
    metrics.sent(location.getServerName().equals(here), requests);
  }

  RegionOutages absences() {
    return absences;
  }

  SaltingMetrics metrics() {
    return metrics;
  }

  HRegionLocation locate(TableName table, byte[] storedRow) throws IOException {
    return connection.locateRegion(table, storedRow);
  }

  ClientService.BlockingInterface stub(HRegionLocation location) throws IOException {
    ClientService.BlockingInterface stub = stubs.get(location.getServerName());
    if (stub == null) {
      stub = connection.getClient(location.getServerName());
      stubs.put(location.getServerName(), stub);
    }
    return stub;
  }

  HBaseRpcController controller(
      List<CellScannable> cells, Map<String, byte[]> attributes, Budget budget) {
    HBaseRpcController controller = connection.getRpcControllerFactory().newController(cells);
    controller.setPriority(priority);
    controller.setRequestAttributes(attributes);
    controller.setCallTimeout(budget.callTimeoutMillis());
    return controller;
  }

  /**
   * Drops a location that has proved wrong, so that the next attempt asks {@code hbase:meta}.
   *
   * <p>Where a server says that a region has moved to is not looked at. HBase 2.6 servers go on
   * saying so for two minutes, even if it came back meanwhile and was split: then two of them send
   * a client that believes them to and fro.
   */
  void forget(TableName table, HRegionLocation location, byte[] storedRow, Throwable answer) {
    if (location != null && OwnerFailure.isMisplaced(answer)) {
      stubs.remove(location.getServerName());
      connection.updateCachedLocations(
          table,
          location.getRegion().getRegionName(),
          storedRow,
          new NotServingRegionException(answer.toString()),
          location.getServerName());
    }
  }
}
