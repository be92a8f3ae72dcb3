package io.halite.filters.natural;

import io.halite.filters.host.NewerHints;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterBase;
import org.jspecify.annotations.Nullable;

/**
 * Counts what a region shows to a filter and which hints it gets, and changes nothing of it.
 *
 * <p>For {@code destination = LAX}, the rows {@code ATL 1 LAX}, {@code ATL 1 MIA} and {@code ATL 2
 * LAX} with a cell each are three rows and three cells, and a hint from the second to the third.
 * Like every filter, it is not thread-safe; it cannot be sent.
 */
public final class CountingFilter extends FilterBase {
  private final Filter filter;
  private final NewerHints newerHints;
  private final Counter counter;

  /** Is shown each count as it is made. */
  public interface Counter {
    /** The filter judges one row more. */
    void row();

    /** The filter judges one cell more. */
    void cell();

    /** The filter gives one hint more. */
    void hint();
  }

  /** Counts for a filter. */
  public CountingFilter(Filter filter, Counter counter) {
    this.filter = filter;
    this.newerHints = new NewerHints(filter);
    this.counter = counter;
  }

  private @Nullable Cell counted(@Nullable Cell hint) {
    if (hint != null) {
      counter.hint();
    }
    return hint;
  }

  @Override
  public void reset() throws IOException {
    filter.reset();
  }

  @Override
  public boolean filterAllRemaining() throws IOException {
    return filter.filterAllRemaining();
  }

  @Override
  public boolean filterRowKey(Cell firstRowCell) throws IOException {
    counter.row();
    return filter.filterRowKey(firstRowCell);
  }

  @Override
  public ReturnCode filterCell(Cell cell) throws IOException {
    counter.cell();
    return filter.filterCell(cell);
  }

  @Override
  public @Nullable Cell transformCell(Cell cell) throws IOException {
    return filter.transformCell(cell);
  }

  @Override
  public @Nullable Cell getNextCellHint(Cell cell) throws IOException {
    return counted(filter.getNextCellHint(cell));
  }

  /** HBase releases after 2.6.5 ask for it (HBASE-29974). */
  public @Nullable Cell getHintForRejectedRow(Cell firstRowCell) throws IOException {
    return counted(newerHints.forRejectedRow(firstRowCell));
  }

  /** The same releases ask for it. */
  public @Nullable Cell getSkipHint(Cell skippedCell) throws IOException {
    return counted(newerHints.forSkippedCell(skippedCell));
  }

  @Override
  public void filterRowCells(List<Cell> cells) throws IOException {
    filter.filterRowCells(cells);
  }

  @Override
  public boolean hasFilterRow() {
    return filter.hasFilterRow();
  }

  @Override
  public boolean filterRow() throws IOException {
    return filter.filterRow();
  }

  @Override
  public boolean isFamilyEssential(byte[] name) throws IOException {
    return filter.isFamilyEssential(name);
  }

  @Override
  public void setReversed(boolean reversed) {
    filter.setReversed(reversed);
  }

  @Override
  public boolean isReversed() {
    return filter.isReversed();
  }

  /**
   * Refuses: the counts belong to one region.
   *
   * @throws DoNotRetryIOException always
   */
  @Override
  public byte[] toByteArray() throws IOException {
    throw new DoNotRetryIOException(
        this + " cannot be sent: the region that counts puts it around a filter itself");
  }

  @Override
  public String toString() {
    return filter.toString();
  }
}
