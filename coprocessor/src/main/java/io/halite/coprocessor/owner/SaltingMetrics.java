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
 * What one region server counts of its gateways and owners, in HBase's own registry: JMX, {@code
 * /jmx} and every sink of HBase's metrics show it, with a capital first letter.
 *
 * <p>{@code docs/operations.md} says what each means and when to worry. Counting is an addition to
 * a striped counter, and never fails: a name that another version of Halite on this server has
 * taken for something else is counted unseen. Thread-safe.
 */
public final class SaltingMetrics {
  private static final String BUCKET = "rowsWrittenToBucket";

  private final MetricRegistry registry;
  private final Counter local;
  private final Counter remote;
  private final Counter retried;
  private final Counter permitsInUse;
  private final Counter permitsRefused;
  private final Counter scans;
  private final Counter openScans;
  private final Counter scansRefused;
  private final Counter rowsMerged;
  private final Map<Failure, Counter> failures = new EnumMap<>(Failure.class);
  private final Map<Kind, Timer> timers = new EnumMap<>(Kind.class);
  private final AtomicReferenceArray<Counter> buckets = new AtomicReferenceArray<>(256);

  /** Counts in {@code registry}. */
  public SaltingMetrics(MetricRegistry registry) {
    this.registry = registry;
    this.local = counter("localForwards");
    this.remote = counter("remoteForwards");
    this.retried = counter("retriedForwards");
    this.permitsInUse = counter("permitsInUse");
    this.permitsRefused = counter("permitsRefused");
    this.scans = counter("mergedScans");
    this.openScans = counter("openMergedScans");
    this.scansRefused = counter("mergedScansRefused");
    this.rowsMerged = counter("rowsMerged");
    for (Failure failure : Failure.values()) {
      failures.put(failure, counter(failure.counter));
    }
    for (Kind kind : Kind.values()) {
      timers.put(kind, timer(kind.timer));
    }
  }

  /** Metrics that nobody sees. */
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

  /** What a handler waits for an owner with. */
  public enum Kind {
    /** A get or an existence check. */
    GET("getForwardTime"),
    /** A mutation of one row, conditional or not. */
    MUTATE("mutateForwardTime"),
    /** A batch of many rows. */
    BATCH("batchForwardTime"),
    /** A merged scan whose next row had not come yet. */
    SCAN("scanWaitTime");

    private final String timer;

    Kind(String timer) {
      this.timer = timer;
    }
  }

  /** How a forward failed. */
  public enum Failure {
    /** The owner refused it for good. */
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

  /** A forward of this kind has ended, however it did, {@code nanos} after it began. */
  public void ended(Kind kind, long nanos) {
    Objects.requireNonNull(timers.get(kind)).update(nanos, TimeUnit.NANOSECONDS);
  }

  /** {@code requests} are sent to an owner, on this server or on another. */
  public void sent(boolean here, int requests) {
    (here ? local : remote).increment(requests);
  }

  /** Owners' answers proved that nothing ran; so many requests are sent again. */
  public void retried(int requests) {
    retried.increment(requests);
  }

  /** So many requests failed, and are not sent again from here. */
  public void failed(Failure failure, int requests) {
    Objects.requireNonNull(failures.get(failure)).increment(requests);
  }

  /** A handler waits for an owner. */
  public void permitTaken() {
    permitsInUse.increment();
  }

  /** A handler waits no more. */
  public void permitReturned() {
    permitsInUse.decrement();
  }

  /** A handler must not wait: too many of its call queue do. */
  public void permitRefused() {
    permitsRefused.increment();
  }

  /** A merged scan was opened. */
  public void scanOpened() {
    scans.increment();
    openScans.increment();
  }

  /** A merged scan was put off: too many are open. */
  public void scanRefused() {
    scansRefused.increment();
  }

  /** A merged scan was closed, after so many rows. */
  public void scanClosed(long rows) {
    openScans.decrement();
    rowsMerged.increment(rows);
  }

  /** A mutation of a row of this bucket came here to be stored. */
  public void written(byte bucket) {
    int index = bucket & 0xFF;
    Counter counter = buckets.get(index);
    if (counter == null) {
      // The registry gives the same counter for the same name.
      counter = counter(BUCKET + "%02X".formatted(index));
      buckets.set(index, counter);
    }
    counter.increment();
  }
}
