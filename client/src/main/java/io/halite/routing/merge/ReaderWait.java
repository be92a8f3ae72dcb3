package io.halite.routing.merge;

import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer.ScanController;

/**
 * Whether the scan of one image waits until its reader has taken rows, and whether the reader is
 * away. Not thread-safe.
 *
 * <p>HBase's asynchronous client renews the lease of a scan that waits. If the scan goes on before
 * the answer to that arrives, the client takes it for the one with the next rows, which it drops
 * without an error: both RPCs have one controller. So what comes after a wait with a renewal is not
 * taken, and the rows are read again.
 */
final class ReaderWait {
  private static final Runnable NOTHING = () -> {};

  private Runnable resume = NOTHING;
  private boolean away;
  private boolean hasWaited;
  private OwnerCounts.Sent answered = OwnerCounts.Sent.NOTHING;

  /** Suspends the scan; returns false if the reader is away, for whom no scan waits. */
  boolean begin(ScanController controller) {
    if (!away) {
      resume = controller.suspend()::resume;
      hasWaited = true;
    }
    return !away;
  }

  /**
   * The next answer has arrived; returns whether one before it may be lost.
   *
   * @param sent what HBase's client has sent until now
   */
  boolean mayHaveLost(OwnerCounts.Sent sent) {
    boolean lost = hasWaited && sent.isRenewedSince(answered);
    hasWaited = false;
    answered = sent;
    return lost;
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
