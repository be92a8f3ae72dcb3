package io.halite.it.forwards;

import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterBase;
import org.apache.hadoop.hbase.metrics.Counter;
import org.apache.hadoop.hbase.metrics.MetricRegistries;

/**
 * Lets all cells pass, and notes what the servers of this JVM hold for forwards meanwhile. A
 * gateway runs it over what it has joined.
 */
public final class ForwardMemoryFilter extends FilterBase {
  private static final AtomicLong MOST = new AtomicLong();

  /** As HBase reads a filter. */
  public static Filter parseFrom(byte[] bytes) {
    return new ForwardMemoryFilter();
  }

  /** The most bytes that were held since the last call. */
  static long takeMost() {
    return MOST.getAndSet(0);
  }

  /** Notes what is held now. */
  static void note() {
    MOST.accumulateAndGet(held(), Math::max);
  }

  /** What all servers of this JVM hold for forwards now. */
  static long held() {
    return MetricRegistries.global().getMetricRegistries().stream()
        .flatMap(registry -> registry.get("forwardMemoryHeld").stream())
        .mapToLong(metric -> ((Counter) metric).getCount())
        .sum();
  }

  @Override
  public byte[] toByteArray() {
    return new byte[0];
  }

  @Override
  public ReturnCode filterCell(Cell cell) {
    note();
    return ReturnCode.INCLUDE;
  }
}
