package io.halite.client.mapreduce;

import io.halite.filters.natural.FilterAdmission;
import io.halite.filters.segment.ScanRange;
import io.halite.keys.KeyRange;
import io.halite.routing.host.Connections;
import io.halite.routing.merge.WantedRanges;
import io.halite.routing.scan.Narrowing;
import io.halite.routing.scan.UnorderedScan;
import io.halite.routing.table.SaltedTable;
import io.halite.routing.table.TableAttributes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.AuthUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.exceptions.IllegalArgumentIOException;
import org.apache.hadoop.hbase.io.ImmutableBytesWritable;
import org.apache.hadoop.hbase.mapreduce.TableInputFormat;
import org.apache.hadoop.hbase.mapreduce.TableSplit;
import org.apache.hadoop.hbase.util.Pair;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@code TableInputFormat} for a salted table: a split for each region that stores rows of the
 * scan, read where the rows lie, with natural keys.
 *
 * <p>All settings of {@code TableInputFormat} hold. {@link SaltedTableJobs} sets it up in one line;
 * a job that uses {@code TableMapReduceUtil} needs no change of code:
 *
 * <pre>{@code
 * hbase.table.input.class = io.halite.client.mapreduce.SaltedTableInputFormat
 * }</pre>
 *
 * <p>Under {@code hash(*) % 4}, in a table split at its buckets, a scan of {@code [61, 63)} has
 * four splits; the second reads {@code [01·61, 01·63)} by a marked scan. Where regions cannot
 * answer alone, the splits are ranges of natural keys, which the gateway regions answer: under
 * multi-place salts, for scans that count rows ({@code setLimit}, {@code PageFilter}, {@code
 * halite.latest}), for filters that are not known to judge each row by itself, and for users who
 * may not learn the spec. A table without Halite has the splits of {@code TableInputFormat}. Not
 * thread-safe.
 */
public final class SaltedTableInputFormat extends TableInputFormat {
  /**
   * Key of the job's configuration: so many splits of natural keys instead of splits of regions,
   * for jobs whose tasks need rows in natural order; not set by default.
   */
  public static final String NATURAL_SPLITS_KEY = "halite.mapreduce.natural-splits";

  private static final Logger LOG = LoggerFactory.getLogger(SaltedTableInputFormat.class);
  private static final String CONNECTION_KEY = "hbase.client.connection.impl";

  private final Opening opening;
  private boolean storedKeys;
  private RegionCuts.Reads reads = List::of;

  /** How a connection is opened that sends requests as they are. */
  interface Opening {
    Connection open(Configuration conf) throws IOException;
  }

  /** For Hadoop, which then sets the configuration. */
  public SaltedTableInputFormat() {
    this(SaltedTableInputFormat::connection);
  }

  SaltedTableInputFormat(Opening opening) {
    this.opening = opening;
  }

  private static Connection connection(Configuration conf) throws IOException {
    return Connections.open(
        conf,
        null,
        AuthUtil.loginClient(conf),
        // Marked requests go to the owners; no server should redirect the connection.
        Map.of(TableAttributes.DOORS, "off".getBytes(StandardCharsets.UTF_8)));
  }

  /** Gives the making of splits its connection; readers have their own. */
  @Override
  protected void initialize(JobContext context) throws IOException {
    TableName name = tableName(getConf());
    Connection connection = connect();
    try {
      initializeTable(connection, name);
    } catch (IOException | RuntimeException e) {
      connection.close();
      throw e;
    }
  }

  /** Opens a connection of HBase's own: the format marks its requests itself. */
  private Connection connect() throws IOException {
    Configuration conf = new Configuration(getConf());
    conf.unset(CONNECTION_KEY);
    return opening.open(conf);
  }

  private static TableName tableName(Configuration conf) throws IOException {
    String name = conf.get(INPUT_TABLE);
    if (name == null) {
      throw new IOException(
          INPUT_TABLE
              + " is not set: name the table in it, or set the job up with SaltedTableJobs");
    }
    return TableName.valueOf(name);
  }

  /**
   * Returns the splits; each row of the scan is in exactly one of them.
   *
   * @throws IOException if the scan is reversed, or a region cannot be reached
   */
  @Override
  public List<InputSplit> getSplits(JobContext context) throws IOException {
    RangeReader.requireForward(getScan());
    initialize(context);
    try {
      Optional<SaltedTable> table = RegionSpec.readable(getTable(), getScan());
      boolean natural = table.isEmpty() || getConf().get(NATURAL_SPLITS_KEY) != null;
      Optional<UnorderedScan> direct = natural ? Optional.empty() : unordered(table.get());
      if (direct.isPresent()) {
        return storedSplits(context, direct.get());
      }
      return table.isEmpty() || table.get().isPlain()
          ? regionSplits(context, table)
          : naturalSplits(context, table.get());
    } finally {
      closeTable();
    }
  }

  private Optional<UnorderedScan> unordered(SaltedTable table) {
    try {
      return UnorderedScan.of(getScan(), table, rowLocalFilters());
    } catch (IOException refused) {
      LOG.info("gateways answer the scan of the job, or refuse it: {}", refused.getMessage());
      return Optional.empty();
    }
  }

