package io.halite.coprocessor.host;

import io.halite.filters.cell.CellSize;
import java.lang.invoke.MethodHandle;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.PrivateCellUtil;
import org.apache.hadoop.hbase.client.metrics.ServerSideScanMetrics;
import org.apache.hadoop.hbase.regionserver.ScannerContext;
import org.apache.hadoop.hbase.regionserver.ScannerContext.LimitScope;
import org.apache.hadoop.hbase.regionserver.ScannerContext.NextState;

/**
 * What a scanner reports of itself to the region server's scan loop.
 *
 * <p>HBase gives scanners of coprocessors no public way to report sizes, batches and partial rows;
 * without it one answer would hold a whole region. The methods are the same in HBase 2.5, 2.6 and
 * 3.0, but for the progress in blocks, which came with 2.6; a test calls each. By handles, since a
 * scan calls them for every cell. Stateless.
 */
public final class ScanProgress {
  private static final MethodHandle STATE =
      HostMethod.of(ScannerContext.class, "setScannerState", NextState.class);
  private static final MethodHandle SIZE =
      HostMethod.of(ScannerContext.class, "incrementSizeProgress", long.class, long.class);
  private static final Optional<MethodHandle> BLOCKS =
      HostMethod.ifThere(ScannerContext.class, "incrementBlockProgress", int.class);
  private static final MethodHandle SIZE_REACHED =
      HostMethod.of(ScannerContext.class, "checkSizeLimit", LimitScope.class);
  private static final MethodHandle BATCH =
      HostMethod.of(ScannerContext.class, "incrementBatchProgress", int.class);
  private static final MethodHandle PEEKED =
      HostMethod.of(ScannerContext.class, "setLastPeekedCell", Cell.class);
  private static final MethodHandle IN_ROW =
      HostMethod.of(ScannerContext.class, "mayHaveMoreCellsInRow");
  private static final MethodHandle AT_ONCE =
      HostMethod.of(ScannerContext.class, "returnImmediately");

  /** What owners count. The client counts its own RPCs, regions and results. */
  private static final Set<String> OF_OWNERS =
      Set.of(
          ServerSideScanMetrics.COUNT_OF_ROWS_SCANNED_KEY_METRIC_NAME,
          ServerSideScanMetrics.COUNT_OF_ROWS_FILTERED_KEY_METRIC_NAME,
          ServerSideScanMetrics.FS_READ_TIME_METRIC_NAME,
          ServerSideScanMetrics.BYTES_READ_FROM_FS_METRIC_NAME,
          ServerSideScanMetrics.BYTES_READ_FROM_BLOCK_CACHE_METRIC_NAME,
          ServerSideScanMetrics.BYTES_READ_FROM_MEMSTORE_METRIC_NAME,
          ServerSideScanMetrics.BLOCK_READ_OPS_COUNT_METRIC_NAME);

  private ScanProgress() {}

  /**
   * Counts what owners have counted for this scan, by HBase's names of scan metrics; for a scan
   * without them the blocks alone.
   */
  public static void count(ScannerContext context, Map<String, Long> counts) {
    if (context.isTrackingMetrics()) {
      OF_OWNERS.forEach(
          name -> context.getMetrics().addToCounter(name, counts.getOrDefault(name, 0L)));
    }
    if (BLOCKS.isEmpty()) {
      return;
    }
    // From this progress HBase takes the metric of the answer, and the query metrics of each row.
    long blocks =
        counts.getOrDefault(ServerSideScanMetrics.BLOCK_BYTES_SCANNED_KEY_METRIC_NAME, 0L);
    try {
      BLOCKS.get().invokeExact(context, (int) Math.min(Integer.MAX_VALUE, blocks));
    } catch (Throwable e) {
      throw failed(e);
    }
  }

  /** Counts a cell that is handed out: an answer has as many cells as that of a plain table. */
  public static void add(ScannerContext context, Cell cell) {
    try {
      SIZE.invokeExact(
          context,
          (long) PrivateCellUtil.estimatedSerializedSizeOf(cell),
          CellSize.inMemstore(cell));
      BATCH.invokeExact(context, 1);
    } catch (Throwable e) {
      throw failed(e);
    }
  }

  /**
   * Takes back the sizes of cells that the region's scanner has counted and that are not handed
   * out, in HBase 2.5. There an answer without rows that is full ends the region for its client;
   * from 2.6 on it is a heartbeat, and the sizes stay, so that one answer reads no more.
   */
  public static void dropped(ScannerContext context, List<Cell> cells) {
    if (BLOCKS.isPresent()) {
      return;
    }
    try {
      for (Cell cell : cells) {
        SIZE.invokeExact(
            context, -(long) PrivateCellUtil.estimatedSerializedSizeOf(cell), -cell.heapSize());
      }
    } catch (Throwable e) {
      throw failed(e);
    }
  }

  /** The cells handed out end a row. */
  public static void rowDone(ScannerContext context, boolean more) {
    state(context, more ? NextState.MORE_VALUES : NextState.NO_MORE_VALUES);
  }

  /**
   * Whether the cells handed out have reached the size of an answer that may end in the middle of a
   * row: its client puts the pieces together.
   */
  public static boolean isFullInRow(ScannerContext context) {
    try {
      return (boolean) SIZE_REACHED.invokeExact(context, LimitScope.BETWEEN_CELLS);
    } catch (Throwable e) {
      throw failed(e);
    }
  }

  /** Whether the region's scanner has stopped in the middle of a row. */
  public static boolean isInRow(ScannerContext context) {
    try {
      return (boolean) IN_ROW.invokeExact(context);
    } catch (Throwable e) {
      throw failed(e);
    }
  }

  /** The cells handed out fill the answer, or a batch; the row may have more. */
  public static void inRow(ScannerContext context) {
    boolean full = isFullInRow(context);
    state(context, full ? NextState.SIZE_LIMIT_REACHED_MID_ROW : NextState.BATCH_LIMIT_REACHED);
  }

  private static void state(ScannerContext context, NextState state) {
    try {
      NextState ignored = (NextState) STATE.invokeExact(context, state);
    } catch (Throwable e) {
      throw failed(e);
    }
  }

  /** Ends this answer as if its time were up, with a heartbeat. */
  public static void yield(ScannerContext context) {
    try {
      AT_ONCE.invokeExact(context);
    } catch (Throwable e) {
      throw failed(e);
    }
  }

  /** The next cell that the scan may return, for clients that want cursors. */
  public static void at(ScannerContext context, Cell cell) {
    try {
      PEEKED.invokeExact(context, cell);
    } catch (Throwable e) {
      throw failed(e);
    }
  }

  private static IllegalStateException failed(Throwable e) {
    return new IllegalStateException("a method of ScannerContext failed", e);
  }
}
