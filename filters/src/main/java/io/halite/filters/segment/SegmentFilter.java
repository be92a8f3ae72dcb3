package io.halite.filters.segment;

import io.halite.keys.KeyLayout;
import io.halite.keys.KeyRange;
import io.halite.keys.Utf8;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.exceptions.DeserializationException;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterBase;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.ParseFilter;
import org.jspecify.annotations.Nullable;

/**
 * Passes rows whose key has given values in given segments, and seeks over other rows.
 *
 * <p>Example: with the layout {@code origin:3 departure:12:digits destination:3},
 *
 * <pre>{@code
 * Filter filter = SegmentFilter.where(layout, "destination in (LAX, SFO)");
 * ATL 200101010005 LAX    passes
 * ATL 200101010007 MIA    hint: ATL 200101010007 SFO, the smallest key from here that can pass
 * ATL 200101010007 XNA    hint: ATL 200101010008 LAX, written as bytes: …37·… becomes …38·…
 * ATL 2001                does not pass: it ends before the segment does
 * }</pre>
 *
 * <p>It decides once per row and keeps its hints in lists, in either direction of the scan. It
 * reads on where that is cheaper than a seek, unless {@link #alwaysSeeking()} made it. On a salted
 * table its segments are those of the natural key.
 *
 * <p>A client sends the query; two filters of equal queries are equal. Any HBase client from 2.4 on
 * can make and send it; a server makes a {@link HintingSegmentFilter} of it. Like every filter, it
 * serves one scan at a time and is not thread-safe.
 */
public sealed class SegmentFilter extends FilterBase permits HintingSegmentFilter {
  private final SegmentQuery query;
  private final boolean always;
  private final RowDecision decision;

  SegmentFilter(SegmentQuery query, boolean always) {
    this.query = query;
    this.always = always;
    this.decision = new RowDecision(query, new SeekPolicy(always));
  }

  /** A filter for the query. */
  public static SegmentFilter of(SegmentQuery query) {
    return new SegmentFilter(query, false);
  }

  static SegmentFilter of(SegmentQuery query, boolean always) {
    return new SegmentFilter(query, always);
  }

  /**
   * A filter for a text over a layout: {@code destination = LAX}.
   *
   * @throws QueryException with the position, what was found and what was expected
   */
  public static SegmentFilter where(KeyLayout layout, String text) {
    return of(SegmentQuery.parse(layout, text));
  }

  /**
   * A filter for a text that gives the places of its segments: {@code @15:3 = LAX}.
   *
   * @throws QueryException with the position, what was found and what was expected
   */
  public static SegmentFilter where(String text) {
    return of(SegmentQuery.parse(text));
  }

  /** A question in Java: {@code over(layout).where("destination").is("LAX", "SFO").toFilter()}. */
  public static SegmentQueryBuilder over(KeyLayout layout) {
    return new SegmentQueryBuilder(layout);
  }

  /**
   * For HBase's filter language, which calls it by reflection: {@code SegmentFilter('@15:3 = LAX')}
   * or {@code SegmentFilter('origin:3 departure:12', 'origin = LAX')}.
   *
   * @throws IllegalArgumentException if there are not one or two arguments, or one is malformed
   */
  public static Filter createFilterFromArguments(ArrayList<byte[]> arguments) {
    List<String> texts =
        arguments.stream().map(ParseFilter::removeQuotesFromByteArray).map(Utf8::decode).toList();
    return switch (texts.size()) {
      case 1 -> where(texts.get(0));
      case 2 -> where(KeyLayout.parse(texts.get(0)), texts.get(1));
      default ->
          throw new IllegalArgumentException(
              texts.size()
                  + " arguments are given: SegmentFilter('query') or SegmentFilter('layout',"
                  + " 'query') is expected");
    };
  }

  /** The same filter, which gives every hint even where reading on would be cheaper. */
  public SegmentFilter alwaysSeeking() {
    return new SegmentFilter(query, true);
  }

  /** The same filter as a server runs it, for code that sets filters on the server. */
  public SegmentFilter onServer() {
    return SegmentFilterClass.of(query, always);
  }

  /**
   * Returns the filter as a segment filter, if it is one. It is recognised by the name of its class
   * and read from its bytes: a jar on HDFS and the class path make two classes of one.
   *
   * @throws DeserializationException if the bytes are not those of a segment filter
   */
  public static Optional<SegmentFilter> recognise(Filter filter)
      throws IOException, DeserializationException {
    String name = filter.getClass().getName();
    return SegmentFilterClass.NAMES.contains(name)
        ? Optional.of(parseFrom(filter.toByteArray()))
        : Optional.empty();
  }

