package io.halite.coprocessor.scan;

import io.halite.client.merge.PassLimits;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.metrics.Counter;
import org.apache.hadoop.hbase.metrics.MetricRegistry;

/**
 * What scans in passes may cost in a region, and what they have cost on its server.
 *
 * @param limits of one scan of one gateway region
 * @param passes counter of the server: passes begun
 * @param rows counter of the server: rows that passes were sent
 */
public record PassCosts(PassLimits limits, Counter passes, Counter rows) {
  /** Site or table configuration: bytes of rows that one pass may keep. */
  public static final String BYTES_KEY = "halite.scan.pass.bytes";

  /** Site or table configuration: the most passes that a scan may take, without scan=passes. */
  public static final String PASSES_KEY = "halite.scan.passes";

  /** Site or table configuration: the most rows that passes may be sent, without scan=passes. */
  public static final String ROWS_KEY = "halite.scan.pass.rows";

  private static final long DEFAULT_BYTES = 8L << 20;
  private static final long READ_AHEAD = 2L << 20;
  private static final int DEFAULT_PASSES = 8;
  private static final long DEFAULT_ROWS = 1_000_000;

  /** The costs of a region of a server with these metrics. */
  public static PassCosts of(Configuration conf, MetricRegistry registry) {
    PassLimits limits =
        new PassLimits(
            conf.getLong(BYTES_KEY, DEFAULT_BYTES),
            READ_AHEAD,
            conf.getInt(PASSES_KEY, DEFAULT_PASSES),
            conf.getLong(ROWS_KEY, DEFAULT_ROWS));
    return new PassCosts(limits, registry.counter("scanPasses"), registry.counter("rowsPassed"));
  }
}
