package io.halite.client.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.keys.SaltingSpec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** Requests of the asynchronous client when the spec that it knows may be used no longer. */
class AsyncSharedQuestionsTest {
  private static final int REQUESTS = 1_000;
  private static final long NEVER = Long.MAX_VALUE;

  private final AtomicLong now = new AtomicLong();
  private final Queue<String> asked = new ConcurrentLinkedQueue<>();
  private final Queue<String> read = new ConcurrentLinkedQueue<>();
  private final CompletableFuture<Result> first = new CompletableFuture<>();
  private Function<Get, CompletableFuture<Result>> later =
      get -> CompletableFuture.failedFuture(refusal());

  private static IOException refusal() {
    try {
      return Salted.markRefusal(Salted.BEFORE);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** Servers that keep the first question. */
  private CompletableFuture<Result> answer(Get get) {
    String row = Bytes.toStringBinary(get.getRow());
    if (!Salted.asks(get)) {
      read.add(row);
      return CompletableFuture.completedFuture(Result.EMPTY_RESULT);
    }
    asked.add(row);
    return asked.size() == 1 ? first : later.apply(get);
  }

  /**
   * A table of which the client knows an old spec.
   *
   * @param millis how long its questions are shared
   */
  @SuppressWarnings("unchecked")
  private AsyncTable<AdvancedScanResultConsumer> table(long millis) {
    TableSpec spec =
        new TableSpec(Salted.NAME, 80, now::get, new SharedQuestions(millis, now::get));
    spec.learn(SaltingSpec.parse(Salted.BEFORE));
    now.set(80);
    return DirectAsyncTable.onNetwork(
        Salted.asyncTable()
            .on("get", arguments -> answer(arguments.get(0)))
            .on("scan", arguments -> end((AdvancedScanResultConsumer) arguments.get(1)))
            .build(),
        spec);
  }

  private Object answer(Object asked) {
    return asked instanceof List<?> list
        ? list.stream().map(get -> answer((Get) get)).toList()
        : answer((Get) asked);
  }

  /** Each bucket is empty. */
  private Object end(AdvancedScanResultConsumer consumer) {
    read.add("scan");
    consumer.onComplete();
    return List.of();
  }

  private static String row(int i) {
    return "r%03d".formatted(i);
  }

  private static String stored(int i) {
    return Bytes.toStringBinary(Salted.stored(Salted.BEFORE, row(i)));
  }

  private static List<String> each(int from) {
    return IntStream.range(from, REQUESTS).mapToObj(AsyncSharedQuestionsTest::stored).toList();
  }

  private static List<CompletableFuture<Result>> getAll(
      AsyncTable<?> table, Function<Integer, String> qualifiers) {
    List<CompletableFuture<Result>> all = new ArrayList<>();
    for (int i = 0; i < REQUESTS; i++) {
      all.add(table.get(Guarded.get(row(i), qualifiers.apply(i))));
    }
    return all;
  }

  private static void join(List<CompletableFuture<Result>> all) {
    CompletableFuture.allOf(all.toArray(CompletableFuture[]::new)).join();
  }

  @Test
  void oneAnswerCountsForTheRequestsOfAllRowsAndColumnsWhichGoInTheirOrder() {
    List<CompletableFuture<Result>> all = getAll(table(NEVER), i -> "q" + i);
    assertThat(all).noneMatch(CompletableFuture::isDone);
    first.completeExceptionally(refusal());
    join(all);
    assertThat(asked).containsExactly(stored(0));
    assertThat(read).containsExactlyElementsOf(each(0));
  }

  @Test
  void oneAnswerOfATableWithoutASpecCountsForAll() {
    List<CompletableFuture<Result>> all = getAll(table(NEVER), i -> "q");
    first.complete(Result.EMPTY_RESULT);
    join(all);
    assertThat(asked).containsExactly(stored(0));
    assertThat(read).hasSize(REQUESTS).startsWith(row(0), row(1)).doesNotContain(stored(1));
  }

  @Test
  void aDenialCountsForItsColumnsAndTheOthersShareTheNextQuestion() {
    CompletableFuture<Result> second = new CompletableFuture<>();
    later = get -> second;
    List<CompletableFuture<Result>> all = getAll(table(NEVER), i -> i % 2 == 0 ? "no" : "yes");
    first.completeExceptionally(new AccessDeniedException("not you"));
    assertThat(asked).containsExactly(stored(0), stored(1));
    assertThat(read).as("of the denied column").hasSize(REQUESTS / 2).startsWith(row(0), row(2));
    second.completeExceptionally(refusal());
    join(all);
    assertThat(asked).containsExactly(stored(0), stored(1));
    assertThat(read).contains(stored(1), stored(REQUESTS - 1)).doesNotContain(row(1));
  }

  @Test
  void eachAsksAtTheOwnerOfItsRowWhenTheQuestionFails() {
    List<CompletableFuture<Result>> all = getAll(table(NEVER), i -> "q");
    first.completeExceptionally(new IOException("no server"));
    join(all);
    assertThat(asked).contains(stored(0)).containsAll(each(1));
    assertThat(read).hasSize(REQUESTS).containsAll(each(1));
  }

  @Test
  void aRequestAsksItselfWhenTheQuestionHasNoAnswerInTime() {
    AsyncTable<?> table = table(300);
    CompletableFuture<Result> one = table.get(Guarded.get(row(0), "q"));
    table.get(Guarded.get(row(1), "q")).join();
    assertThat(asked).containsExactly(stored(0), stored(1));
    assertThat(read).containsExactly(stored(1));
    assertThat(one).isNotDone();
    first.completeExceptionally(refusal());
    assertThat(one).isCompletedWithValue(Result.EMPTY_RESULT);
  }

  @Test
  void aQuestionThatCannotBeSentHoldsNoOtherRequest() {
    AsyncTable<?> table = table(NEVER);
    CompletableFuture<Result> one = table.get(Guarded.get(row(0), "q"));
    CompletableFuture<Result> two = table.get(Guarded.get(row(1), "q"));
    CompletableFuture<Result> six = table.get(Guarded.get(row(2), "q"));
    later =
        get -> {
          if (Bytes.toStringBinary(get.getRow()).equals(stored(2))) {
            return CompletableFuture.failedFuture(refusal());
          }
          throw new IllegalStateException("closed");
        };
    first.completeExceptionally(new IOException("no server"));
    assertThatThrownBy(one::join).hasRootCauseMessage("closed");
    assertThatThrownBy(two::join).hasRootCauseMessage("closed");
    assertThat(six).isCompletedWithValue(Result.EMPTY_RESULT);
  }

  @Test
  void codeThatWaitsForALaterRequestGetsItsAnswer() {
    AsyncTable<?> table = table(300);
    List<CompletableFuture<Result>> all = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      int next = i + 1;
      CompletableFuture<Result> answer = table.get(Guarded.get(row(i), "q"));
      all.add(i < 3 ? answer.thenApply(any -> all.get(next).join()) : answer);
    }
    first.completeExceptionally(refusal());
    join(all);
    assertThat(read).hasSize(4);
  }

  @Test
  void scansAndListsShareTheQuestionOfAGet() {
    AsyncTable<AdvancedScanResultConsumer> table = table(NEVER);
    List<CompletableFuture<?>> all = new ArrayList<>();
    all.add(table.get(Guarded.get(row(0), "q")));
    all.addAll(table.get(List.of(Guarded.get(row(1), "q"), Guarded.get(row(2), "q"))));
    all.add(table.scanAll(new Scan().withStartRow(Salted.key("r"))));
    assertThat(all).noneMatch(CompletableFuture::isDone);
    first.completeExceptionally(refusal());
    CompletableFuture.allOf(all.toArray(CompletableFuture[]::new)).join();
    assertThat(asked).containsExactly(stored(0));
    assertThat(read).startsWith(stored(0), stored(1), stored(2)).hasSize(7);
  }
}
