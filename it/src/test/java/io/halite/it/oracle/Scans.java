package io.halite.it.oracle;

import io.halite.filters.segment.ScanRange;
import io.halite.routing.scan.UnorderedAttribute;
import io.halite.routing.scan.WhereAttribute;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Scan.ReadType;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.FuzzyRowFilter;
import org.apache.hadoop.hbase.filter.IncompatibleFilterException;
import org.apache.hadoop.hbase.filter.PageFilter;
import org.apache.hadoop.hbase.util.Bytes;

/** Random scans: ranges of all widths, both inclusive flags, both directions, all settings. */
final class Scans {
  private final Random random;
  private final Keys keys;
  private final Columns columns;
  private final Mutations mutations;
  private final Filters filters;
  private final OracleSettings settings;

  /** Whether one of the twins understands attributes of Halite. */
  private final boolean attributes;

  Scans(
      Random random,
      Keys keys,
      Columns columns,
      Mutations mutations,
      Filters filters,
      OracleSettings settings,
      boolean attributes) {
    this.random = random;
    this.keys = keys;
    this.columns = columns;
    this.mutations = mutations;
    this.filters = filters;
    this.settings = settings;
    this.attributes = attributes;
  }

  TwinScan scan() throws IOException {
    Scan scan = new Scan();
    range(scan);
    selection(scan);
    boolean empty = isEmptyRange(scan);
    if (!empty && random.nextInt(3) == 0 && (settings.singlePlace() || !scan.isReversed())) {
      return asking(scan);
    }
    if (!empty && random.nextInt(3) == 0) {
      // A delete marker has no value, which breaks comparators of numbers down, here or a row
      // later.
      scan.setFilter(filter(scan));
    }
    delivery(scan);
    order(scan);
    return TwinScan.ofBoth(scan);
  }

  /** The scan with a query on segments, as an attribute or a filter, and sometimes a filter. */
  private TwinScan asking(Scan scan) throws IOException {
    if (random.nextBoolean()) {
      // Of all rows, since few match.
      scan.withStartRow(HConstants.EMPTY_START_ROW, true);
      scan.withStopRow(HConstants.EMPTY_END_ROW, false);
    }
    SegmentQueries.Asked asked = filters.asked();
    while (asked.kinds().isEmpty() && random.nextInt(4) > 0) {
      asked = filters.asked();
    }
    List<Filter> more = random.nextInt(4) == 0 ? List.of(filters.plain()) : List.of();
    Filter both = and(asked.filter(), more);
    // Beside a filter HBase counts delete markers as versions. Where a row has several places, the
    // gateway counts, and words alone are no filter.
    boolean sameCount = settings.singlePlace() || !scan.isRaw();
    boolean inWords = attributes && sameCount && random.nextBoolean();
    if (inWords) {
      scan.setAttribute(WhereAttribute.ATTRIBUTE, Bytes.toBytes(asked.text()));
      more.forEach(scan::setFilter);
    } else {
      scan.setFilter(both);
    }
    delivery(scan);
    order(scan);
    Scan plain = new Scan(scan).setFilter(both).setAttribute(WhereAttribute.ATTRIBUTE, null);
    return new TwinScan(scan, plain, asked.kinds());
  }

  private static Filter and(Filter first, List<Filter> more) {
    if (more.isEmpty()) {
      return first;
    }
    List<Filter> all = new ArrayList<>(List.of(first));
    all.addAll(more);
    return new FilterList(all);
  }

  /**
   * Any filter but a FuzzyRowFilter backwards, which never ends at some rows of a plain table.
   *
   * <p>Backwards HBase refuses some filters and loses cells at the hints of others; a join of many
   * places does not, so that there only such that look at cells one by one are asked.
   */
  private Filter filter(Scan scan) throws IOException {
    Filter filter;
    do {
      filter = scan.isRaw() ? filters.byRow() : filters.any();
    } while (scan.isReversed()
        && (filter instanceof FuzzyRowFilter
            || !(settings.singlePlace() || Filters.isPlain(filter))));
    return filter;
  }

  /**
   * Whether no key lies in it, such as between 09 and 09 00. HBase refuses some filters even where
   * there is nothing to filter, which a merge does not: it asks no owner.
   */
  private static boolean isEmptyRange(Scan scan) {
    boolean same =
        scan.getStartRow().length > 0
            && Arrays.equals(scan.getStartRow(), scan.getStopRow())
            && !(scan.includeStartRow() && scan.includeStopRow());
    return same || ScanRange.of(scan).isEmpty();
  }

  /** A scan inside one region, with a filter that counts rows of a region. */
  Scan countingScan() {
    byte[][] ends = keys.inOneRegion();
    Filter counting =
        random.nextInt(3) == 0 ? filters.whileMatch() : new PageFilter(1 + random.nextInt(6));
    Scan scan = new Scan().setFilter(counting);
    bounded(scan, ends[0], ends[1], random.nextBoolean() && settings.singlePlace());
    return scan.setCaching(1 + random.nextInt(10));
  }

  void range(Scan scan) {
    int dice = random.nextInt(1000);
    if (dice < settings.fullScansPerMille()) {
      scan.setReversed(random.nextBoolean());
    } else if (dice < 2 * settings.fullScansPerMille()) {
      halfOpen(scan);
    } else if (dice < 200) {
      byte[] one = keys.boundary();
      byte[] other = keys.neighbours(settings.widestRange())[0];
      byte[][] near = nearest(one, other);
      bounded(scan, near[0], near[1], random.nextBoolean());
    } else if (dice < 260) {
      byte[] key = keys.key();
      scan.setStartStopRowForPrefixScan(Arrays.copyOf(key, 1 + random.nextInt(key.length)));
    } else if (dice < 300) {
      bounded(scan, keys.key(), new byte[0], false);
      scan.withStopRow(scan.getStartRow(), random.nextBoolean());
    } else {
      byte[][] ends = keys.neighbours(settings.widestRange());
      bounded(scan, ends[0], ends[1], random.nextBoolean());
    }
  }

