package io.halite.coprocessor.gateway;

import io.halite.coprocessor.host.ClientRequest;
import io.halite.coprocessor.owner.MemoryAccount;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;

/**
 * The answers to a run of gets in one multi request, fetched together when the first is served.
 *
 * <p>HBase serves the gets of a multi request one by one, so that each would wait for its own RPC.
 * An answer is taken only by a get that is equal to the one it was fetched for. If an earlier hook
 * has changed a get, the remaining answers are dropped. Those that wait are counted: the server of
 * a plain table has none of them.
 */
final class ReadAhead {
  /** The most answers that may wait in memory; {@link AheadLimit} limits their bytes. */
  static final int MOST = 100;

  private static final ThreadLocal<ReadAhead> CURRENT = new ThreadLocal<>();
  private static final Runnable FORGET = ReadAhead::drop;

  private final ClientRequest request;
  private final MemoryAccount.Share memory;
  private final Deque<Answer> answers = new ArrayDeque<>();

  private record Answer(Get sent, Object answer) {
    private long bytes() {
      return answer instanceof Result row ? Result.getTotalSizeOfCells(row) : 0;
    }
  }

  private ReadAhead(ClientRequest request, MemoryAccount.Share memory) {
    this.request = request;
    this.memory = memory;
  }

  /**
   * Keeps the answers to {@code gets} for the rest of this request.
   *
   * @param memory counts them while they are kept, and is closed then
   */
  static void keep(
      ClientRequest request, List<Get> gets, Object[] answers, MemoryAccount.Share memory) {
    drop();
    ReadAhead ahead = new ReadAhead(request, memory);
    for (int i = 0; i < gets.size(); i++) {
      Answer answer = new Answer(gets.get(i), answers[i]);
      ahead.answers.add(answer);
      memory.add(answer.bytes());
    }
    CURRENT.set(ahead);
    request.atEnd(FORGET);
  }

  private static void drop() {
    ReadAhead ahead = CURRENT.get();
    CURRENT.remove();
    if (ahead != null) {
      ahead.memory.close();
    }
  }

  /**
   * The answer to this get; empty if it has not been fetched.
   *
   * @throws IOException the refusal that was fetched for this get
   */
  static Optional<Result> take(ClientRequest request, Get natural) throws IOException {
    ReadAhead ahead = CURRENT.get();
    if (ahead == null) {
      return Optional.empty();
    }
    if (ahead.request != request
        || ahead.answers.isEmpty()
        || !isSame(ahead.answers.peek().sent(), natural)) {
      drop();
      return Optional.empty();
    }
    Answer next = ahead.answers.poll();
    ahead.memory.add(-next.bytes());
    if (ahead.answers.isEmpty()) {
      drop();
    }
    if (next.answer() instanceof IOException refusal) {
      throw refusal;
    }
    return Optional.of((Result) next.answer());
  }

  /**
   * Whether two gets are equal, since a request may read one row more than once. HBase adds all
   * families to a get that names none, before it calls any hook.
   */
  private static boolean isSame(Get sent, Get natural) throws IOException {
    Get seen = new Get(natural);
    if (!sent.hasFamilies() && seen.getFamilyMap().values().stream().allMatch(Objects::isNull)) {
      seen.getFamilyMap().clear();
    }
    return ProtobufUtil.toGet(seen).equals(ProtobufUtil.toGet(sent));
  }
}
