package io.halite.routing.merge;

import org.apache.hadoop.hbase.client.Result;

/**
 * Counts the bytes that one scan holds in memory: rows that have arrived and that the scan has not
 * returned.
 *
 * <p>On a server it is the scan's share of the server's account. Implementations are thread-safe.
 */
public interface ScanMemory {
  /** Counts nothing, for scans in an application. */
  ScanMemory UNCOUNTED =
      new ScanMemory() {
        @Override
        public void add(long bytes) {}

        @Override
        public boolean isShort() {
          return false;
        }

        @Override
        public long reserved() {
          return Long.MAX_VALUE;
        }

        @Override
        public long sizeOf(Result row) {
          return 0;
        }
      };

  /** Adds bytes that have arrived; a negative number takes away what the scan holds no longer. */
  void add(long bytes);

  /** Whether so much is held that a scan is to read no further ahead than its next row needs. */
  boolean isShort();

  /**
   * How many bytes a row takes in memory; 0 where nobody counts, so that a client need not ask each
   * of its cells.
   */
  default long sizeOf(Result row) {
    return Result.getTotalSizeOfCells(row);
  }

  /** How many bytes are reserved for the scan, for all its images together. */
  long reserved();
}
