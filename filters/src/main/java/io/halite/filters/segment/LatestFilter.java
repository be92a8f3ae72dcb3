package io.halite.filters.segment;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterBase;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.ParseFilter;

/**
 * Says what the scan attribute {@code halite.latest} says, for clients that can send a filter and
 * no attribute, such as those of HBase's REST server: {@code LatestFilter('3')}.
 *
 * <p>It decides nothing itself. Halite takes it out of the scan before rows are read, so it stands
 * alone or in a list whose filters must all pass: {@code LatestFilter('3') AND
 * PrefixFilter('ORD')}. Wherever else it meets a row, it fails the request, since the answer would
 * have all rows.
 *
 * <p>Its bytes are the text in UTF-8: {@code 33} for {@code 3}. Immutable and thread-safe.
 */
public final class LatestFilter extends FilterBase {
  private final String text;

  /** A filter for the newest rows of each key that the text says, {@code 3}. */
  public LatestFilter(String text) {
    this.text = text;
  }

  /** What the attribute would say. */
  public String text() {
    return text;
  }

  /**
   * For HBase's filter language, which calls it by reflection: {@code LatestFilter('3')}.
   *
   * @throws IllegalArgumentException if there is not one argument
   */
  public static Filter createFilterFromArguments(ArrayList<byte[]> arguments) {
    if (arguments.size() != 1) {
      throw new IllegalArgumentException(
          arguments.size() + " arguments are given: LatestFilter('3') has one");
    }
    byte[] text = ParseFilter.removeQuotesFromByteArray(arguments.get(0));
    return new LatestFilter(new String(text, StandardCharsets.UTF_8));
  }

  /** Reads what {@link #toByteArray} wrote; HBase calls it by reflection. */
  public static LatestFilter parseFrom(byte[] bytes) {
    return new LatestFilter(new String(bytes, StandardCharsets.UTF_8));
  }

  @Override
  public byte[] toByteArray() {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Takes the filter out of a scan, if it stands alone or in a list whose filters must all pass, or
   * in such a list in another, as REST servers send it.
   *
   * @return its text
   */
  public static Optional<String> takeFrom(Scan scan) throws IOException {
    List<Filter> all = new ArrayList<>();
    if (scan.getFilter() != null) {
      addMembers(scan.getFilter(), all);
    }
    Optional<Filter> found = all.stream().filter(LatestFilter::isOne).findFirst();
    if (found.isEmpty()) {
      return Optional.empty();
    }
    all.remove(found.get());
    scan.setFilter(all.isEmpty() ? null : new FilterList(all));
    return Optional.of(new String(found.get().toByteArray(), StandardCharsets.UTF_8));
  }

  /** Adds the filters that all must pass, in their order. */
  private static void addMembers(Filter filter, List<Filter> all) {
    if (filter instanceof FilterList list
        && list.getOperator() == FilterList.Operator.MUST_PASS_ALL) {
      list.getFilters().forEach(member -> addMembers(member, all));
    } else {
      all.add(filter);
    }
  }

  /** By its name: a jar on HDFS and the class path make two classes of one. */
  private static boolean isOne(Filter filter) {
    return filter.getClass().getName().equals(LatestFilter.class.getName());
  }

  @Override
  public boolean filterRowKey(Cell cell) throws IOException {
    throw misplaced();
  }

  @Override
  public ReturnCode filterCell(Cell cell) throws IOException {
    throw misplaced();
  }

  private static DoNotRetryIOException misplaced() {
    return new DoNotRetryIOException(
        "LatestFilter reached a row: it works only in a scan of a table with SaltingObserver, alone"
            + " or in a MUST_PASS_ALL list; move it there, or use the attribute halite.latest");
  }

  @Override
  public String toString() {
    return "LatestFilter('" + text + "')";
  }
}
