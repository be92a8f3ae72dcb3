package io.halite.coprocessor.gateway;

import io.halite.coprocessor.host.ClientRequest;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;

/**
 * The answers of a request's gets that stand in a row, fetched together when the first is served.
 *
 * <p>HBase serves the gets of a multi request one by one; without this each would wait for an RPC
 * of its own. An answer is handed out only for the get that it was fetched for: a hook before this
 * one may have changed what is asked, and then the rest is dropped.
 */
final class ReadAhead {
  /** How many answers may wait in memory; how large they are, {@link AheadLimit} says. */
  static final int MOST = 100;

  private static final ThreadLocal<ReadAhead> CURRENT = new ThreadLocal<>();

  private final ClientRequest request;
  private final Deque<Answer> answers = new ArrayDeque<>();

  private record Answer(Get asked, Object answer) {}

  private ReadAhead(ClientRequest request) {
    this.request = request;
  }

  /** Keeps the answers to {@code gets} for the rest of this request. */
  static void keep(ClientRequest request, List<Get> gets, Object[] answers) {
    ReadAhead ahead = new ReadAhead(request);
    for (int i = 0; i < gets.size(); i++) {
      ahead.answers.add(new Answer(gets.get(i), answers[i]));
    }
    CURRENT.set(ahead);
  }

  /** The answer to this get if it has been fetched, else null. */
  static Result take(ClientRequest request, Get natural) throws IOException {
    ReadAhead ahead = CURRENT.get();
    if (ahead == null) {
      return null;
    }
    Answer next = ahead.request == request ? ahead.answers.poll() : null;
    if (next == null || !isSame(next.asked(), natural)) {
      CURRENT.remove();
      return null;
    }
    if (ahead.answers.isEmpty()) {
      CURRENT.remove();
    }
    if (next.answer() instanceof IOException refusal) {
      throw refusal;
    }
    return (Result) next.answer();
  }

  /**
   * Whether both read the same of one row, which a request may ask for more than once. A region
   * adds all families to a get that names none, before any hook sees it.
   */
  private static boolean isSame(Get asked, Get natural) throws IOException {
    Get sent = new Get(natural);
    if (!asked.hasFamilies() && sent.getFamilyMap().values().stream().allMatch(Objects::isNull)) {
      sent.getFamilyMap().clear();
    }
    return ProtobufUtil.toGet(sent).equals(ProtobufUtil.toGet(asked));
  }
}
