package io.halite.coprocessor.latest;

import io.halite.coprocessor.host.UnreadCell;
import io.halite.keys.KeyBytes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.KeyValueUtil;
import org.apache.hadoop.hbase.quotas.RpcThrottlingException;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.regionserver.ScannerContext;
import org.apache.hadoop.hbase.regionserver.ScannerContext.LimitScope;
import org.apache.hadoop.hbase.regionserver.Shipper;

/**
 * The rows of a region's scanner, read until a deadline.
 *
 * <p>A filter or a run of tombstones can hide millions of rows from one call. So each call has a
 * time limit. A call that reaches the limit returns the row where it stands; the next page reads
 * that row again from its first cell. A call always reads the first row of the page to its end, so
 * that each page comes further than the page before. A row for which the server has no memory now
 * ends the page too, or is refused if it is the first. For one use by one thread.
 */
final class TimedRows implements SeekableRows {
  private static final long GRACE_MILLIS = 200;
  private static final int ROWS_PER_RELEASE = 256;

  private final RegionScanner scanner;
  private final Optional<RangeGaps> gaps;
  private final byte[] pageStart;
  private final long deadline;
  private final LongSupplier clock;
  private final RowMemory memory;
  private boolean more = true;
  private List<Cell> ahead = List.of();
  private Optional<byte[]> resumeAt = Optional.empty();
  private long rows;

  /**
   * Reads an open scanner, whose region the caller keeps open.
   *
   * @param gaps where the scanner ends between two ranges; empty if it does not
   * @param pageStart the first row of the page
   * @param deadline when to give up, in milliseconds since 1970
   * @param clock milliseconds since 1970
   * @param memory reserves each row before it is copied
   */
  TimedRows(
      RegionScanner scanner,
      Optional<RangeGaps> gaps,
      byte[] pageStart,
      long deadline,
      LongSupplier clock,
      RowMemory memory) {
    this.scanner = scanner;
    this.gaps = gaps;
    this.pageStart = pageStart;
    this.deadline = deadline;
    this.clock = clock;
    this.memory = memory;
  }

  @Override
  public Step next() throws IOException {
    if (resumeAt.isPresent()) {
      return Step.interruptedAt(resumeAt.get());
    }
    if (!ahead.isEmpty()) {
      List<Cell> cells = ahead;
      ahead = List.of();
      return row(cells);
    }
    long limit = deadline;
    while (more) {
      List<Cell> cells = new ArrayList<>();
      boolean late = readUntil(limit, cells);
      if (!cells.isEmpty()) {
        return late ? maybePart(cells) : row(cells);
      }
      Optional<Cell> unread = unread(late);
      if (unread.isPresent() && comesAfterStart(unread.get())) {
        return Step.interruptedAt(CellUtil.cloneRow(unread.get()));
      }
      limit = late ? clock.getAsLong() + GRACE_MILLIS : limit;
    }
    return gaps.flatMap(RangeGaps::met).map(Step::endAt).orElse(Step.END);
  }

  /** Handles a time limit that was reached within this row or after it. */
  private Step maybePart(List<Cell> cells) throws IOException {
    if (comesAfterStart(cells.get(0))) {
      return Step.interruptedAt(CellUtil.cloneRow(cells.get(0)));
    }
    List<Cell> whole = new ArrayList<>(cells);
    while (more && ahead.isEmpty() && resumeAt.isEmpty()) {
      List<Cell> next = new ArrayList<>();
      boolean late = readUntil(clock.getAsLong() + GRACE_MILLIS, next);
      Optional<Cell> first = next.isEmpty() ? unread(late) : Optional.of(next.get(0));
      if (first.isEmpty() || CellUtil.matchingRows(first.get(), cells.get(0))) {
        whole.addAll(next);
      } else if (late) {
        // What was read of the next row may be a part of it, and what follows may be hidden.
        resumeAt = first.map(CellUtil::cloneRow);
      } else {
        ahead = next;
      }
    }
    return row(whole);
  }

  /** Reads on; returns whether the time was over before the scanner's end. */
  private boolean readUntil(long limit, List<Cell> cells) throws IOException {
    ScannerContext context =
        ScannerContext.newBuilder(true).setTimeLimit(LimitScope.BETWEEN_CELLS, limit).build();
    more = scanner.nextRaw(cells, context);
    return more && clock.getAsLong() >= limit;
  }

  /** The cell at which a call stands that was late; empty if the scanner does not say. */
  private Optional<Cell> unread(boolean late) {
    return late ? UnreadCell.of(scanner) : Optional.empty();
  }

  private boolean comesAfterStart(Cell cell) {
    return KeyBytes.compare(CellUtil.cloneRow(cell), pageStart) > 0;
  }

  /** Copies the cells, because they lie in blocks that the scanner releases. */
  private Step row(List<Cell> cells) throws IOException {
    try {
      memory.hold(cells.stream().mapToLong(Cell::getSerializedSize).sum());
    } catch (RpcThrottlingException e) {
      if (!comesAfterStart(cells.get(0))) {
        throw e;
      }
      return Step.interruptedAt(CellUtil.cloneRow(cells.get(0)));
    }
    List<Cell> copies = new ArrayList<>(cells.size());
    for (Cell cell : cells) {
      copies.add(KeyValueUtil.copyToNewKeyValue(cell));
    }
    if (++rows % ROWS_PER_RELEASE == 0 && ahead.isEmpty() && scanner instanceof Shipper shipper) {
      shipper.shipped();
    }
    return Step.of(CellUtil.cloneRow(copies.get(0)), copies);
  }

  @Override
  public void seek(byte[] row) throws IOException {
    resumeAt = resumeAt.filter(next -> KeyBytes.compare(next, row) >= 0);
    if (!ahead.isEmpty() && KeyBytes.compare(CellUtil.cloneRow(ahead.get(0)), row) < 0) {
      ahead = List.of();
    }
    if (ahead.isEmpty()) {
      if (gaps.flatMap(RangeGaps::met).isPresent()) {
        gaps.get().leave();
        more = true;
      }
      if (more) {
        scanner.reseek(row);
      }
    }
  }
}
