package io.halite.it.rights;

import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.RetriesExhaustedException;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.ipc.RemoteWithExtrasException;
import org.apache.hadoop.hbase.util.Bytes;

/** What a table said to a request: one part, or one for each action of a batch. */
final class Outcome {
  /** How one action ended. */
  enum Kind {
    ANSWERED,
    /** Refused for good, by the servers or by the client itself. */
    REFUSED,
    /** Failed in a way that asks the client to try again. */
    FAILED
  }

  /** The end of one action: its answer, or the message of its refusal. */
  record Part(Kind kind, String text) {}

  private static final long SERVER_TIMES = 1_000_000;

  private final List<Part> parts = new ArrayList<>();

  /** Asks, and remembers what came back. */
  static Outcome of(Request.Act act, Side side) {
    Outcome outcome = new Outcome();
    try {
      act.on(side, outcome);
    } catch (Exception e) {
      outcome.fail(e);
    }
    return outcome;
  }

  List<Part> parts() {
    return parts;
  }

  boolean isRefused() {
    return parts.stream().allMatch(part -> part.kind() != Kind.ANSWERED);
  }

  void answer(Object text) {
    parts.add(new Part(Kind.ANSWERED, String.valueOf(text)));
  }

  void answer(Result result) {
    answer(text(result));
  }

  void answer(List<Result> results) {
    answer(results.stream().filter(row -> !row.isEmpty()).map(Outcome::text).toList());
  }

  void answer(CheckAndMutateResult result) {
    answer(result.isSuccess() + " " + text(result.getResult()));
  }

  /** Takes what a batch holds for its actions; where it holds nothing, why the batch failed. */
  void answer(Object[] ends, Exception why) {
    for (Object end : ends) {
      if (end instanceof Throwable thrown) {
        fail(thrown);
      } else if (end instanceof CheckAndMutateResult result) {
        answer(result);
      } else if (end instanceof Result result) {
        answer(result);
      } else {
        fail(Objects.requireNonNullElse(why, new IllegalStateException("no end of an action")));
      }
    }
  }

  /** What the test refuses in the place of a table that knows no such request. */
  void refuse(String why) {
    parts.add(new Part(Kind.REFUSED, why));
  }

  void fail(Throwable thrown) {
    Throwable cause = unwrap(thrown);
    boolean forGood =
        cause instanceof DoNotRetryIOException || cause instanceof IllegalArgumentException;
    Kind kind = forGood ? Kind.REFUSED : Kind.FAILED;
    // The servers send their stack traces as further lines.
    String message = String.valueOf(cause.getMessage()).lines().findFirst().orElse("");
    parts.add(new Part(kind, cause.getClass().getSimpleName() + ": " + message));
  }

  private static Throwable unwrap(Throwable thrown) {
    if (thrown instanceof RemoteWithExtrasException remote) {
      return remote.unwrapRemoteException();
    }
    if (thrown instanceof RetriesExhaustedWithDetailsException details
        && details.getNumExceptions() > 0) {
      return unwrap(details.getCause(0));
    }
    boolean wrapper =
        thrown instanceof ExecutionException
            || thrown instanceof CompletionException
            || thrown instanceof UncheckedIOException
            || thrown.getClass() == RetriesExhaustedException.class
            || thrown.getClass() == RuntimeException.class;
    return wrapper && thrown.getCause() != null ? unwrap(thrown.getCause()) : thrown;
  }

  private static String text(Result result) {
    if (result == null || result.isEmpty()) {
      return "no cells";
    }
    StringBuilder text = new StringBuilder(Bytes.toStringBinary(result.getRow()));
    for (Cell cell : result.rawCells()) {
      text.append(' ').append(text(cell));
    }
    return text.toString();
  }

  /** A cell without its row; times that a server has set are all the same. */
  static String text(Cell cell) {
    String time = cell.getTimestamp() > SERVER_TIMES ? "now" : "" + cell.getTimestamp();
    return Bytes.toString(CellUtil.cloneFamily(cell))
        + ":"
        + Bytes.toString(CellUtil.cloneQualifier(cell))
        + "/"
        + time
        + "/"
        + cell.getType()
        + "="
        + Bytes.toStringBinary(CellUtil.cloneValue(cell));
  }

  @Override
  public String toString() {
    return parts.toString();
  }
}
