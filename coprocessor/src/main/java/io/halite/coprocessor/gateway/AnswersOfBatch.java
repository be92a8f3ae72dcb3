package io.halite.coprocessor.gateway;

import io.halite.coprocessor.host.ClientRequest;
import io.halite.coprocessor.host.HookStack;
import io.halite.coprocessor.owner.MemoryAccount;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.MultiActionResultTooLarge;
import org.jspecify.annotations.Nullable;

/**
 * The answers to the gets of the multi request being served, which HBase keeps until it has served
 * the last of them.
 *
 * <p>HBase ends them behind the get with which they pass 100 MB, and its clients ask for the others
 * at once, which counts as no failure; a client that may not repeat anything is given this
 * exception for them. A plain table's server mostly keeps references to cells that it has in its
 * memstores and its cache. A gateway keeps all of the cells. So while all multi requests together
 * fill the account, it ends the answers behind the get with which they pass 8 MiB. What another
 * coprocessor gets in the middle of its hook is always answered: there the exception would be no
 * answer to the client. Not thread-safe: they belong to the handler of the request.
 */
final class AnswersOfBatch {
  /** So many bytes of one request are answered, however short memory is. */
  static final long LEAST_BYTES = 8 << 20;

  private static final ThreadLocal<AnswersOfBatch> CURRENT = new ThreadLocal<>();
  private static final Runnable FORGET = AnswersOfBatch::drop;

  private final ClientRequest request;
  private final MemoryAccount account;
  private final MemoryAccount.Share memory;
  private long bytes;
  private @Nullable MultiActionResultTooLarge cut;

  private AnswersOfBatch(ClientRequest request, MemoryAccount account) {
    this.request = request;
    this.account = account;
    this.memory = account.share();
  }

  /** Those of a request that this thread serves. */
  static AnswersOfBatch of(ClientRequest request, MemoryAccount account) {
    AnswersOfBatch known = CURRENT.get();
    if (known != null && known.request == request) {
      return known;
    }
    drop();
    AnswersOfBatch fresh = new AnswersOfBatch(request, account);
    CURRENT.set(fresh);
    request.atEnd(FORGET);
    return fresh;
  }

  private static void drop() {
    AnswersOfBatch known = CURRENT.get();
    CURRENT.remove();
    if (known != null) {
      known.memory.close();
    }
  }

  /**
   * Lets the next get be read.
   *
   * @throws MultiActionResultTooLarge if the client is to ask for it in its next request
   */
  void requireRoom() throws MultiActionResultTooLarge {
    if (bytes >= LEAST_BYTES && memory.isShort() && !HookStack.isNested()) {
      account.refused();
      throw end();
    }
  }

  /** One for all that are left, which may be thousands. */
  private MultiActionResultTooLarge end() {
    MultiActionResultTooLarge known = cut;
    if (known == null) {
      known =
          new MultiActionResultTooLarge(
              "answers to batches of gets fill the memory that this server has for them: HBase's"
                  + " client asks for the rest of the batch in its next request");
      // HBase sends it with each answer.
      known.setStackTrace(new StackTraceElement[0]);
      cut = known;
    }
    return known;
  }

  /** Counts the answer to a get until the request ends. */
  void add(List<Cell> cells) {
    long more = 0;
    for (Cell cell : cells) {
      more += cell.heapSize();
    }
    bytes += more;
    memory.add(more);
  }
}
