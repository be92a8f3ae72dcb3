package io.halite.client.plugin;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.ipc.HBaseRpcController;
import org.apache.hadoop.hbase.ipc.StoppedRpcClientException;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.ClientService;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.ScanRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.ScanResponse;
import org.apache.hbase.thirdparty.com.google.protobuf.Message;
import org.apache.hbase.thirdparty.com.google.protobuf.RpcCallback;
import org.apache.hbase.thirdparty.com.google.protobuf.RpcChannel;
import org.apache.hbase.thirdparty.com.google.protobuf.RpcController;
import org.jspecify.annotations.Nullable;

/**
 * The scanners that one client has open in regions, as its RPCs show them, and their end.
 *
 * <p>A server keeps a scanner until its lease ends if the connection breaks while the answer with
 * its number, or the request that closes it, is on its way: servers skip requests whose connection
 * is gone. So the end waits for these answers, and closes what they leave open. Thread-safe.
 */
final class OpenRegionScanners {
  private final Supplier<HBaseRpcController> controllers;
  private final Set<RegionScanner> open = new HashSet<>();
  private long underway;
  private boolean ending;

  /** A scanner that waits for the next request of its scan. */
  private record RegionScanner(RpcChannel channel, long id) {}

  /** Has seen no RPC; {@code controllers} makes those of the requests that close scanners. */
  OpenRegionScanners(Supplier<HBaseRpcController> controllers) {
    this.controllers = controllers;
  }

  /** Watches what is sent to one server. */
  RpcChannel watched(RpcChannel server) {
    return (method, controller, request, prototype, done) -> {
      if (!begins(server, request)) {
        refuse(controller, done);
      } else if (request instanceof ScanRequest scan) {
        server.callMethod(
            method, controller, request, prototype, answer -> take(server, scan, answer, done));
      } else {
        server.callMethod(method, controller, request, prototype, done);
      }
    };
  }

  private synchronized boolean begins(RpcChannel server, Message request) {
    if (!(request instanceof ScanRequest scan)) {
      return !ending;
    }
    if (ending && !scan.getCloseScanner()) {
      return false;
    }
    if (scan.hasScannerId() && !scan.getRenew()) {
      open.remove(new RegionScanner(server, scan.getScannerId()));
    }
    underway++;
    return true;
  }

  /** Fails a request as HBase's own client does that has ended. */
  private static void refuse(RpcController controller, RpcCallback<Message> done) {
    StoppedRpcClientException stopped = new StoppedRpcClientException();
    if (controller instanceof HBaseRpcController ofHbase) {
      ofHbase.setFailed(stopped);
    } else {
      controller.setFailed(stopped.toString());
    }
    done.run(null);
  }

  private void take(
      RpcChannel server, ScanRequest scan, @Nullable Message answer, RpcCallback<Message> done) {
    if (answer instanceof ScanResponse response && leavesOpen(scan, response)) {
      long id = scan.hasScannerId() ? scan.getScannerId() : response.getScannerId();
      synchronized (this) {
        open.add(new RegionScanner(server, id));
      }
    }
    try {
      // HBase's client may send the next request of the scan at once.
      done.run(answer);
    } finally {
      answered();
    }
  }

  private static boolean leavesOpen(ScanRequest scan, ScanResponse answer) {
    return !scan.getCloseScanner()
        && !scan.getRenew()
        && (answer.getMoreResults() || !answer.hasMoreResults())
        && answer.getMoreResultsInRegion();
  }

  private void answered() {
    if (isEnding()) {
      closeOpen();
    }
    synchronized (this) {
      underway--;
      notifyAll();
    }
  }

  private synchronized boolean isEnding() {
    return ending;
  }

  /** Sends nothing more but what closes scanners; returns whether any is left to be closed. */
  synchronized boolean begin() {
    ending = true;
    return underway > 0 || !open.isEmpty();
  }

  /** Closes all scanners, and waits for so long at most until the servers have done so. */
  void end(long millis) {
    begin();
    closeOpen();
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    try {
      synchronized (this) {
        long left = millis;
        while (underway > 0 && left > 0) {
          wait(left);
          left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void closeOpen() {
    List<RegionScanner> closing;
    synchronized (this) {
      closing = List.copyOf(open);
      open.clear();
      underway += closing.size();
    }
    closing.forEach(this::close);
  }

  private void close(RegionScanner scanner) {
    HBaseRpcController controller = controllers.get();
    controller.setPriority(HConstants.HIGH_QOS);
    scanner
        .channel()
        .callMethod(
            ClientService.getDescriptor().findMethodByName("Scan"),
            controller,
            ScanRequest.newBuilder()
                .setScannerId(scanner.id())
                .setNumberOfRows(0)
                .setCloseScanner(true)
                .build(),
            ScanResponse.getDefaultInstance(),
            answer -> answered());
  }
}
