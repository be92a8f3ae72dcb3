package io.halite.client.mapreduce;

import io.halite.filters.segment.ScanRange;
import io.halite.keys.KeyRange;
import io.halite.keys.Salt;
import io.halite.routing.table.SaltedTable;
import java.io.IOException;
import java.util.List;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The natural ranges that a job with {@link SaltedTableInputFormat} reads as its splits where
 * regions cannot answer alone: those of its scan, cut at the regions' borders, or at sampled keys
 * if there are too few borders. Samples have the bounds of {@link SampledTiles}.
 *
 * @param scan of the job
 * @param clock nanoseconds since any origin
 */
record SampledSplits(Table table, SaltedTable salted, Scan scan, LongSupplier clock) {
  private static final Logger LOG = LoggerFactory.getLogger(SampledSplits.class);

  /** Returns ranges that hold each natural key of the scan once, so many of them at most. */
  List<KeyRange> of(List<byte[]> regionStarts, int wanted) throws IOException {
    Salt salt = salted.salt();
    KeyRange range = ScanRange.of(scan).storable();
    List<KeyRange> bordered =
        NaturalTiles.of(range, NaturalTiles.borders(salt, regionStarts), wanted);
    int most = Math.min(wanted, SampledTiles.MOST);
    // The first key of rows that the salt scatters would cost a pass over all of them.
    if (bordered.size() >= most || !salt.keepsNaturalOrder()) {
      return bordered;
    }
    TimedKeys keys =
        new TimedKeys(
            new TableKeys(table, scan.getFamilyMap().keySet()), clock, TimedKeys.end(clock));
    List<KeyRange> sampled = NaturalTiles.of(range, new EvenCuts(keys).cuts(range, most - 1), most);
    if (!keys.isOver()) {
      return sampled;
    }
    List<KeyRange> more = SampledTiles.more(bordered, sampled);
    LOG.info(
        "keys of table '{}' were sampled for {} seconds, which gives the job {} of up to {} splits",
        table.getName(),
        TimedKeys.SECONDS,
        more.size(),
        wanted);
    return more;
  }
}