  private void halfOpen(Scan scan) {
    byte[] key = random.nextBoolean() ? keys.boundary() : keys.key();
    scan.setReversed(random.nextBoolean());
    if (random.nextBoolean()) {
      scan.withStartRow(key, random.nextBoolean());
    } else {
      scan.withStopRow(key, random.nextBoolean());
    }
  }

  /** The boundary and a key of the pool not far from it. */
  private byte[][] nearest(byte[] boundary, byte[] other) {
    int at = 0;
    while (at < keys.pool().size() - 1
        && Arrays.compareUnsigned(keys.pool().get(at), boundary) < 0) {
      at++;
    }
    int away = at + random.nextInt(2 * settings.widestRange() + 1) - settings.widestRange();
    byte[] end =
        random.nextInt(4) == 0
            ? other
            : keys.pool().get(Math.max(0, Math.min(keys.pool().size() - 1, away)));
    return Arrays.compareUnsigned(boundary, end) <= 0
        ? new byte[][] {boundary, end}
        : new byte[][] {end, boundary};
  }

  private void bounded(Scan scan, byte[] low, byte[] high, boolean reversed) {
    scan.setReversed(reversed);
    scan.withStartRow(reversed ? high : low, random.nextBoolean());
    scan.withStopRow(reversed ? low : high, random.nextBoolean());
  }

  void selection(Scan scan) throws IOException {
    if (random.nextInt(4) == 0) {
      scan.addFamily(columns.family());
    }
    if (random.nextInt(4) == 0) {
      for (byte[] qualifier : columns.qualifiers(3)) {
        scan.addColumn(columns.family(), qualifier);
      }
    }
    switch (random.nextInt(5)) {
      case 0 -> scan.readAllVersions();
      case 1 -> scan.readVersions(1 + random.nextInt(4));
      default -> scan.setCacheBlocks(random.nextBoolean());
    }
    switch (random.nextInt(10)) {
      case 0 -> scan.setTimeRange(mutations.past() - 300, mutations.past() + 1);
      case 1 -> scan.setTimestamp(mutations.past());
      case 2 -> scan.setColumnFamilyTimeRange(columns.family(), 0, mutations.past());
      default -> scan.setId("s");
    }
    if (random.nextInt(10) == 0) {
      scan.setMaxResultsPerColumnFamily(1 + random.nextInt(3));
    }
    if (random.nextInt(10) == 0) {
      scan.setRowOffsetPerColumnFamily(random.nextInt(3));
    }
    if (settings.rawScans() && !scan.hasFamilies() && random.nextInt(12) == 0) {
      scan.setRaw(true);
    }
  }

  void delivery(Scan scan) {
    if (random.nextInt(3) == 0) {
      scan.setCaching(1 + random.nextInt(12));
    }
    switch (random.nextInt(6)) {
      case 0 -> scan.setAllowPartialResults(true).setMaxResultSize(1L << random.nextInt(12));
      case 1 -> scan.setMaxResultSize(1L << random.nextInt(12));
      case 2 -> batch(scan);
      default -> limit(scan);
    }
    if (!isEmptyRange(scan) && random.nextInt(8) == 0) {
      scan.setLoadColumnFamiliesOnDemand(random.nextBoolean());
    }
    if (random.nextInt(10) == 0) {
      scan.setNeedCursorResult(true);
    }
    switch (random.nextInt(12)) {
      case 0 -> scan.setReadType(ReadType.PREAD);
      case 1 -> scan.setReadType(ReadType.STREAM);
      case 2 -> small(scan);
      // HBase's client that reads ahead breaks down at a cursor, which has no cells.
      case 3, 4 -> scan.setAsyncPrefetch(true).setNeedCursorResult(false);
      case 5 -> scan.setPriority(1 + random.nextInt(5));
      case 6 -> scan.setScanMetricsEnabled(true);
      default -> scan.setAttribute("trace", Bytes.toBytes("t3"));
    }
  }

  /** Mostly none, for a client that may read buckets as they come, of a scan for all rows. */
  private void order(Scan scan) {
    boolean asItComes = settings.clients().havePlugIns() && !scan.isReversed();
    if (asItComes && scan.getLimit() <= 0 && random.nextInt(3) > 0) {
      UnorderedAttribute.putOn(scan, 1 + random.nextInt(8));
    }
  }

  /**
   * Only for scans that the server does not cut inside a row: of pieces HBase's client does not
   * always know which one ends a row, counts one row too many, and may wait for ever.
   */
  private void limit(Scan scan) {
    switch (random.nextInt(8)) {
      case 0, 1 -> scan.setLimit(1 + random.nextInt(12));
      case 2 -> scan.setOneRowLimit();
      default -> scan.setLimit(-1);
    }
  }

  private void batch(Scan scan) {
    int batch = 1 + random.nextInt(4);
    try {
      scan.setBatch(batch);
    } catch (IncompatibleFilterException e) {
      // HBase cuts no row that a filter wants to see whole: the scan goes on without a batch.
      scan.setCaching(batch);
    }
  }

  @SuppressWarnings("deprecation")
  private static void small(Scan scan) {
    if (scan.getBatch() <= 0) {
      scan.setSmall(true);
    }
  }
}
