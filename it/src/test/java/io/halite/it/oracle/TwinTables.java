package io.halite.it.oracle;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Set;
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

  private final List<Pair> pairs = new ArrayList<>();
  private final TwinClock clock;
  private final ExecutorService threads =
      Executors.newFixedThreadPool(2, task -> new Thread(task, "operation of the oracle"));
  private final Deque<Operation> history = new ArrayDeque<>();
  private int applied;
  private int refused;

  /** Opens clients with each of these settings; every operation goes by the next of them. */
  TwinTables(TableName salted, TableName plain, List<Configuration> clients, TwinClock clock)
      throws Exception {
    this.clock = clock;
    for (Configuration client : clients) {
      pairs.add(new Pair(new TwinTable(salted, false, client), new TwinTable(plain, true, client)));
    }
  }

  /** Both twins, each with the same clients. */
  private record Pair(TwinTable salted, TwinTable plain) {}

  private Pair pair() {
    return pairs.get(applied % pairs.size());
  }

  TwinTable salted() {
    return pair().salted();
  }

  /** How many operations the salted table refused where it may. */
  int refused() {
    return refused;
  }

  /**
   * Runs the operation on both tables; throws an AssertionError that tells all if they differ.
   *
   * @return what was called of the salted one
   */
  Set<SentCalls.Call> apply(Operation operation) throws InterruptedException, ExecutionException {
    Future<Answer> ofSalted = threads.submit(answerOf(operation, pair().salted()));
    Future<Answer> ofPlain = threads.submit(answerOf(operation, pair().plain()));
    long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(PATIENCE_MINUTES);
    if (!(isDoneBy(end, ofPlain) && isDoneBy(end, ofSalted))) {
      throw silence(operation, ofSalted, ofPlain);
    }
    Answer plainAnswer = ofPlain.get();
    Answer saltedAnswer = ofSalted.get();
    if (operation.stamped()) {
      TwinClock.awaitNextMillisecond();
    }
    if (!saltedAnswer.agreesWith(plainAnswer, operation.agreement())) {
      throw difference(operation, saltedAnswer, plainAnswer);
    }
    if (saltedAnswer.isRefusal() && !plainAnswer.isRefusal()) {
      refused++;
    }
    Set<SentCalls.Call> calls = pair().salted().takeCalls();
    applied++;
    history.addLast(operation);
    if (history.size() > REMEMBERED) {
      history.removeFirst();
    }
    return calls;
  }

  private static boolean isDoneBy(long end, Future<Answer> answer)
      throws InterruptedException, ExecutionException {
    try {
      answer.get(end - System.nanoTime(), TimeUnit.NANOSECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    }
  }

  private AssertionError silence(
      Operation operation, Future<Answer> ofSalted, Future<Answer> ofPlain)
      throws InterruptedException {
    AssertionError silence =
        new AssertionError(
            "no answer to operation %d in %d minutes: salted %s, plain %s: %s%s"
                .formatted(
                    applied,
                    PATIENCE_MINUTES,
                    ofSalted.isDone() ? "done" : "not done",
                    ofPlain.isDone() ? "done" : "not done",
                    operation.text(),
                    Silence.text(pair().plain().admin())));
    threads.shutdownNow();
    return silence;
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
    for (Pair pair : pairs) {
      try {
        pair.salted().close();
      } finally {
        pair.plain().close();
      }
    }
  }
}
