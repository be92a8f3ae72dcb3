package io.halite.it.oracle;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;

/** A salted table and its plain twin: every operation goes to both, and both must agree. */
final class TwinTables implements AutoCloseable {
  private static final int REMEMBERED = 2000;
  private static final int SHOWN = 14;
  private static final int PATIENCE_MINUTES = 4;
  private static final String THREAD = "operation of the oracle";

  private final TwinTable salted;
  private final TwinTable plain;
  private final TwinClock clock;
  private final ExecutorService threads =
      Executors.newFixedThreadPool(2, task -> new Thread(task, THREAD));
  private final Deque<Operation> history = new ArrayDeque<>();
  private int applied;
  private int refused;

  TwinTables(TableName salted, TableName plain, Configuration configuration, TwinClock clock)
      throws Exception {
    this.clock = clock;
    this.salted = new TwinTable(salted, false, configuration);
    this.plain = new TwinTable(plain, true, configuration);
  }

  TwinTable salted() {
    return salted;
  }

  /** How many operations the salted table refused where it may. */
  int refused() {
    return refused;
  }

  /** Runs the operation on both tables; throws an AssertionError that tells all if they differ. */
  void apply(Operation operation) throws InterruptedException, ExecutionException {
    Future<Answer> first = threads.submit(answerOf(operation, salted));
    Future<Answer> second = threads.submit(answerOf(operation, plain));
    Answer plainAnswer = answered(second, operation, plain);
    Answer saltedAnswer = answered(first, operation, salted);
    if (operation.stamped()) {
      TwinClock.awaitNextMillisecond();
    }
    if (!saltedAnswer.agreesWith(plainAnswer, operation.agreement())) {
      throw difference(operation, saltedAnswer, plainAnswer);
    }
    if (saltedAnswer.isRefusal() && !plainAnswer.isRefusal()) {
      refused++;
    }
    applied++;
    history.addLast(operation);
    if (history.size() > REMEMBERED) {
      history.removeFirst();
    }
  }

  private Answer answered(Future<Answer> answer, Operation operation, TwinTable table)
      throws InterruptedException, ExecutionException {
    try {
      return answer.get(PATIENCE_MINUTES, TimeUnit.MINUTES);
    } catch (TimeoutException e) {
      String where = stacks();
      threads.shutdownNow();
      throw new AssertionError(
          "table '%s' has not answered operation %d in %d minutes: %s%s"
              .formatted(table.name(), applied, PATIENCE_MINUTES, operation.text(), where),
          e);
    }
  }

  /** What the threads of operations wait for. */
  private static String stacks() {
    StringBuilder out = new StringBuilder();
    Thread.getAllStackTraces()
        .forEach(
            (thread, stack) -> {
              if (thread.getName().equals(THREAD)) {
                out.append("\n  ").append(thread.getState());
                Arrays.stream(stack).forEach(frame -> out.append("\n    at ").append(frame));
              }
            });
    return out.toString();
  }

  private Attempt answerOf(Operation operation, TwinTable table) {
    return new Attempt(operation, table, clock);
  }

  /** One operation on one table. */
  private record Attempt(Operation operation, TwinTable table, TwinClock clock)
      implements Callable<Answer> {
    @Override
    public Answer call() {
      Answer answer = new Answer(clock);
      try {
        operation.body().run(table, answer);
      } catch (Exception | AssertionError e) {
        // HBase's client asserts what its servers do not always keep: an answer as any other.
        answer.fail(e);
      }
      return answer;
    }
  }

  private AssertionError difference(Operation operation, Answer saltedAnswer, Answer plainAnswer) {
    StringBuilder out = new StringBuilder("the twins differ at operation ").append(applied);
    out.append("\n  operation: ").append(operation.text());
    out.append("\n  salted:\n    ").append(saltedAnswer);
    out.append("\n  plain:\n    ").append(plainAnswer);
    out.append("\n  the last operations on its rows:");
    List<Operation> related =
        history.stream().filter(earlier -> sharesRow(earlier, operation)).toList();
    related
        .subList(Math.max(0, related.size() - SHOWN), related.size())
        .forEach(earlier -> out.append("\n  - ").append(earlier.text()));
    AssertionError error = new AssertionError(out.toString());
    saltedAnswer.errors().forEach(error::addSuppressed);
    plainAnswer.errors().forEach(error::addSuppressed);
    return error;
  }

  private static boolean sharesRow(Operation one, Operation other) {
    return one.rows().stream()
        .anyMatch(row -> other.rows().stream().anyMatch(same -> Arrays.equals(row, same)));
  }

  @Override
  public void close() throws Exception {
    threads.shutdown();
    try {
      salted.close();
    } finally {
      plain.close();
    }
  }
}
