package io.halite.coprocessor.host;

import java.lang.reflect.Field;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.regionserver.KeyValueHeap;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.regionserver.RegionScannerImpl;

/**
 * The first cell of a region's scanner that no call has reached, over all families.
 *
 * <p>HBase shows only the last peeked cell ({@code ScannerContext}), which is another one: one
 * family may have peeked at a row behind one that another family still holds. Stateless.
 */
public final class UnreadCell {
  private static final Field STORES = stores();

  private UnreadCell() {}

  /** Whether that cell can be known: the scanner is the region's own, and goes on after an end. */
  public static boolean isShownBy(RegionScanner scanner) {
    return scanner instanceof RegionScannerImpl;
  }

  /** That cell; empty if it cannot be known, since the scanner is not the region's own. */
  public static Optional<Cell> of(RegionScanner scanner) {
    if (!isShownBy(scanner)) {
      return Optional.empty();
    }
    try {
      return Optional.ofNullable(((KeyValueHeap) STORES.get(scanner)).peek());
    } catch (IllegalAccessException e) {
      throw new IllegalStateException("RegionScannerImpl.storeHeap cannot be read", e);
    }
  }

  private static Field stores() {
    try {
      Field field = RegionScannerImpl.class.getDeclaredField("storeHeap");
      field.setAccessible(true);
      return field;
    } catch (NoSuchFieldException e) {
      throw new IllegalStateException(
          "this HBase has no RegionScannerImpl.storeHeap; Halite runs on HBase 2.5 and 2.6", e);
    }
  }
}