  private Set<String> rowLocalFilters() {
    return Set.copyOf(
        Arrays.asList(getConf().getTrimmedStrings(FilterAdmission.ROW_LOCAL_SETTING)));
  }

  private List<InputSplit> storedSplits(JobContext context, UnorderedScan scan) throws IOException {
    List<InputSplit> splits = new ArrayList<>();
    if (scan.images().isEmpty()) {
      return splits;
    }
    SaltedTable table = scan.natural().table();
    WantedRanges wanted = scan.natural().wanted();
    RegionCuts.Reads parts = region -> RegionPart.of(scan, wanted, region);
    for (TableSplit region : tableSplits(context, KeyRange.hull(scan.images()), true, parts)) {
      List<KeyRange> part = parts.of(range(region));
      if (!part.isEmpty()) {
        splits.add(
            SaltedTableSplit.ofStored(
                table.name().getNameAsString(),
                table.spec().toString(),
                scan.natural().range(),
                part,
                region.getRegionLocation(),
                region.getLength()));
      }
    }
    return splits;
  }

  /**
   * Returns the splits of {@code TableInputFormat}, for tables that store natural keys, without
   * regions that the conditions of the scan rule out.
   */
  private List<InputSplit> regionSplits(JobContext context, Optional<SaltedTable> table)
      throws IOException {
    List<InputSplit> splits = new ArrayList<>();
    KeyRange asked = ScanRange.of(getScan()).storable();
    Optional<Narrowing> narrowing =
        table.isPresent() ? Optional.of(Narrowing.of(getScan(), table.get())) : Optional.empty();
    RegionCuts.Reads parts =
        region ->
            Stream.of(asked.intersect(region))
                .map(part -> narrowing.map(by -> by.hull(part)).orElse(part))
                .filter(part -> !part.isEmpty())
                .toList();
    for (TableSplit region : tableSplits(context, asked, false, parts)) {
      if (!parts.of(range(region)).isEmpty()) {
        splits.add(
            SaltedTableSplit.ofNatural(
                region.getTable().getNameAsString(),
                range(region),
                region.getRegionLocation(),
                region.getLength()));
      }
    }
    return splits;
  }

  /** Returns ranges of natural keys, as many as the table has regions unless the job says. */
  private List<InputSplit> naturalSplits(JobContext context, SaltedTable table) throws IOException {
    List<TableSplit> regions = tableSplits(context, KeyRange.all(), false, List::of);
    List<byte[]> starts = regions.stream().map(TableSplit::getStartRow).toList();
    int wanted = getConf().getInt(NATURAL_SPLITS_KEY, regions.size());
    List<KeyRange> tiles =
        new SampledSplits(getTable(), table, getScan(), System::nanoTime).of(starts, wanted);
    long bytes = regions.stream().mapToLong(TableSplit::getLength).sum();
    List<InputSplit> splits = new ArrayList<>();
    for (KeyRange tile : tiles) {
      splits.add(
          SaltedTableSplit.ofNatural(
              table.name().getNameAsString(), tile, "", bytes / tiles.size()));
    }
    if (getConf().getBoolean(SHUFFLE_MAPS, false)) {
      Collections.shuffle(splits);
    }
    return splits;
  }

  private static KeyRange range(TableSplit region) {
    return KeyRange.of(region.getStartRow(), region.getEndRow());
  }

  /** Returns HBase's own splits of a range, which know servers, sizes and HBase's settings. */
  private List<TableSplit> tableSplits(
      JobContext context, KeyRange range, boolean isStored, RegionCuts.Reads parts)
      throws IOException {
    if (range.isEmpty()) {
      return List.of();
    }
    Scan scan = getScan();
    setScan(new Scan(scan).withStartRow(range.start()).withStopRow(range.stop()));
    storedKeys = isStored;
    reads = parts;
    try {
      return super.getSplits(context).stream().map(TableSplit.class::cast).toList();
    } finally {
      setScan(scan);
      storedKeys = false;
      reads = List::of;
    }
  }

  /** Between the natural borders of {@code hbase.mapreduce.splittable} lies no stored key. */
  @Override
  protected Pair<byte[][], byte[][]> getStartEndKeys() throws IOException {
    return storedKeys ? getRegionLocator().getStartEndKeys() : super.getStartEndKeys();
  }

  /** Cuts what the scan reads of a region, and leaves out no row of an open range. */
  @Override
  protected List<InputSplit> createNInputSplitsUniform(InputSplit split, int n)
      throws IllegalArgumentIOException {
    return new RegionCuts(reads, super::createNInputSplitsUniform).cut((TableSplit) split, n);
  }

  /**
   * Returns a reader of one split, with a connection of its own: readers of one format may be open
   * side by side. Hadoop initializes and closes it.
   *
   * @throws IOException if the split is not of this format, or the scan has become another
   */
  @Override
  public RecordReader<ImmutableBytesWritable, Result> createRecordReader(
      InputSplit split, TaskAttemptContext context) throws IOException {
    if (!(split instanceof SaltedTableSplit part)) {
      throw RangeReader.foreign(split, SaltedTableInputFormat.class);
    }
    Connection connection = connect();
    try {
      return new RangeReader(
          new TableRanges(connection, getScan(), part, rowLocalFilters()), part.ranges());
    } catch (IOException | RuntimeException e) {
      connection.close();
      throw e;
    }
  }
}
