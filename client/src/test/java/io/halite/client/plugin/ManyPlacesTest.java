package io.halite.client.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.halite.keys.SaltingSpec;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.OperationTimeoutExceededException;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.RetriesExhaustedException;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.ipc.CallTimeoutException;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;

/** Lists of gets of rows that lie in 256 places each. */
class ManyPlacesTest {
  private static final String MANY = "key=row:*,salt=random % 256";
  private static final int GETS = 100;

  private final List<Integer> sizes = new ArrayList<>();
  private final TableSpec spec = Salted.unknown();

  ManyPlacesTest() {
    spec.learn(SaltingSpec.parse(MANY));
  }

  private static List<Get> gets() {
    return IntStream.range(0, GETS).mapToObj(i -> new Get(Salted.key("row" + i))).toList();
  }

  private static Result answer(Object get) {
    byte[] row = ((Row) get).getRow();
    return row[0] == 7 ? Salted.row(row) : Result.EMPTY_RESULT;
  }

  private static String row(int i) {
    return "row" + i;
  }

  private static List<String> rows() {
    return IntStream.range(0, GETS).mapToObj(ManyPlacesTest::row).toList();
  }

  /** The stored gets that are sent together. */
  private List<?> stored(List<Object> arguments) {
    List<?> stored = (List<?>) arguments.get(0);
    sizes.add(stored.size());
    return stored;
  }

  private Fake<Table> table() {
    return new Fake<>(Table.class)
        .on("getName", any -> Salted.NAME)
        .on(
            "batch",
            asked -> {
              List<?> stored = stored(asked);
              Arrays.setAll((Object[]) asked.get(1), i -> answer(stored.get(i)));
              return null;
            });
  }

  private DirectTable direct(Fake<Table> real) {
    return new DirectTable(
        real.build(), Salted.conf(), spec, like -> null, IdleScanners.never(), () -> null);
  }

  @Test
  void noBatchHasMoreStoredGetsThanItsBound() throws Exception {
    assertThat(direct(table()).get(gets())).extracting(Salted::natural).isEqualTo(rows());
    assertThat(sizes).containsExactly(4_096, 4_096, 4_096, 4_096, 4_096, 4_096, 4 * 256);
  }

  @Test
  void theRestOfAListIsRoutedAgainWhenItsPlacesHaveChanged() throws Exception {
    Fake<Table> real = table();
    real.on(
        "batch",
        asked -> {
          List<?> stored = stored(asked);
          if (sizes.size() == 2) {
            throw failure((Row) stored.get(0), Salted.markRefusal(Salted.BEFORE));
          }
          Arrays.setAll(
              (Object[]) asked.get(1),
              i ->
                  sizes.size() == 1
                      ? answer(stored.get(i))
                      : Salted.row(((Row) stored.get(i)).getRow()));
          return null;
        });
    assertThat(direct(real).get(gets())).extracting(Salted::natural).isEqualTo(rows());
    assertThat(sizes).containsExactly(4_096, 4_096, GETS - 16);
  }

  @Test
  void theRestOfAListIsNotSentOnceMoreWhenItFailsUnderItsNewPlaces() {
    Fake<Table> real = table();
    real.on(
        "batch",
        asked -> {
          List<?> stored = stored(asked);
          if (sizes.size() == 1) {
            throw failure((Row) stored.get(0), Salted.markRefusal(Salted.BEFORE));
          }
          if (sizes.size() > 2) {
            throw new AssertionError("sent again: " + sizes);
          }
          throw failure((Row) stored.get(3), new IOException("no such family"));
        });
    assertThatThrownBy(() -> direct(real).get(gets()))
        .isInstanceOf(RetriesExhaustedWithDetailsException.class)
        .hasMessageContaining("Failed 1 action: IOException");
    assertThat(sizes).containsExactly(4_096, GETS);
  }

  private static RetriesExhaustedWithDetailsException failure(Row row, Exception cause) {
    return new RetriesExhaustedWithDetailsException(
        List.of(cause), List.of(row), List.of("server,1"));
  }

  /** How a single get fails whose batch fails so, and the same get that asks for existence. */
  private AbstractThrowableAssert<?, ?> singleGet(Exception cause) {
    Fake<Table> real =
        table()
            .on(
                "batch",
                asked -> {
                  throw failure((Row) stored(asked).get(3), cause);
                });
    Get get = new Get(Salted.key("row"));
    Throwable failure = catchThrowable(() -> direct(real).get(get));
    assertThatThrownBy(() -> direct(real).exists(get)).hasSameClassAs(failure);
    return assertThat(failure).satisfies(e -> assertThat(root(e)).isSameAs(cause));
  }

  private static Throwable root(Throwable failure) {
    return failure.getCause() == null ? failure : root(failure.getCause());
  }

  @Test
  void aSingleGetFailsAsThatOfHbaseAndNotAsAList() {
    singleGet(new IOException("no server")).isExactlyInstanceOf(RetriesExhaustedException.class);
    singleGet(new CallTimeoutException("late"))
        .isExactlyInstanceOf(RetriesExhaustedException.class);
    singleGet(new OperationTimeoutExceededException("late"))
        .isExactlyInstanceOf(SocketTimeoutException.class)
        .hasMessage("late");
    singleGet(new DoNotRetryIOException("no")).isExactlyInstanceOf(DoNotRetryIOException.class);
  }