  /** The query. */
  public SegmentQuery query() {
    return query;
  }

  boolean always() {
    return always;
  }

  /**
   * Limits the scan to rows that can match: adds this filter before the one that the scan has, and
   * narrows the bounds of the scan, so that it does not read regions that cannot match.
   *
   * <p>Example: {@code origin in (ORD, LAX)} narrows a scan of everything to {@code [LAX, ORE)}.
   *
   * @return the scan that was given
   */
  public Scan applyTo(Scan scan) {
    KeyRange given = ScanRange.of(scan);
    Filter other = scan.getFilter();
    scan.setFilter(other == null ? this : new FilterList(this, other));
    if (given.isEmpty()) {
      return scan;
    }
    KeyRange narrowed = query.narrow(given);
    if (narrowed.isEmpty()) {
      // One row at most, which does not match; a scan whose bounds are equal would read on.
      boolean fits = given.start().length < HConstants.MAX_ROW_LENGTH;
      narrowed = fits ? KeyRange.point(given.start()) : given;
    }
    // A bound that stays is left as it is: the row after one of 32,767 bytes would be too long.
    if (!Arrays.equals(narrowed.start(), given.start())) {
      setLow(scan, narrowed.start());
    }
    if (!Arrays.equals(narrowed.stop(), given.stop())) {
      setHigh(scan, narrowed.stop());
    }
    return scan;
  }

  private static void setLow(Scan scan, byte[] row) {
    if (scan.isReversed()) {
      scan.withStopRow(row, true);
    } else {
      scan.withStartRow(row, true);
    }
  }

  private static void setHigh(Scan scan, byte[] row) {
    if (scan.isReversed()) {
      scan.withStartRow(row, false);
    } else {
      scan.withStopRow(row, false);
    }
  }

  @Override
  public void reset() {
    decision.reset();
  }

  @Override
  public boolean filterAllRemaining() {
    return decision.done();
  }

  /**
   * False for a row that does not match and has a hint, which can only be given for a cell; true
   * for a row without a hint, since a region skips a row at less cost than a cell.
   */
  @Override
  public boolean filterRowKey(Cell firstRowCell) {
    decision.decide(firstRowCell, isReversed());
    return decision.passedOver();
  }

  @Override
  public ReturnCode filterCell(Cell cell) {
    return decision.decide(cell, isReversed());
  }

  /**
   * True for a row that does not match, so that an OR list does not keep it because of this filter.
   */
  @Override
  public boolean filterRow() {
    return decision.rejected();
  }

  @Override
  public @Nullable Cell getNextCellHint(Cell cell) {
    return decision.decide(cell, isReversed()) == ReturnCode.SEEK_NEXT_USING_HINT
        ? decision.hint()
        : null;
  }

  /**
   * The hint for a row that {@link #filterRowKey} has rejected; HBase releases after 2.6.5 call it
   * (HBASE-29974). Null where the filter reads on.
   */
  public @Nullable Cell getHintForRejectedRow(Cell firstRowCell) {
    return decision.hintAside(firstRowCell, isReversed());
  }

  /**
   * The hint for a cell that the scan itself skipped, for its column, time or version; the same
   * releases call it. It decides about no row, so that it may be called at any time.
   */
  public @Nullable Cell getSkipHint(Cell skippedCell) {
    return decision.hintAside(skippedCell, isReversed());
  }

  /**
   * The query in protobuf; the format is in {@code segment_filter.proto}.
   *
   * @see #parseFrom
   */
  @Override
  public byte[] toByteArray() {
    return SegmentFilterCodec.toBytes(this);
  }

  /**
   * The filter that was written.
   *
   * @throws DeserializationException if the bytes are not a filter of a known version, or exceed
   *     its limits
   * @see #toByteArray
   */
  public static SegmentFilter parseFrom(byte[] bytes) throws DeserializationException {
    return SegmentFilterCodec.fromBytes(bytes);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SegmentFilter that && always == that.always && query.equals(that.query);
  }

  @Override
  public int hashCode() {
    return 31 * query.hashCode() + Boolean.hashCode(always);
  }

  /** As the filter language writes it: {@code SegmentFilter('@15:3 = LAX')}. */
  @Override
  public String toString() {
    return "SegmentFilter('" + query.toString().replace("'", "''") + "')";
  }
}
