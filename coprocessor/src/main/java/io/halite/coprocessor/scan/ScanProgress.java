package io.halite.coprocessor.scan;

import java.lang.reflect.Method;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.PrivateCellUtil;
import org.apache.hadoop.hbase.regionserver.ScannerContext;
import org.apache.hadoop.hbase.regionserver.ScannerContext.NextState;

/**
 * What a scanner reports of itself to the region server's scan loop.
 *
 * <p>HBase gives scanners of coprocessors no public way to report sizes, batches and partial rows;
 * without it one answer would hold a whole region. The methods are the same in HBase 2.5, 2.6 and
 * 3.0, and a test calls each. Stateless.
 */
final class ScanProgress {
  private static final Method STATE = method("setScannerState", NextState.class);
  private static final Method SIZE = method("incrementSizeProgress", long.class, long.class);
  private static final Method BATCH = method("incrementBatchProgress", int.class);
  private static final Method PEEKED = method("setLastPeekedCell", Cell.class);
  private static final Method AT_ONCE = method("returnImmediately");

  private ScanProgress() {}

  /** Counts a cell that is handed out. */
  static void add(ScannerContext context, Cell cell) {
    call(SIZE, context, (long) PrivateCellUtil.estimatedSerializedSizeOf(cell), cell.heapSize());
    call(BATCH, context, 1);
  }

  /** The cells handed out end a row. */
  static void rowDone(ScannerContext context, boolean more) {
    call(STATE, context, more ? NextState.MORE_VALUES : NextState.NO_MORE_VALUES);
  }

  /** The cells handed out fill a batch; the row has more. */
  static void batchFull(ScannerContext context) {
    call(STATE, context, NextState.BATCH_LIMIT_REACHED);
  }

  /** Ends this answer as if its time were up, with a heartbeat. */
  static void yield(ScannerContext context) {
    call(AT_ONCE, context);
  }

  /** Where the scan stands, for clients that asked for cursors. */
  static void at(ScannerContext context, Cell cell) {
    call(PEEKED, context, cell);
  }

  private static Method method(String name, Class<?>... parameters) {
    try {
      Method method = ScannerContext.class.getDeclaredMethod(name, parameters);
      method.setAccessible(true);
      return method;
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException(
          "this HBase has no ScannerContext." + name + "; Halite runs on HBase 2.5 and 2.6", e);
    }
  }

  private static void call(Method method, ScannerContext context, Object... arguments) {
    try {
      method.invoke(context, arguments);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("ScannerContext." + method.getName() + " failed", e);
    }
  }
}
