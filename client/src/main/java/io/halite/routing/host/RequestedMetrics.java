package io.halite.routing.host;

import io.halite.filters.host.HostClasses;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;

/**
 * Whether a request wants query metrics, and those of its answer. Requests have them from HBase
 * 2.6.3 on; with older clients none wants any. Stateless.
 */
public final class RequestedMetrics {
  static final boolean KNOWN = HostClasses.has(Get.class, "isQueryMetricsEnabled");

  private RequestedMetrics() {}

  /** Whether a get wants them. */
  public static boolean of(Get get) {
    return KNOWN && get.isQueryMetricsEnabled();
  }

  /** Whether a scan wants them, for each of its rows. */
  public static boolean of(Scan scan) {
    return KNOWN && scan.isQueryMetricsEnabled();
  }

  /** Whether a conditional mutation wants them. */
  public static boolean of(CheckAndMutate check) {
    return KNOWN && check.isQueryMetricsEnabled();
  }

  /** Makes a get want them as another does. */
  public static void copy(Get from, Get to) {
    if (KNOWN) {
      to.setQueryMetricsEnabled(from.isQueryMetricsEnabled());
    }
  }

  /** Makes a conditional mutation that is being built want them as another does. */
  public static CheckAndMutate.Builder copy(CheckAndMutate from, CheckAndMutate.Builder to) {
    return KNOWN ? to.queryMetricsEnabled(from.isQueryMetricsEnabled()) : to;
  }

  /** Gives an answer the metrics of another, if that has some. */
  public static void copy(Result from, Result to) {
    if (KNOWN) {
      to.setMetrics(from.getMetrics());
    }
  }

  /** Gives an answer the metrics of another, if that has some. */
  public static CheckAndMutateResult copy(CheckAndMutateResult from, CheckAndMutateResult to) {
    return KNOWN ? to.setMetrics(from.getMetrics()) : to;
  }
}
