package io.halite.it.oracle;

import io.halite.it.oracle.Operation.Agreement;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.RetriesExhaustedException;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.ipc.RemoteWithExtrasException;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;

/**
 * What a table answered, as lines that two tables can be compared by and a person can read. Errors
 * count by class; of those that say "do not retry" it is enough that both refuse.
 */
final class Answer {
  private static final String REFUSED = "refused";

  private final TwinClock clock;
  private final List<String> lines = new ArrayList<>();
  private final List<Throwable> errors = new ArrayList<>();
  private Throwable error;

  Answer(TwinClock clock) {
    this.clock = clock;
  }

  void add(Result result) {
    lines.add(line(result));
  }

  void addAll(List<Result> results) {
    results.forEach(this::add);
  }

  void add(boolean flag) {
    lines.add(Boolean.toString(flag));
  }

  void add(CheckAndMutateResult result) {
    lines.add(result.isSuccess() + " " + line(result.getResult()));
  }

  void add(String word) {
    lines.add(word);
  }

  /** Adds what a batch holds for one action: a result, a flag, an error or nothing. */
  void addOutcome(Object outcome) {
    if (outcome instanceof Throwable thrown) {
      errors.add(thrown);
      lines.add(name(thrown));
    } else if (outcome instanceof CheckAndMutateResult result) {
      add(result);
    } else if (outcome == null || outcome instanceof Result) {
      add((Result) outcome);
    } else {
      lines.add(outcome.toString());
    }
  }

  /** Waits for one action of an asynchronous client, and adds what it ends with. */
  void addOutcomeOf(CompletableFuture<?> action) {
    addOutcome(action.<Object>handle((value, error) -> error == null ? value : error).join());
  }

  void fail(Throwable thrown) {
    error = thrown;
    errors.add(thrown);
    lines.add(name(thrown));
  }

  /** All errors, of the operation or of the actions of a batch. */
  List<Throwable> errors() {
    return errors;
  }

  boolean agreesWith(Answer plain, Agreement agreement) {
    if (lines.equals(plain.lines)) {
      return true;
    }
    boolean bothFail = error != null && plain.error != null && plain.isFault();
    return bothFail || (agreement == Agreement.MAY_BE_REFUSED && isRefusal());
  }

  /**
   * Whether HBase failed by an unchecked exception, which its clients see as a bare IOException.
   */
  private boolean isFault() {
    return unwrap(error).getClass() == IOException.class;
  }

  boolean isRefusal() {
    return error != null && unwrap(error) instanceof DoNotRetryIOException;
  }

  /** Not {@code mayHaveMoreCellsInRow}: after the last piece of a row HBase says either. */
  private String line(Result result) {
    if (result == null) {
      return "null";
    }
    String flags =
        (result.getExists() == null ? "" : " exists=" + result.getExists())
            + (result.isStale() ? " stale" : "");
    if (result.isEmpty()) {
      return "no cells" + flags;
    }
    StringBuilder out = new StringBuilder("row ").append(Readable.key(result.getRow()));
    for (Cell cell : result.rawCells()) {
      out.append(" | ").append(Readable.cell(cell, clock));
    }
    return out.append(flags).toString();
  }

  private static String name(Throwable thrown) {
    Throwable cause = unwrap(thrown);
    if (cause instanceof RetriesExhaustedWithDetailsException details) {
      return details.getCauses().stream()
          .map(Answer::name)
          .collect(Collectors.toCollection(TreeSet::new))
          .toString();
    }
    if (cause instanceof NoSuchColumnFamilyException) {
      return REFUSED + ": no such family";
    }
    return cause instanceof DoNotRetryIOException ? REFUSED : cause.getClass().getName();
  }

  static Throwable unwrap(Throwable thrown) {
    if (thrown instanceof RemoteWithExtrasException remote) {
      return remote.unwrapRemoteException();
    }
    boolean wrapper =
        thrown instanceof ExecutionException
            || thrown instanceof CompletionException
            || thrown instanceof UncheckedIOException
            || thrown.getClass() == RetriesExhaustedException.class;
    return wrapper && thrown.getCause() != null ? unwrap(thrown.getCause()) : thrown;
  }

  @Override
  public String toString() {
    return String.join("\n    ", lines);
  }
}