  @Test
  @SuppressWarnings({"unchecked", "rawtypes"})
  void theAsynchronousClientSendsTheNextOnesWhenTheFirstHaveTheirAnswers() {
    List<Runnable> open = new ArrayList<>();
    AsyncTable real =
        Salted.asyncTable()
            .on(
                "get",
                asked -> {
                  List<?> stored = stored(asked);
                  List<CompletableFuture<Result>> answers =
                      stored.stream().map(any -> new CompletableFuture<Result>()).toList();
                  open.add(
                      () -> {
                        for (int i = 0; i < answers.size(); i++) {
                          answers.get(i).complete(answer(stored.get(i)));
                        }
                      });
                  return answers;
                })
            .build();
    List<CompletableFuture<Result>> answers =
        ((AsyncTable<?>) DirectAsyncTable.onNetwork(real, real, spec, Runnable::run)).get(gets());
    assertThat(sizes).containsExactly(4_096);
    open.get(0).run();
    assertThat(answers.get(15)).isDone();
    assertThat(answers.get(16)).isNotDone();
    for (int i = 1; i < 7; i++) {
      open.get(i).run();
    }
    assertThat(answers.stream().map(CompletableFuture::join))
        .extracting(Salted::natural)
        .isEqualTo(rows());
    assertThat(sizes).containsExactly(4_096, 4_096, 4_096, 4_096, 4_096, 4_096, 4 * 256);
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private static List<CompletableFuture<Result>> answers(TableSpec spec, Fake.Answer sent) {
    AsyncTable real = Salted.asyncTable().on("get", sent).build();
    return ((AsyncTable<?>) DirectAsyncTable.onNetwork(real, real, spec, Runnable::run))
        .get(gets());
  }

  private static void assertAllFailBy(Throwable failure, List<CompletableFuture<Result>> answers) {
    assertThat(answers).allMatch(CompletableFuture::isDone);
    assertThat(answers)
        .allSatisfy(each -> assertThatThrownBy(each::join).cause().isSameAs(failure));
  }

  /** As the calls of a closed connection, of which long lists need no longer stack. */
  @Test
  void callsThatHaveFailedAlreadyAreMadeOneAfterTheOther() {
    List<Long> depths = new ArrayList<>();
    IOException closed = new IOException("the client is closed");
    List<CompletableFuture<Result>> answers =
        answers(
            spec,
            asked -> {
              depths.add(StackWalker.getInstance().walk(Stream::count));
              return Collections.nCopies(
                  stored(asked).size(), CompletableFuture.<Result>failedFuture(closed));
            });
    assertAllFailBy(closed, answers);
    assertThat(depths).hasSize(7);
    assertThat(depths.subList(1, 7)).containsOnly(depths.get(1));
  }

  @Test
  void theRestOfAListFailsAlsoByAnErrorOfItsCall() {
    LinkageError broken = new LinkageError("as a test says");
    List<CompletableFuture<Result>> answers =
        answers(
            spec,
            asked -> {
              List<?> stored = stored(asked);
              if (sizes.size() == 2) {
                throw broken;
              }
              return stored.stream()
                  .map(get -> CompletableFuture.completedFuture(answer(get)))
                  .toList();
            });
    assertThat(answers.subList(0, 16)).allMatch(answer -> answer.join() != null);
    assertAllFailBy(broken, answers.subList(16, GETS));
    assertThat(sizes).hasSize(2);
  }

  /** Each of the rest would ask for itself otherwise, all of them at once. */
  @Test
  void theRestOfAListKeepsItsPlacesWhenTheMaximumAgeEnds() {
    AtomicLong now = new AtomicLong();
    TableSpec old = new TableSpec(Salted.NAME, 9, now::get);
    old.learn(SaltingSpec.parse(MANY));
    List<CompletableFuture<Result>> answers =
        answers(
            old,
            asked -> {
              List<?> stored = stored(asked);
              now.addAndGet(9);
              return stored.stream()
                  .map(get -> CompletableFuture.completedFuture(answer(get)))
                  .toList();
            });
    assertThat(answers.stream().map(CompletableFuture::join))
        .extracting(Salted::natural)
        .isEqualTo(rows());
    assertThat(sizes).containsExactly(4_096, 4_096, 4_096, 4_096, 4_096, 4_096, 4 * 256);
  }

  @SuppressWarnings("FutureReturnValueIgnored") // The fake's caller waits for what is returned.
  @Test
  void aListThatHasWaitedForTheSpecFailsAlsoByAnErrorOfItsCall() throws Exception {
    AtomicLong now = new AtomicLong();
    TableSpec old = new TableSpec(Salted.NAME, 9, now::get);
    old.learn(SaltingSpec.parse(MANY));
    now.set(9);
    IOException refusal = Salted.markRefusal(MANY);
    LinkageError broken = new LinkageError("as a test says");
    List<CompletableFuture<Result>> answers =
        answers(
            old,
            asked -> {
              if (asked.get(0) instanceof Get) {
                return CompletableFuture.failedFuture(refusal);
              }
              throw broken;
            });
    assertAllFailBy(broken, answers);
  }
}
