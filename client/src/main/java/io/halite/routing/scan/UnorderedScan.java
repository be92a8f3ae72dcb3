package io.halite.routing.scan;

import io.halite.keys.KeyRange;
import io.halite.routing.merge.ArrivingRows;
import io.halite.routing.merge.UnorderedRows;
import io.halite.routing.table.Mark;
import io.halite.routing.table.SaltedTable;
import io.halite.routing.table.StoredReads;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;

/**
 * A scan of natural keys whose reader needs no order, so that any part of the stored rows can be
 * read by itself, as the tasks of a job do and scans with {@link UnorderedAttribute}.
 *
 * <p>Under {@code hash(*) % 4}, a scan of {@code [61, 63)} has the images {@code [00·61, 00·63)} to
 * {@code [03·61, 03·63)}. However they are cut, their parts hold each row of the range once.
 * Immutable, as long as nobody changes its scan.
 *
 * @param natural the scan
 * @param images the stored ranges that hold its rows, in stored order, none of them empty
 * @param scattered whether the images hold rows of other natural keys, which the owners drop
 */
public record UnorderedScan(NaturalScan natural, List<KeyRange> images, boolean scattered) {
  /** How many answers are read ahead: more would only fill memory. */
  private static final int ANSWERS = 8;

  /**
   * Parses a scan; empty if no part of the stored rows can answer its part of the scan alone: for a
   * table without salt, for multi-place salts, and for scans that count rows.
   *
   * @param rowLocalFilters class names of filters that judge each row by itself, beside HBase's own
   * @throws org.apache.hadoop.hbase.DoNotRetryIOException if the scan is malformed or its filter is
   *     not admitted
   */
  public static Optional<UnorderedScan> of(
      Scan scan, SaltedTable table, Set<String> rowLocalFilters) throws IOException {
    boolean whole =
        table.isPlain()
            || !table.salt().isSinglePlace()
            || scan.isReversed()
            || scan.getLimit() > 0
            || Mark.isOn(scan);
    if (whole) {
      return Optional.empty();
    }
    NaturalScan natural = NaturalScan.parse(batched(scan), KeyRange.all(), table, rowLocalFilters);
    boolean scattered = !table.salt().keepsNaturalOrder(natural.range());
    if (natural.latest().isPresent()
        || natural.pageRows().isPresent()
        || (scattered && natural.scan().getBatch() > 0)) {
      return Optional.empty();
    }
    return Optional.of(
        new UnorderedScan(
            natural, occupied(natural.narrowing().images(natural.range())), scattered));
  }

  /** The same scan; without a batch if none cuts a row, as HBase's CopyTable gives each scan. */
  private static Scan batched(Scan scan) throws IOException {
    if (scan.getBatch() < Integer.MAX_VALUE) {
      return scan;
    }
    // HBase refuses to change the batch of a scan that has some filters.
    return new Scan(scan).setFilter(null).setBatch(-1).setFilter(scan.getFilter());
  }

  /**
   * Returns how to read the rows of a plan as they come; empty if the scan lacks {@link
   * UnorderedAttribute}, or if only the plan gives the right rows: newest rows, joined rows, and a
   * page filter over scattered rows.
   */
  public static Optional<UnorderedScan> of(ScanPlan plan) {
    NaturalScan natural = plan.natural();
    boolean scattered = plan instanceof PassedPlan;
    boolean whole =
        natural.unordered().isEmpty()
            || natural.latest().isPresent()
            || plan instanceof JoinedPlan
            || (scattered && natural.pageRows().isPresent());
    return whole
        ? Optional.empty()
        : Optional.of(new UnorderedScan(natural, occupied(plan.images()), scattered));
  }

  private static List<KeyRange> occupied(List<KeyRange> images) {
    return images.stream().filter(image -> !image.isEmpty()).toList();
  }

  /** Sends the stored scans, as many at once as the scan says; the rows have natural keys. */
  public ArrivingRows open(Fetching fetching) throws IOException {
    int atOnce = natural.unordered().map(UnorderedAttribute::bucketsAtOnce).orElse(images.size());
    long readAhead =
        StoredReads.readAheadBytes(natural.scan(), Math.min(atOnce, images.size()), ANSWERS);
    // An owner counts the rows of other natural keys, too, where no filter of the pass drops them.
    boolean countable = !scattered || !natural.scan().isRaw() || natural.scan().hasFilter();
    List<Scan> scans = new ArrayList<>();
    for (KeyRange image : images) {
      Scan scan =
          whole(image).setLimit(countable && fetching.rowLimit() > 0 ? fetching.rowLimit() : -1);
      fetching.prepare(scan, readAhead);
      fetching.readInPieces(scan);
      scans.add(scan);
    }
    return UnorderedRows.open(
        fetching.reading(readAhead, fetching.pieceCells(), natural.wanted()),
        scans,
        atOnce,
        this::natural,
        fetching.moved());
  }

  /** Returns the marked scan of a part of an image; the owners answer it with stored keys. */
  public Scan over(KeyRange stored) throws IOException {
    int batch = natural.scan().getBatch();
    Scan scan = batch > 0 ? whole(stored).setBatch(batch) : whole(stored);
    // Rows that scatter are judged whole by a filter of their own.
    return scan.setAllowPartialResults(!scattered && natural.scan().getAllowPartialResults());
  }

  /** The same, for whole rows. */
  private Scan whole(KeyRange stored) throws IOException {
    Scan scan = natural.scan();
    StoredReads reads = natural.table().reads();
    return scattered
        ? reads.pass(scan, List.of(stored), natural.range()).get(0)
        : reads.copies(scan, List.of(stored), 0).get(0);
  }

  /**
   * Returns the natural row of a stored one; empty if it is not of the scan's range.
   *
   * @throws org.apache.hadoop.hbase.DoNotRetryIOException if the row lacks its right salt
   */
  public Optional<Result> natural(Result stored) throws IOException {
    SaltedTable table = natural.table();
    Result row = table.reading(() -> table.results().of(stored));
    KeyRange range = natural.range();
    return range.equals(KeyRange.all()) || range.contains(row.getRow())
        ? Optional.of(row)
        : Optional.empty();
  }
}
