package io.halite.coprocessor.gateway;

import io.halite.coprocessor.host.ClientRequest;
import io.halite.coprocessor.owner.HandlerPermits.Permit;
import io.halite.coprocessor.owner.SaltedServer;
import io.halite.coprocessor.owner.SaltingMetrics.Kind;
import io.halite.routing.merge.SortedRows;
import io.halite.routing.table.SaltedTable;
import io.halite.routing.wait.Interrupted;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.regionserver.ScannerContext;
import org.jspecify.annotations.Nullable;

/**
 * How the calls of one scan wait for rows that have not arrived.
 *
 * <p>A call waits a moment, and only with a permit. Without a permit, and before a bulk load that
 * needs the region's lock, it waits for a few milliseconds, once, and returns what has come or a
 * heartbeat. A client that would take a heartbeat for the end of the scan gets an exception, and
 * opens the scan again behind the last row that it has received.
 */
final class ScanWait {
  private static final long WAIT_MILLIS = 100;

  /** Without a permit: so a client that answers heartbeats at once calls 200 times a second. */
  private static final long PAUSE_MILLIS = 5;

  private static final Permit NO_PERMIT = () -> {};

  private final SortedRows merged;
  private final SaltedTable table;
  private final SaltedServer server;
  private final LockHold lock;
  private final ScanCalls calls;
  private long begun;

  /**
   * Waits for rows of a scan.
   *
   * @param region whose lock a call holds
   * @param calls end where a call waits without a permit
   */
  ScanWait(SortedRows merged, ScannedRegion region, ScanCalls calls) {
    this.merged = merged;
    this.table = region.table();
    this.server = region.server();
    this.lock = region.lock();
    this.calls = calls;
  }

  /** A call begins. */
  void beginCall() {
    begun = lock.running().getAsLong();
  }

  /** The next row, if one is ready after a short wait. */
  @Nullable Result next(ScannerContext context) throws IOException {
    ClientRequest request = ClientRequest.current();
    if (request.isAbandoned()) {
      throw new IOException("the client of this scan has hung up");
    }
    Optional<Permit> free =
        request.scan().takesHeartbeats()
            ? permitBesideLoads()
            : Optional.of(permitForARow(request));
    try (Permit permit = free.orElse(NO_PERMIT)) {
      long start = System.nanoTime();
      merged.await(free.isPresent() ? WAIT_MILLIS : PAUSE_MILLIS);
      Result next = merged.poll(table);
      if (free.isPresent()) {
        server.metrics().ended(Kind.SCAN, System.nanoTime() - start);
      } else {
        calls.yield(context); // also with a row, or the same call would wait again
      }
      return next;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw Interrupted.during("waiting for the next row of a scan", e);
    }
  }

  /** No permit while a bulk load waits for the region's lock. */
  private Optional<Permit> permitBesideLoads() throws IOException {
    return lock.loading().getAsBoolean() ? Optional.empty() : server.permits().tryAcquireForScan();
  }

  /**
   * HBase answers a failure that may be repeated by closing the scanner: the client then opens
   * another.
   */
  private Permit permitForARow(ClientRequest request) throws IOException {
    if (lock.isOver(request, begun)) {
      throw new IOException(
          "no row has arrived in time from the owners, and a client that takes no heartbeats has to"
              + " open its scan again: "
              + table);
    }
    return server.permits().acquire();
  }
}
