package io.halite.coprocessor.owner;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.apache.hadoop.hbase.metrics.Counter;
import org.apache.hadoop.hbase.metrics.MetricRegistry;
import org.apache.hadoop.hbase.metrics.MetricRegistryInfo;
import org.apache.hadoop.hbase.metrics.Timer;
import org.apache.hadoop.hbase.metrics.impl.CounterImpl;
import org.apache.hadoop.hbase.metrics.impl.MetricRegistryImpl;
import org.apache.hadoop.hbase.metrics.impl.TimerImpl;

/**
 * Counts what the gateways and owners of one region server do, in HBase's own registry. JMX, {@code
 * /jmx} and every sink of HBase's metrics show the names with a capital first letter.
 *
 * <p>{@code docs/metrics.md} explains each metric. Counting adds to a striped counter and never
 * fails: if another version of Halite on this server uses a name for another kind of metric, this
 * one counts under no visible name. Thread-safe.
 */
public final class SaltingMetrics {
  private static final String BUCKET = "rowsWrittenToBucket";

  private final MetricRegistry registry;
  private final Counter local;
  private final Counter remote;
  private final Counter rpcs;
  private final Counter retried;
  private final Counter permitsInUse;
  private final Counter permitsRefused;
  private final Counter scans;
  private final Counter openScans;
  private final Counter scansRefused;
  private final Counter scanRounds;
  private final Counter rowsMerged;
  private final Counter vacancyRpcs;
  private final Counter vacantImages;
  private final Counter outcomesKept;
  private final Counter outcomesRepeated;
  private final Counter outcomesUnknown;
  private final Map<Use, Memory> memory = new EnumMap<>(Use.class);
  private final Map<Failure, Counter> failures = new EnumMap<>(Failure.class);
  private final Map<Kind, Timer> timers = new EnumMap<>(Kind.class);
  private final AtomicReferenceArray<Counter> buckets = new AtomicReferenceArray<>(256);

  /** Counts in {@code registry}. */
  public SaltingMetrics(MetricRegistry registry) {
    this.registry = registry;
    this.local = counter("localForwards");
    this.remote = counter("remoteForwards");
    this.rpcs = counter("forwardRpcs");
    this.retried = counter("retriedForwards");
    this.permitsInUse = counter("permitsInUse");
    this.permitsRefused = counter("permitsRefused");
    this.scans = counter("mergedScans");
    this.openScans = counter("openMergedScans");
    this.scansRefused = counter("mergedScansRefused");
    this.scanRounds = counter("scanRounds");
    this.rowsMerged = counter("rowsMerged");
    this.vacancyRpcs = counter("vacancyRpcs");
    this.vacantImages = counter("vacantImages");
    this.outcomesKept = counter("outcomesKept");
    this.outcomesRepeated = counter("outcomesRepeated");
    this.outcomesUnknown = counter("outcomesUnknown");
    for (Use use : Use.values()) {
      memory.put(
          use,
          new Memory(
              counter(use.prefix + "MemoryBound"),
              counter(use.prefix + "MemoryHeld"),
              counter(use.prefix + "MemoryRefused")));
    }
    for (Failure failure : Failure.values()) {
      failures.put(failure, counter(failure.counter));
    }
    for (Kind kind : Kind.values()) {
      timers.put(kind, timer(kind.timer));
    }
  }

  /** Returns metrics that no registry shows. */
  public static SaltingMetrics unseen() {
    return new SaltingMetrics(
        new MetricRegistryImpl(new MetricRegistryInfo("halite", "", "halite", "halite", false)));
  }

  private Counter counter(String name) {
    try {
      return registry.counter(name);
    } catch (ClassCastException taken) {
      return new CounterImpl();
    }
  }

  private Timer timer(String name) {
    try {
      return registry.timer(name);
    } catch (ClassCastException taken) {
      return new TimerImpl();
    }
  }

  /** The kind of request with which a handler waits for an owner. */
  public enum Kind {
    /** A get or an existence check. */
    GET("getForwardTime"),
    /** A mutation of one row, conditional or not. */
    MUTATE("mutateForwardTime"),
    /** A batch of many rows. */
    BATCH("batchForwardTime"),
    /** A merged scan whose next row has not arrived. */
    SCAN("scanWaitTime");

    private final String timer;

    Kind(String timer) {
      this.timer = timer;
    }
  }

  /** What a server holds bytes in memory for. */
  public enum Use {
    /** Rows of open scans that the client has not received. */
    SCANS("scan"),
    /** Requests that are being forwarded, and answers that wait for their client. */
    FORWARDS("forward"),
    /** Pages of newest rows, until they are answered. */
    PAGES("page"),
    /** Answers to the gets of multi requests, until the last of them is read. */
    ANSWERS("answer");

