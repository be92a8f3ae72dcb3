package io.halite.client.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.keys.SaltingSpec;
import io.halite.routing.table.Mark;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.FirstKeyOnlyFilter;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DirectAsyncTableTest {
  private final Fake<AsyncTable> real = Salted.asyncTable();

  @SuppressWarnings("unchecked")
  private AsyncTable<AdvancedScanResultConsumer> table(TableSpec spec) {
    return DirectAsyncTable.onNetwork(real.build(), real.build(), spec, Runnable::run);
  }

  /** What the real table returns, as the answer of a {@link Fake}. */
  private static Object failed(Throwable failure) {
    Object answer = CompletableFuture.failedFuture(failure);
    return answer;
  }

  private static Object done(@Nullable Object value) {
    Object answer = CompletableFuture.completedFuture(value);
    return answer;
  }

  private void putAccepting(String spec) {
    real.on(
        "put",
        asked ->
            Salted.mark(spec).isThisOn((Put) asked.get(0))
                ? done(null)
                : failed(Salted.markRefusal(spec)));
  }

  private List<String> rowsPut() {
    return real.given("put", Put.class).stream()
        .map(put -> Bytes.toStringBinary(put.getRow()))
        .toList();
  }

  private static String stored(String spec, String row) {
    return Bytes.toStringBinary(Salted.stored(spec, row));
  }

  /** As HBase's own table sends all of a list before it gives an answer. */
  @Test
  void theRestOfAListIsSentBeforeAnAnswerRunsTheApplicationsCode() {
    List<CompletableFuture<Object>> open = new ArrayList<>();
    real.on(
        "get",
        asked -> {
          List<CompletableFuture<Object>> sent =
              ((List<?>) asked.get(0)).stream().map(any -> new CompletableFuture<>()).toList();
          open.addAll(sent);
          return sent;
        });
    List<CompletableFuture<Result>> answers =
        table(Salted.unknown())
            .get(List.of(new Get(Salted.key("one")), new Get(Salted.key("two"))));
    List<Integer> sentAtTheFirstAnswer = new ArrayList<>();
    CompletableFuture<?> seen =
        answers.get(0).thenAccept(any -> sentAtTheFirstAnswer.add(open.size()));
    open.get(0).complete(Result.EMPTY_RESULT);
    assertThat(seen).isCompleted();
    assertThat(sentAtTheFirstAnswer).containsExactly(2);
    open.get(1).complete(Result.EMPTY_RESULT);
    assertThat(answers.get(1)).isCompleted();
  }

  @Test
  void theListOfAnswersCanBeChangedAsThatOfHBase() {
    real.on("get", asked -> List.of(done(Salted.row(Salted.stored(Salted.BEFORE, "one")))));
    List<CompletableFuture<Result>> answers =
        table(Salted.known()).get(List.of(new Get(Salted.key("one"))));
    answers.removeIf(CompletableFuture::isDone);
    assertThat(answers).isEmpty();
  }

  @Test
  void aGetAsksForTheStoredKeyAndAnswersUnderTheNaturalOne() {
    real.on("get", asked -> done(Salted.row(((Get) asked.get(0)).getRow())));
    assertThat(Salted.natural(table(Salted.known()).get(new Get(Salted.key("one"))).join()))
        .isEqualTo("one");
    assertThat(real.given("get", Get.class).get(0).getRow())
        .isEqualTo(Salted.stored(Salted.BEFORE, "one"));
  }

  @Test
  void anUnknownSpecIsAskedForByTheRequestItself() {
    putAccepting(Salted.BEFORE);
    AsyncTable<?> table = table(Salted.unknown());
    table.put(Salted.put("one")).join();
    table.put(Salted.put("two")).join();
    assertThat(rowsPut())
        .containsExactly("one", stored(Salted.BEFORE, "one"), stored(Salted.BEFORE, "two"));
  }

  @Test
  void aRefusedMarkIsRepeatedUnderTheSpecShownAndNoOtherFailureIs() {
    putAccepting(Salted.AFTER);
    table(Salted.known()).put(Salted.put("one")).join();
    assertThat(rowsPut())
        .containsExactly(stored(Salted.BEFORE, "one"), stored(Salted.AFTER, "one"));
    real.on("put", any -> failed(new DoNotRetryIOException("no such family")));
    assertThatThrownBy(() -> table(Salted.known()).put(Salted.put("two")).join())
        .hasMessageContaining("no such family");
    assertThat(real.count("put")).isEqualTo(3);
  }

  @Test
  void aQuestionThatIsDeniedIsSentAgainAsItIs() {
    real.on(
        "put",
        asked ->
            Mark.isOn((Put) asked.get(0))
                ? failed(new AccessDeniedException("no right on the table"))
                : done(null));
    Put put = Salted.put("one");
    table(Salted.unknown()).put(put).join();
    assertThat(real.given("put", Put.class).get(1)).isSameAs(put);
  }

  private static final class Sendings {
    private final List<List<String>> rows = new ArrayList<>();
    private final List<CompletableFuture<Object>> answers = new ArrayList<>();

    @SuppressWarnings("unchecked")
    Object send(List<Object> arguments) {
      List<Row> sent = (List<Row>) arguments.get(0);
      rows.add(sent.stream().map(row -> Bytes.toStringBinary(row.getRow())).toList());
      List<CompletableFuture<Object>> now =
          sent.stream().map(row -> new CompletableFuture<Object>()).toList();
      answers.addAll(now);
      return now;
    }
  }

  @Test
  void aBatchAnswersEachRequestAtOnceAndRepeatsWhatWasRefused() throws Exception {
    Sendings sendings = new Sendings();
    real.on("batch", sendings::send);
    List<CompletableFuture<Object>> answers =
        table(Salted.known())
            .batch(List.of(Salted.put("one"), Salted.put("two"), Salted.put("six")));
    sendings.answers.get(1).complete(Salted.row(Salted.stored(Salted.BEFORE, "two")));
    assertThat(answers.get(1)).isDone();
    sendings.answers.get(0).completeExceptionally(Salted.markRefusal(Salted.AFTER));
    sendings.answers.get(2).completeExceptionally(new DoNotRetryIOException("broken"));
    assertThat(answers.get(2)).isCompletedExceptionally();
    assertThat(answers.get(0)).isNotDone();
    assertThat(sendings.rows.get(1)).containsExactly(stored(Salted.AFTER, "one"));
    sendings.answers.get(3).complete(Salted.row(Salted.stored(Salted.AFTER, "one")));
    assertThat(answers.get(0)).isCompleted();
    assertThat(sendings.rows).hasSize(2);
  }

  @Test
  void oneRequestOfAListAsksForTheSpecAndTheOthersWaitForIt() throws Exception {
    Sendings sendings = new Sendings();
    real.on("batch", sendings::send);
    table(Salted.unknown()).batch(List.of(Salted.put("one"), Salted.put("two")));
    assertThat(sendings.rows).containsExactly(List.of("one"));
    sendings.answers.get(0).completeExceptionally(Salted.markRefusal(Salted.BEFORE));
    assertThat(sendings.rows.get(1))
        .containsExactly(stored(Salted.BEFORE, "one"), stored(Salted.BEFORE, "two"));
  }

  @Test
  void aQuestionThatFailsIsNotRepeatedForEachRequestOfItsList() {
    Sendings sendings = new Sendings();
    real.on("batch", sendings::send);
    table(Salted.unknown()).batch(List.of(Salted.put("one"), Salted.put("two"), Salted.put("six")));
    sendings.answers.get(0).completeExceptionally(new DoNotRetryIOException("broken"));
    assertThat(sendings.rows).containsExactly(List.of("one"), List.of("two", "six"));
  }

  @Test
  void aListUsesTheSpecItWasShownHoweverYoungItMustBe() throws Exception {
    Sendings sendings = new Sendings();
    real.on("batch", sendings::send);
    table(new TableSpec(Salted.NAME, 0, () -> 0))
        .batch(List.of(Salted.put("one"), Salted.put("two")));
    sendings.answers.get(0).completeExceptionally(Salted.markRefusal(Salted.BEFORE));
    assertThat(sendings.rows.get(1))
        .containsExactly(stored(Salted.BEFORE, "one"), stored(Salted.BEFORE, "two"));
  }

  @Test
  @SuppressWarnings("deprecation") // These are the deprecated forms.
  void everyDeprecatedCheckIsTheSameConditionOnTheStoredKey() throws Exception {
    real.on("checkAndMutate", any -> done(new CheckAndMutateResult(true, null)));
    byte[] row = Salted.key("one");
    Put put = Salted.put("one");
    AsyncTable<?> table = table(Salted.known());
    List<CompletableFuture<Boolean>> answers =
        List.of(
            table.checkAndMutate(row, Salted.F).qualifier(Salted.Q).ifNotExists().thenPut(put),
            table.checkAndMutate(row, Salted.F).ifEquals(row).thenDelete(new Delete(row)),
            table
                .checkAndMutate(row, new FirstKeyOnlyFilter())
                .thenMutate(RowMutations.of(List.of(put))));
    assertThat(answers).allMatch(CompletableFuture::join);
    assertThat(real.given("checkAndMutate", CheckAndMutate.class))
        .extracting(CheckAndMutate::getRow)
        .containsOnly(Salted.stored(Salted.BEFORE, "one"));
    assertThatThrownBy(
            () ->
                table.checkAndMutate(Salted.key("two"), Salted.F).ifNotExists().thenPut(put).join())
        .hasCauseInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("'one'");
  }

  /** HBase's default of any would not be salted, or its future would end no request. */
  @ParameterizedTest
  @ValueSource(classes = {DirectAsyncTable.class, PooledAsyncTable.class})
  void everyMethodOfATableIsDecorated(Class<?> decorator) {
    TreeSet<String> missed = new TreeSet<>();
    for (Method method : AsyncTable.class.getMethods()) {
      boolean shortForm =
          method.getName().equals("getScanner") && method.getParameterTypes()[0] == byte[].class;
      if (!Modifier.isStatic(method.getModifiers())
          && !shortForm
          && Arrays.stream(decorator.getMethods())
              .noneMatch(
                  own ->
                      own.getDeclaringClass() != AsyncTable.class
                          && own.getName().equals(method.getName())
                          && Arrays.equals(own.getParameterTypes(), method.getParameterTypes()))) {
        missed.add(method.toString());
      }
    }
    assertThat(missed).isEmpty();
  }

  @Test
  void aScannerIsOpenedAheadUnderTheSpecThatNeededNoQuestion() {
    AtomicLong now = new AtomicLong();
    TableSpec old =
        new TableSpec(Salted.NAME, 4, () -> now.getAndUpdate(time -> time == 0 ? 1 : time + 10));
    old.learn(SaltingSpec.parse(Salted.BEFORE));
    real.on("scan", any -> null);
    real.on("get", any -> done(null));
    // The clock moves at each look: 0, 1, 11, so that a second look finds the knowledge too old.
    table(old).getScanner(new Scan()).close();
    assertThat(real.count("get")).isZero();
    assertThat(real.count("scan")).isEqualTo(4);
  }
}
