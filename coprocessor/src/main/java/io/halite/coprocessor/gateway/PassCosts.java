package io.halite.coprocessor.gateway;

import io.halite.coprocessor.table.RegionSettings;
import io.halite.coprocessor.table.TableKey;
import io.halite.routing.merge.PassLimits;
import io.halite.routing.scan.PassedPlan;
import org.apache.hadoop.hbase.metrics.Counter;
import org.apache.hadoop.hbase.metrics.MetricRegistry;

/**
 * What scans in passes may cost in a region, and what they have cost on its server.
 *
 * @param limits of one scan of one gateway region
 * @param passes counter of the server: passes begun
 * @param rows counter of the server: rows that passes were sent
 */
public record PassCosts(PassLimits limits, Counter passes, Counter rows)
    implements PassedPlan.Meter {
  /** Site configuration: bytes of rows that one pass may keep, in the memory of all tables. */
  public static final String BYTES_KEY = "halite.scan.pass.bytes";

  private static final long DEFAULT_BYTES = 8L << 20;
  private static final long READ_AHEAD = 2L << 20;
  private static final int DEFAULT_PASSES = 8;
  private static final long DEFAULT_ROWS = 1_000_000;

  /** The costs of a region of a server with these metrics. */
  public static PassCosts of(RegionSettings settings, MetricRegistry registry) {
    PassLimits limits =
        new PassLimits(
            settings.site().getLong(BYTES_KEY, DEFAULT_BYTES),
            READ_AHEAD,
            Math.toIntExact(settings.number(TableKey.SCAN_PASSES, DEFAULT_PASSES)),
            settings.number(TableKey.SCAN_PASS_ROWS, DEFAULT_ROWS));
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
