package io.halite.client.mapreduce;

import io.halite.filters.segment.ScanRange;
import io.halite.keys.KeyBytes;
import io.halite.keys.KeyRange;
import io.halite.keys.Salt;
import io.halite.routing.table.SaltedTable;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.mapreduce.TableInputFormat;

/**
 * The natural ranges that a job with {@code TableInputFormat} reads as its splits: all natural
 * keys, cut where the scan of the job has its rows.
 *
 * <p>There are as many as the table has regions, at most. Keys are sampled for {@value #MOST} of
 * them at most, and for {@value TimedKeys#SECONDS} seconds. If the regions' borders, behind the
 * salt for a region that stores rows, give more ranges, they cut; so they do if the time ends
 * before samples give as many. Where the salt scatters the rows of the scan, stored keys are
 * sampled: places spread over the store show how natural keys are spread.
 *
 * @param clock nanoseconds since any origin
 */
record SampledTiles(Configuration conf, Table natural, Table stored, LongSupplier clock) {
  /** The most ranges for which keys are sampled. */
  static final int MOST = 100;

  /** Each cut of stored keys looks at some thousand of them. */
  private static final int STORED_CUTS = 31;

  private static final byte HIGHEST = (byte) 0xFF;

  /**
   * Returns ranges that hold each natural key once, in order; empty if those of the regions are as
   * good: the table has no salt, this user may not learn it, the scan reads nothing, or the time is
   * over and nothing is cut.
   */
  Optional<List<KeyRange>> of(List<byte[]> regionStarts) throws IOException {
    Scan scan = scan();
    KeyRange range = ScanRange.of(scan).storable();
    int wanted = conf.getInt(SaltedTableInputFormat.NATURAL_SPLITS_KEY, regionStarts.size());
    boolean few = wanted <= 1 && regionStarts.size() <= 1;
    if (few || scan.isReversed() || range.isEmpty()) {
      return Optional.empty();
    }
    Optional<SaltedTable> table =
        RegionSpec.readable(stored, scan).filter(salted -> !salted.isPlain());
    if (table.isEmpty()) {
      return Optional.empty();
    }
    return tiles(table.get(), range, regionStarts, wanted);
  }

  /** Reads it as the job does. */
  private Scan scan() {
    TableInputFormat format = new TableInputFormat();
    format.setConf(conf);
    return format.getScan();
  }

  private Optional<List<KeyRange>> tiles(
      SaltedTable table, KeyRange range, List<byte[]> regionStarts, int wanted) throws IOException {
    Salt salt = table.salt();
    List<byte[]> borders =
        salt.keepsNaturalOrder() ? NaturalTiles.borders(salt, regionStarts) : List.of();
    List<KeyRange> bordered = all(range, borders, wanted);
    if (wanted <= 1 || bordered.size() > MOST) {
      return Optional.of(bordered);
    }
    long end = TimedKeys.end(clock);
    int most = Math.min(wanted, MOST);
    List<KeyRange> sampled = all(range, cuts(table, range, most, end), most);
    if (clock.getAsLong() - end < 0) {
      return Optional.of(sampled);
    }
    return Optional.of(more(bordered, sampled)).filter(tiles -> tiles.size() > 1);
  }

  /**
   * The list with more ranges, where the time for samples has ended: a part not looked at may have
   * most keys.
   */
  static List<KeyRange> more(List<KeyRange> bordered, List<KeyRange> sampled) {
    return bordered.size() > sampled.size() ? bordered : sampled;
  }

  private Collection<byte[]> cuts(SaltedTable table, KeyRange range, int most, long end)
      throws IOException {
    Set<byte[]> families = scan().getFamilyMap().keySet();
    if (table.salt().keepsNaturalOrder(range)) {
      EvenCuts.Keys keys = new TableKeys(natural, families);
      return new EvenCuts(new TimedKeys(keys, clock, end)).cuts(range, most - 1);
    }
    StoredKeys keys = new StoredKeys(stored, table, families);
    new EvenCuts(new TimedKeys(keys, clock, end)).cuts(keys.places(), STORED_CUTS);
    return keys.natural();
  }

  /**
   * Returns ranges of all natural keys, so many of them within that of the scan. HBase may cut each
   * range further, by its bytes, and fails if both ends differ in zeros at their end alone.
   */
  static List<KeyRange> all(KeyRange range, Collection<byte[]> keys, int wanted) {
    TreeSet<byte[]> cuts = new TreeSet<>(KeyBytes::compare);
    for (KeyRange tile : NaturalTiles.of(range, keys, wanted)) {
      cuts.add(withoutZeros(tile.start()));
    }
    cuts.remove(withoutZeros(range.start()));
    cuts.remove(withoutZeros(range.stop()));
    cuts.removeIf(SampledTiles::isLast);
    return NaturalTiles.of(KeyRange.all(), cuts, cuts.size() + 1);
  }

  private static byte[] withoutZeros(byte[] key) {
    int length = key.length;
    while (length > 0 && key[length - 1] == 0) {
      length--;
    }
    return Arrays.copyOf(key, length);
  }

  /** Whether HBase takes this key for the end of an open range. */
  private static boolean isLast(byte[] key) {
    for (byte each : key) {
      if (each != HIGHEST) {
        return false;
      }
    }
    return true;
  }
}
