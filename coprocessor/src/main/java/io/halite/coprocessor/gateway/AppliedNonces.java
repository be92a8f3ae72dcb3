package io.halite.coprocessor.gateway;

import io.halite.coprocessor.gateway.NonceFile.Applied;
import io.halite.coprocessor.host.Nonce;
import io.halite.coprocessor.host.ServerNonces;
import io.halite.coprocessor.host.TableDirectory;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.wal.WALKey;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The numbered increments and appends that one region has applied of late. HBase knows them for
 * each server, and leaves them behind when a region moves. So a region that closes writes them to a
 * file of the table's directory, and the server that opens the region, or one that it was split or
 * merged into, reads the file: a client's repeat counts once there, too.
 *
 * <p>It keeps the newest {@value #MOST} of as long as HBase keeps them, and passes on what it took
 * over. A crash writes no file; HBase then reads the WAL. Thread-safe.
 */
public final class AppliedNonces {
  private static final Logger LOG = LoggerFactory.getLogger(AppliedNonces.class);

  /** With 56 bytes each, at most 6 MB a region, and half of what HBase itself keeps for them. */
  static final int MOST = 100_000;

  private final ServerNonces server;
  private final Optional<TableDirectory> directory;
  private final String region;
  private final long graceMillis;
  private final LongSupplier clock;

  /** The oldest is first. */
  private final Deque<Logged> logged = new ArrayDeque<>();

  private record Logged(Nonce nonce, long millis) {}

  /**
   * Those of one region.
   *
   * @param directory where to write them; empty to pass none on
   * @param region the region's encoded name
   * @param graceMillis how long HBase knows an operation
   * @param clock the time in milliseconds
   */
  AppliedNonces(
      ServerNonces server,
      Optional<TableDirectory> directory,
      String region,
      long graceMillis,
      LongSupplier clock) {
    this.server = server;
    this.directory = directory;
    this.region = region;
    this.graceMillis = graceMillis;
    this.clock = clock;
  }

  /** An edit is about to be written to the WAL under this key. */
  public void logging(WALKey key) {
    if (key.getNonce() != HConstants.NO_NONCE && server.areKept() && directory.isPresent()) {
      add(new Logged(new Nonce(key.getNonceGroup(), key.getNonce()), key.getWriteTime()));
    }
  }

  private synchronized void add(Logged operation) {
    logged.addLast(operation);
    long since = clock.getAsLong() - graceMillis;
    while (logged.size() > MOST || (!logged.isEmpty() && logged.getFirst().millis() < since)) {
      logged.removeFirst();
    }
  }

  /** HBase has read an edit from the WAL of a server that died. */
  public void restored(WALKey key) throws IOException {
    if (key.getNonce() != HConstants.NO_NONCE) {
      long logNumber = key.getOrigLogSeqNum();
      server.restored(
          new Nonce(key.getNonceGroup(), key.getNonce()),
          logNumber > 0 ? logNumber : key.getSequenceId());
      logging(key);
    }
  }

  /** Writes the operations to the table's directory, after the region has closed. */
  void handOver() {
    List<Applied> operations = applied();
    if (operations.isEmpty()) {
      return;
    }
    try {
      directory.orElseThrow().replace(name(region), out -> write(out, operations));
    } catch (IOException | RuntimeException e) {
      LOG.warn(
          "{} increments and appends of {} cannot be passed on: one whose answer was lost may count"
              + " twice",
          operations.size(),
          region,
          e);
    }
  }

  /** The operations that HBase says were applied, and still knows. */
  private synchronized List<Applied> applied() {
    long since = clock.getAsLong() - graceMillis;
    List<Applied> operations = new ArrayList<>();
    for (Logged operation : logged) {
      if (operation.millis() >= since) {
        server
            .appliedAt(operation.nonce())
            .ifPresent(
                at -> operations.add(new Applied(operation.nonce(), at, operation.millis())));
      }
    }
    return operations;
  }

  /**
   * Reads what the region's former server has written, before the region serves a request.
   *
   * @param former the regions that were split or merged into this one
   */
  public void takeOver(Set<String> former) {
    if (!server.areKept() || directory.isEmpty()) {
      return;
    }
    takeOver(region);
    former.forEach(this::takeOver);
  }

  private void takeOver(String former) {
    try {
      directory.get().read(name(former), in -> Optional.of(read(in))).ifPresent(this::know);
    } catch (IOException | RuntimeException e) {
      LOG.warn(
          "the increments and appends that {} applied elsewhere cannot be read: one whose answer"
              + " was lost may count twice",
          former,
          e);
    }
  }

  private synchronized void know(List<Applied> operations) {
    long since = clock.getAsLong() - graceMillis;
    for (int i = operations.size() - 1; i >= 0; i--) {
      Applied operation = operations.get(i);
      if (operation.millis() >= since && logged.size() < MOST) {
        server.applied(operation.nonce(), operation.sequenceId(), operation.millis());
        logged.addFirst(new Logged(operation.nonce(), operation.millis()));
      }
    }
  }

  private static void write(DataOutputStream out, List<Applied> operations) throws IOException {
    DataOutputStream buffered = new DataOutputStream(new BufferedOutputStream(out));
    NonceFile.write(buffered, operations);
    buffered.flush();
  }

  private static List<Applied> read(DataInputStream in) throws IOException {
    return NonceFile.read(new DataInputStream(new BufferedInputStream(in)));
  }

  private static String name(String region) {
    return "nonces-" + region;
  }
}
