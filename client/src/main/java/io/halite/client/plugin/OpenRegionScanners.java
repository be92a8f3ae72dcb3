package io.halite.client.plugin;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
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
 * is gone. So the end waits for these answers, and closes what they leave open. For the next rows
 * of a scan it waits a second at most: a server that still looks for them sees that the connection
 * is gone, and closes the scanner by itself. Thread-safe.
 */
final class OpenRegionScanners {
  private static final long READ_MILLIS = 1_000;

  private final Supplier<HBaseRpcController> controllers;
  private final LongSupplier clock;

  /**
   * When the lease of each ends, in nanoseconds; the first ends first, if servers have one lease.
   */
  private final Map<RegionScanner, Long> open = new LinkedHashMap<>();

  private long leaseMillis = HConstants.DEFAULT_HBASE_CLIENT_SCANNER_TIMEOUT_PERIOD;
  private long reads;
  private long others;
  private boolean ending;

  /** A scanner that waits for the next request of its scan. */
  private record RegionScanner(RpcChannel channel, long id) {}

  /** Has seen no RPC; {@code controllers} makes those of the requests that close scanners. */
  OpenRegionScanners(Supplier<HBaseRpcController> controllers) {
    this(controllers, System::nanoTime);
  }

  /** The same; {@code clock} says when a lease has ended, in nanoseconds. */
  OpenRegionScanners(Supplier<HBaseRpcController> controllers, LongSupplier clock) {
    this.controllers = controllers;
    this.clock = clock;
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
    count(scan, 1);
    return true;
  }

  private void count(ScanRequest scan, int change) {
    if (scan.hasScannerId() && !scan.getCloseScanner() && !scan.getRenew()) {
      reads += change;
    } else {
      others += change;
    }
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
    if (answer instanceof ScanResponse && scan.getRenew()) {
      renewed(new RegionScanner(server, scan.getScannerId()));
    } else if (answer instanceof ScanResponse response && leavesOpen(scan, response)) {
      long id = scan.hasScannerId() ? scan.getScannerId() : response.getScannerId();
      remember(new RegionScanner(server, id), response);
    }
    try {
      // HBase's client may send the next request of the scan at once.
      done.run(answer);
    } finally {
      answered(scan);
    }
  }

  /** HBase's client asks no more of a scanner whose lease has ended, and does not say so. */
  private synchronized void remember(RegionScanner scanner, ScanResponse answer) {
    // Only the answer to the opening says how long a lease is.
    leaseMillis = answer.hasTtl() ? answer.getTtl() : leaseMillis;
    long now = clock.getAsLong();
    Iterator<Long> ends = open.values().iterator();
    while (ends.hasNext() && ends.next() - now < 0) {
      ends.remove();
    }
    open.remove(scanner);
    open.put(scanner, leaseEnd());
  }

  /** The lease of a scanner begins again, unless a request has closed the scanner meanwhile. */
  private synchronized void renewed(RegionScanner scanner) {
    if (open.remove(scanner) != null) {
      open.put(scanner, leaseEnd());
    }
  }

  private long leaseEnd() {
    return clock.getAsLong() + TimeUnit.MILLISECONDS.toNanos(leaseMillis);
  }

  private static boolean leavesOpen(ScanRequest scan, ScanResponse answer) {
    return !scan.getCloseScanner()
        && (answer.getMoreResults() || !answer.hasMoreResults())
        && answer.getMoreResultsInRegion();
  }

  private void answered(ScanRequest scan) {
    try {
      if (isEnding()) {
        closeOpen();
      }
    } finally {
      synchronized (this) {
        count(scan, -1);
        notifyAll();
      }
    }
  }

  private synchronized boolean isEnding() {
    return ending;
  }

  /** Sends nothing more but what closes scanners; returns whether any is left to be closed. */
  synchronized boolean begin() {
    ending = true;
    return reads + others > 0 || !open.isEmpty();
  }

  /** Closes all scanners, and waits for so long at most until the servers have done so. */
  void end(long millis) {
    begin();
    closeOpen();
    long start = System.nanoTime();
    try {
      synchronized (this) {
        for (long left = left(millis, start); left > 0; left = left(millis, start)) {
          wait(left);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private long left(long millis, long start) {
    long most = others > 0 ? millis : reads > 0 ? Math.min(millis, READ_MILLIS) : 0;
    return most - TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
  }

  private void closeOpen() {
    List<RegionScanner> closing;
    synchronized (this) {
      closing = List.copyOf(open.keySet());
      open.clear();
    }
    closing.forEach(this::close);
  }

  private void close(RegionScanner scanner) {
    HBaseRpcController controller = controllers.get();
    controller.setPriority(HConstants.HIGH_QOS);
    ScanRequest request =
        ScanRequest.newBuilder()
            .setScannerId(scanner.id())
            .setNumberOfRows(0)
            .setCloseScanner(true)
            .build();
    synchronized (this) {
      count(request, 1);
    }
    scanner
        .channel()
        .callMethod(
            ClientService.getDescriptor().findMethodByName("Scan"),
            controller,
            request,
            ScanResponse.getDefaultInstance(),
            answer -> answered(request));
  }
}