    private final String prefix;

    Use(String prefix) {
      this.prefix = prefix;
    }

    @Override
    public String toString() {
      return prefix + "s";
    }
  }

  private record Memory(Counter bound, Counter held, Counter refused) {}

  /** How a forward failed. */
  public enum Failure {
    /** The owner refused it, and a retry would not help. */
    REFUSED("refusedForwards"),
    /** Nothing ran, and the client repeats the request later. */
    POSTPONED("postponedForwards"),
    /** It is unknown whether the owner applied it. */
    UNKNOWN("unknownForwards");

    private final String counter;

    Failure(String counter) {
      this.counter = counter;
    }
  }

  /** Counts a forward that has succeeded or failed {@code nanos} nanoseconds after it began. */
  public void ended(Kind kind, long nanos) {
    Objects.requireNonNull(timers.get(kind)).update(nanos, TimeUnit.NANOSECONDS);
  }

  /** Counts requests sent to an owner, on this server or on another. */
  public void sent(boolean here, int requests) {
    (here ? local : remote).increment(requests);
  }

  /** Counts an RPC to an owner, with any number of requests. */
  public void rpc() {
    rpcs.increment();
  }

  /** Counts requests sent again, after owners' answers proved that nothing ran. */
  public void retried(int requests) {
    retried.increment(requests);
  }

  /** Counts requests that failed and that this server does not send again. */
  public void failed(Failure failure, int requests) {
    Objects.requireNonNull(failures.get(failure)).increment(requests);
  }

  /** Counts a handler that begins to wait for an owner. */
  public void permitTaken() {
    permitsInUse.increment();
  }

  /** Counts a handler that has stopped waiting. */
  public void permitReturned() {
    permitsInUse.decrement();
  }

  /** Counts a handler that may not wait, because too many of its call queue do. */
  public void permitRefused() {
    permitsRefused.increment();
  }

  /** Counts a merged scan that has opened. */
  public void scanOpened() {
    scans.increment();
    openScans.increment();
  }

  /** Counts a merged scan that the server postponed, because too many are open. */
  public void scanRefused() {
    scansRefused.increment();
  }

  /** Counts a merged scan that has closed, or that HBase has dropped. */
  public void scanClosed() {
    openScans.decrement();
  }

  /** Counts that a merged scan reads an image again, as HBase's client has given its owner up. */
  public void scanRound() {
    scanRounds.increment();
  }

  /** Counts the rows that a merged scan returned. */
  public void rowsMerged(long rows) {
    rowsMerged.increment(rows);
  }

  /** Counts an RPC that requests the vacant images of a scan. */
  public void vacancyRpc() {
    vacancyRpcs.increment();
  }

  /** Counts images that a scan does not read, since they are vacant. */
  public void vacant(int images) {
    vacantImages.increment(images);
  }

  /** Shows the most bytes that this server may hold for a use, once for all jars of Halite. */
  public void memoryBound(Use use, long bytes) {
    Counter bound = memory(use).bound();
    bound.increment(bytes - bound.getCount());
  }

  /** Counts bytes that this server holds from now on, or no longer if they are below 0. */
  public void memoryHeld(Use use, long bytes) {
    memory(use).held().increment(bytes);
  }

  /** Counts a request that was postponed, because too many bytes are held. */
  public void memoryRefused(Use use) {
    memory(use).refused().increment();
  }

  private Memory memory(Use use) {
    return Objects.requireNonNull(memory.get(use));
  }

  /** Counts an applied conditional write whose outcome this server keeps for repeats. */
  public void outcomeKept() {
    outcomesKept.increment();
  }

  /** Counts an outcome that this server no longer keeps. */
  public void outcomeDropped() {
    outcomesKept.decrement();
  }

  /** Counts a repeat that received the outcome of the first attempt. */
  public void outcomeRepeated() {
    outcomesRepeated.increment();
  }

  /** Counts a repeat whose first attempt may or may not have been applied. */
  public void outcomeUnknown() {
    outcomesUnknown.increment();
  }

  /** Shows a bucket before its first row is written, so that a mean counts it, too. */
  public void shown(byte bucket) {
    bucket(bucket & 0xFF);
  }

  /** Counts a mutation of a row of this bucket that reached its owner here. */
  public void written(byte bucket) {
    bucket(bucket & 0xFF).increment();
  }

  private Counter bucket(int index) {
    Counter counter = buckets.get(index);
    if (counter == null) {
      // The registry gives the same counter for the same name.
      counter = counter(BUCKET + "%02X".formatted(index));
      buckets.set(index, counter);
    }
    return counter;
  }
}
