package io.halite.coprocessor.latest;

import io.halite.coprocessor.owner.MemoryAccount;
import org.apache.hadoop.hbase.quotas.RpcThrottlingException;

/**
 * What a page holds in the server's memory: its bytes from the beginning, and rows that are larger.
 *
 * <p>A page of 1 MiB reserves 1 MiB. If it meets a row of 5 MiB, it reserves 6 MiB before it copies
 * the row, and 11 MiB before a second one; the page ends there. What does not fit is refused, and
 * HBase's client requests the page again after the wait that the refusal names; one page that is
 * larger than the whole account is answered beside the others. For one thread.
 */
final class PageMemory implements AutoCloseable {
  /** Rows of this size are part of what a page reserves: it ends behind the row that fills it. */
  private static final long SMALL = 64 << 10;

  private final MemoryAccount account;
  private final MemoryAccount.Share share;
  private final long pageBytes;
  private long largest;
  private long history;

  /**
   * Reserves a page.
   *
   * @throws RpcThrottlingException if it does not fit now
   */
  PageMemory(MemoryAccount account, int pageBytes) throws RpcThrottlingException {
    this.account = account;
    this.pageBytes = pageBytes;
    this.share = account.open(pageBytes, "a page of newest rows");
  }

  /** Reserves a row. The row before it may be held still, and so may a history. */
  void holdRow(long bytes) throws RpcThrottlingException {
    if (bytes > SMALL) {
      require(largest + history + bytes);
      largest = Math.max(largest, bytes);
    }
  }

  /** Reserves the rows of a history that is read as one. */
  void holdHistory(long bytes) throws RpcThrottlingException {
    if (bytes > SMALL) {
      require(largest + Math.max(history, bytes));
      history = Math.max(history, bytes);
    }
  }

  private void require(long beyond) throws RpcThrottlingException {
    account.require(share, pageBytes + beyond, "a page with large rows");
  }

  @Override
  public void close() {
    share.close();
  }
}
