package io.halite.coprocessor.host;

import java.lang.reflect.Field;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.regionserver.KeyValueHeap;
import org.apache.hadoop.hbase.regionserver.RegionScanner;

/**
 * The first cell of a region's scanner that no call has reached, over all families.
 *
 * <p>HBase shows only the last peeked cell ({@code ScannerContext}), which is another one: one
 * family may have peeked at a row behind one that another family still holds. Stateless.
 */
public final class UnreadCell {
  /** Public from HBase 2.6.3 on. */
  private static final Class<?> OWN =
      HostMethod.type("org.apache.hadoop.hbase.regionserver.RegionScannerImpl");

  private static final Field STORES = stores();

  private UnreadCell() {}

  /** Whether that cell can be known: the scanner is the region's own, and goes on after an end. */
  public static boolean isShownBy(RegionScanner scanner) {
    return OWN.isInstance(scanner);
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
      Field field = OWN.getDeclaredField("storeHeap");
      field.setAccessible(true);
      return field;
    } catch (NoSuchFieldException e) {
      throw HostMethod.missing("RegionScannerImpl.storeHeap", e);
    }
  }
}
