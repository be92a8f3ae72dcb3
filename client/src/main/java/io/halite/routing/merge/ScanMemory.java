package io.halite.routing.merge;

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
      };

  /** Adds bytes that have arrived; a negative number takes away what the scan holds no longer. */
  void add(long bytes);

  /** Whether so much is held that a scan is to read no further ahead than its next row needs. */
  boolean isShort();

  /** How many bytes are reserved for the scan, for all its images together. */
  long reserved();
}
