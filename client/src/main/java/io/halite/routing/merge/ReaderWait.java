package io.halite.routing.merge;

import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer.ScanController;

/**
 * Whether the scan of one image waits until its reader has taken rows, and whether the reader is
 * away. Not thread-safe.
 */
final class ReaderWait {
  private static final Runnable NOTHING = () -> {};

  private Runnable resume = NOTHING;
  private boolean away;

  /** Suspends the scan; returns false if the reader is away, for whom no scan waits. */
  boolean begin(ScanController controller) {
    if (!away) {
      resume = controller.suspend()::resume;
    }
    return !away;
  }

  /** Returns what resumes the scan, to be run without a lock. */
  Runnable end() {
    Runnable resumes = resume;
    resume = NOTHING;
    return resumes;
  }

  /** The same if the scan is to go on; else what does nothing, and the scan waits as before. */
  Runnable endIf(boolean goesOn) {
    return goesOn ? end() : NOTHING;
  }

  /** The reader is away from now on; returns the same as {@link #end}. */
  Runnable leave() {
    away = true;
    return end();
  }

  /** The reader has come back, or has never been away. */
  void read() {
    away = false;
  }
}
