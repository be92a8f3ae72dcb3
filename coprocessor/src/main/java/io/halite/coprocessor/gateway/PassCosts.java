package io.halite.coprocessor.gateway;

import io.halite.coprocessor.table.RegionSettings;
import io.halite.coprocessor.table.Setting;
import io.halite.routing.merge.PassLimits;
import io.halite.routing.scan.PassedPlan;
import org.apache.hadoop.hbase.metrics.Counter;
import org.apache.hadoop.hbase.metrics.MetricRegistry;

/**
 * Limits what scans in passes may cost in a region, and counts what they have cost on its server.
 *
 * @param limits of one scan of one gateway region
 * @param passes the server's counter of passes begun
 * @param rows the server's counter of rows that owners sent for passes
 */
public record PassCosts(PassLimits limits, Counter passes, Counter rows)
    implements PassedPlan.Meter {
  private static final long READ_AHEAD = 2L << 20;

  /** Returns the limits of a region, with the counters in its server's metrics. */
  public static PassCosts of(RegionSettings settings, MetricRegistry registry) {
    PassLimits limits =
        new PassLimits(
            settings.number(Setting.SCAN_PASS_BYTES),
            READ_AHEAD,
            settings.number(Setting.SCAN_PASSES),
            settings.number(Setting.SCAN_PASS_ROWS));
    return new PassCosts(limits, registry.counter("scanPasses"), registry.counter("rowsPassed"));
  }

  @Override
  public void passBegins() {
    passes.increment();
  }

  @Override
  public void rowsRead(long count) {
    rows.increment(count);
  }
}
