package io.halite.client.mapreduce;

import io.halite.keys.KeyRange;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Pair;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The regions of a job's input table, over the connection plug-in. {@code TableInputFormat}, which
 * makes a split of each region, is given natural ranges in their place; nobody else is.
 *
 * <p>Under {@code hash(*) % 4}, in a table split at its buckets, the regions begin at {@code 01},
 * {@code 02} and {@code 03}, and nearly all natural keys belong to the last one. {@code
 * TableInputFormat} reads each range as natural keys, so it is shown {@code [-∞, 41)}, {@code [41,
 * 53)}, {@code [53, 6B)} and {@code [6B, +∞)}, which hold about as many keys each. A tool that
 * sorts files for a bulk load asks the same locator, and has to be shown the regions that exist. So
 * the answer depends on the class that asks. The host and the size of a range are those of the
 * region that covers its start, or of {@link SizedRegions another} if that one stores nothing. Not
 * thread-safe, as no locator is.
 */
public final class JobLocator extends LocatorDecorator {
  /**
   * Key of the job's configuration: whether an unchanged job over the connection plug-in has
   * natural ranges as splits; true by default.
   */
  public static final String SAMPLED_SPLITS_KEY = "halite.mapreduce.sampled-splits";

  private static final Logger LOG = LoggerFactory.getLogger(JobLocator.class);

  /** A constant of TableInputFormat, which the class path of an application may lack. */
  private static final String INPUT_TABLE = "hbase.mapreduce.inputtable";

  /** It reads the ranges as natural keys, and uses them for nothing else. */
  private static final String MAKES_SPLITS =
      "org.apache.hadoop.hbase.mapreduce.TableInputFormatBase";

  /** It asks for all regions before it asks their servers for sizes. */
  private static final String ASKS_FOR_SIZES =
      "org.apache.hadoop.hbase.mapreduce.RegionSizeCalculator";

  private final Configuration conf;
  private final Opening natural;
  private final Connection stored;
  private Optional<SizedRegions> sizes = Optional.empty();

  /** How the table is opened. */
  public interface Opening {
    /** Returns a table, which the caller closes. */
    Table open() throws IOException;
  }

  /**
   * Over the locator of HBase's own connection.
   *
   * @param natural the table under natural keys
   * @param stored HBase's own connection, for marked requests
   */
  public JobLocator(Configuration conf, RegionLocator real, Opening natural, Connection stored) {
    super(real);
    this.conf = conf;
    this.natural = natural;
    this.stored = stored;
  }

  /** Whether this is the configuration of a job over that table that may have sampled splits. */
  public static boolean isFor(Configuration conf, TableName name) {
    String input = conf.get(INPUT_TABLE, "");
    return (input.equals(name.getNameAsString())
            || input.equals(name.getNameWithNamespaceInclAsString()))
        && conf.getBoolean(SAMPLED_SPLITS_KEY, true);
  }

  @Override
  public Pair<byte[][], byte[][]> getStartEndKeys() throws IOException {
    Pair<byte[][], byte[][]> regions = real.getStartEndKeys();
    if (!isAskedBy(MAKES_SPLITS)) {
      return regions;
    }
    return tiles(List.of(regions.getFirst()))
        .map(
            tiles ->
                Pair.newPair(
                    tiles.stream().map(KeyRange::start).toArray(byte[][]::new),
                    tiles.stream().map(KeyRange::stop).toArray(byte[][]::new)))
        .orElse(regions);
  }

  /** Not later than HBase: a region has a size from its first row on. */
  @Override
  public List<HRegionLocation> getAllRegionLocations() throws IOException {
    List<HRegionLocation> regions = real.getAllRegionLocations();
    if (isAskedBy(ASKS_FOR_SIZES)) {
      try (Admin admin = stored.getAdmin()) {
        sizes = Optional.of(SizedRegions.of(getName(), regions, admin));
      }
    }
    return regions;
  }

  /** Of a region that has a size, if a split is to be made of it. */
  @Override
  public HRegionLocation getRegionLocation(byte[] row, boolean reload) throws IOException {
    HRegionLocation region = real.getRegionLocation(row, reload);
    return isAskedBy(MAKES_SPLITS)
        ? sizes.map(known -> known.orAnother(region)).orElse(region)
        : region;
  }

  private static boolean isAskedBy(String name) {
    Optional<String> asking =
        StackWalker.getInstance()
            .walk(
                frames ->
                    frames
                        .map(StackWalker.StackFrame::getClassName)
                        .dropWhile(JobLocator.class.getName()::equals)
                        .findFirst());
    return asking.filter(name::equals).isPresent();
  }

  private Optional<List<KeyRange>> tiles(List<byte[]> regionStarts) throws IOException {
    try (Table naturalTable = natural.open();
        Table storedTable = stored.getTable(getName())) {
      return new SampledTiles(conf, naturalTable, storedTable, System::nanoTime).of(regionStarts);
    } catch (IOException | RuntimeException | LinkageError e) {
      // Java makes time-outs a subclass of interruptions.
      if (e instanceof InterruptedIOException ended && !(e instanceof SocketTimeoutException)) {
        throw ended;
      }
      // The ranges of the regions are right as well: the job runs as it does without the plug-in,
      // which may see no class of HBase's MapReduce where a child class loader alone has them.
      LOG.warn(
          "no keys of table '{}' could be sampled, so the splits of the job are its regions, and"
              + " one of them has nearly all rows",
          getName(),
          e);
      return Optional.empty();
    }
  }
}
