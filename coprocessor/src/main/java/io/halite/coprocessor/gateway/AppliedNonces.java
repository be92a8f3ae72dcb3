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
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;
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
 * over. A crash writes no file; HBase then reads the WAL. A region that was split or merged writes
 * what it took over at once. Thread-safe.
 */
public final class AppliedNonces {
  private static final Logger LOG = LoggerFactory.getLogger(AppliedNonces.class);

  /** With 44 bytes each, at most 5 MB a region, and a third of what HBase itself keeps for them. */
  static final int MOST = 100_000;

  private static final long TRIM_MILLIS = 60_000;
  private static final String TWICE = "one whose answer was lost may count twice";

  private final ServerNonces server;
  private final Optional<TableDirectory> directory;
  private final String region;
  private final long graceMillis;
  private final LongSupplier clock;
  private final Executor background;

  /** The oldest is first. */
  private Deque<Logged> logged = new ArrayDeque<>();

  private volatile long nextTrim;

  /** Whether the list has what the region's own file has. */
  private boolean tookOver;

  private record Logged(long group, long number, long millis) {
    static Logged of(Applied operation) {
      return new Logged(operation.nonce().group(), operation.nonce().number(), operation.millis());
    }

    Nonce nonce() {
      return new Nonce(group, number);
    }
  }

  /**
   * Those of one region.
   *
   * @param directory where to write them; empty to pass none on
   * @param region the region's encoded name
   * @param graceMillis how long HBase knows an operation
   * @param clock the time in milliseconds
   * @param background deletes old files
   */
  AppliedNonces(
      ServerNonces server,
      Optional<TableDirectory> directory,
      String region,
      long graceMillis,
      LongSupplier clock,
      Executor background) {
    this.background = background;
    this.server = server;
    this.directory = directory;
    this.region = region;
    this.graceMillis = graceMillis;
    this.clock = clock;
  }

  /** Those of the region of {@code env}, on a server of this configuration. */
  static AppliedNonces of(RegionCoprocessorEnvironment env, Configuration site) {
    return new AppliedNonces(
        ServerNonces.of(env),
        TableDirectory.withoutRows(env.getRegion()),
        env.getRegionInfo().getEncodedName(),
        ServerNonces.graceMillis(site),
        EnvironmentEdgeManager::currentTime,
        ForkJoinPool.commonPool());
  }

  /** An edit is about to be written to the WAL under this key. */
  public void logging(WALKey key) {
    if (key.getNonce() != HConstants.NO_NONCE && server.areKept() && directory.isPresent()) {
      add(new Logged(key.getNonceGroup(), key.getNonce(), key.getWriteTime()));
    }
  }

  private synchronized void add(Logged operation) {
    logged.addLast(operation);
    forgetOld();
  }

  private void forgetOld() {
    long since = clock.getAsLong() - graceMillis;
    while (logged.size() > MOST || (!logged.isEmpty() && logged.getFirst().millis() < since)) {
      logged.removeFirst();
    }
  }

  /** Forgets, once a minute, what HBase no longer knows. Each read and write calls it. */
  public void trim() {
    long now = clock.getAsLong();
    if (now < nextTrim) {
      return;
    }
    nextTrim = now + TRIM_MILLIS;
    synchronized (this) {
      forgetOld();
      if (logged.isEmpty()) {
        // A deque does not shrink.
        logged = new ArrayDeque<>();
      }
    }
  }

  /** How many operations are kept. For tests. */
  synchronized int kept() {
    return logged.size();
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
  synchronized void handOver() {
    if (logged.isEmpty()) {
      return;
    }
    try {
      if (!tookOver) {
        // The region did not open wholly, or could not read its file then.
        know(read(region));
      }
      write(applied());
    } catch (RuntimeException | LinkageError e) {
      LOG.warn("what {} has counted cannot be passed on: {}", region, TWICE, e);
    }
  }

  private void write(List<Applied> operations) {
    if (operations.isEmpty()) {
      return;
    }
    try {
      directory.orElseThrow().replace(name(region), out -> write(out, operations));
    } catch (IOException | RuntimeException e) {
      LOG.warn(
          "{} increments and appends of {} cannot be passed on: {}",
          operations.size(),
          region,
          TWICE,
          e);
    }
  }

  /** The operations that HBase says were applied, and still knows. */
  private List<Applied> applied() {
    long since = clock.getAsLong() - graceMillis;
    List<Applied> operations = new ArrayList<>();
    for (Logged operation : logged) {
      OptionalLong at = server.appliedAt(operation.nonce());
      // HBase says 0 of one that it has begun and not ended.
      if (operation.millis() >= since && at.orElse(0) > 0) {
        operations.add(new Applied(operation.nonce(), at.getAsLong(), operation.millis()));
      }
    }
    return operations;
  }

  /**
   * Reads what the region's former server has written, before the region serves a request. What a
   * region takes over from those that were split or merged into it, it writes at once: a compaction
   * takes away what names them, and a crash writes nothing.
   *
   * @param former the regions that were split or merged into this one
   */
  public synchronized void takeOver(Supplier<Set<String>> former) {
    if (!server.areKept() || directory.isEmpty()) {
      return;
    }
    try {
      know(read(region));
      List<Applied> others = new ArrayList<>();
      for (String other : former.get()) {
        others.addAll(read(other));
      }
      // A file that could not be read must not be replaced by less.
      if (know(others) && tookOver) {
        write(applied());
        background.execute(directory.get()::deleteOld);
      }
    } catch (RuntimeException | LinkageError e) {
      LOG.warn("what {} has counted elsewhere cannot be taken over: {}", region, TWICE, e);
    }
  }

  private List<Applied> read(String name) {
    try {
      Optional<List<Applied>> found =
          directory.orElseThrow().readReplaced(name(name), in -> Optional.of(read(in)));
      tookOver |= name.equals(region);
      return found.orElse(List.of());
    } catch (IOException | RuntimeException e) {
      LOG.warn(
          "the increments and appends that {} applied elsewhere cannot be read: {}",
          name,
          TWICE,
          e);
      return List.of();
    }
  }

  /**
   * Makes HBase know all of them that are young enough, and keeps the newest with those that are
   * known, each once.
   *
   * @return whether any was new
   */
  private boolean know(List<Applied> operations) {
    long since = clock.getAsLong() - graceMillis;
    Set<Logged> all = new HashSet<>(logged);
    boolean added = false;
    for (Applied operation : operations) {
      if (operation.millis() >= since) {
        server.applied(operation.nonce(), operation.sequenceId(), operation.millis());
        added |= all.add(Logged.of(operation));
      }
    }
    List<Logged> sorted = new ArrayList<>(all);
    sorted.sort(Comparator.comparingLong(Logged::millis));
    logged = new ArrayDeque<>(sorted.subList(Math.max(0, sorted.size() - MOST), sorted.size()));
    return added;
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
