package io.halite.filters.natural;

import java.io.IOException;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.filter.Filter;
import org.jspecify.annotations.Nullable;

/**
 * Counts what a region shows to a filter and which hints it gets, and changes nothing of it.
 *
 * <p>For {@code destination = LAX}, the rows {@code ATL 1 LAX}, {@code ATL 1 MIA} and {@code ATL 2
 * LAX} with a cell each are three rows and three cells, and a hint from the second to the third.
 * Like every filter, it is not thread-safe; it cannot be sent.
 */
public final class CountingFilter extends DelegatingFilter {
  private final Filter filter;
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
    this.counter = counter;
  }

  @Override
  protected Filter inner() {
    return filter;
  }

  private @Nullable Cell counted(@Nullable Cell hint) {
    if (hint != null) {
      counter.hint();
    }
    return hint;
  }

  @Override
  public boolean filterRowKey(Cell firstRowCell) throws IOException {
    counter.row();
    return super.filterRowKey(firstRowCell);
  }

  @Override
  public ReturnCode filterCell(Cell cell) throws IOException {
    counter.cell();
    return super.filterCell(cell);
  }

  @Override
  public @Nullable Cell getNextCellHint(Cell cell) throws IOException {
    return counted(super.getNextCellHint(cell));
  }

  @Override
  public @Nullable Cell getHintForRejectedRow(Cell firstRowCell) throws IOException {
    return counted(super.getHintForRejectedRow(firstRowCell));
  }

  @Override
  public @Nullable Cell getSkipHint(Cell skippedCell) throws IOException {
    return counted(super.getSkipHint(skippedCell));
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
}
