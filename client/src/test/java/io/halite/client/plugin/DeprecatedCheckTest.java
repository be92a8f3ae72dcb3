package io.halite.client.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.CompareFilter.CompareOp;
import org.apache.hadoop.hbase.filter.FirstKeyOnlyFilter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The failure of a conditional mutation in its deprecated forms, and what the real table is sent by
 * those that have a method of their own.
 */
@SuppressWarnings("deprecation") // These are the deprecated forms.
class DeprecatedCheckTest {
  private static final byte[] ROW = Salted.key("one");

  /** Tables without a pool and with one, which owners answer when the application listens. */
  @SuppressWarnings("unchecked")
  private static List<AsyncTable<?>> tables(CompletableFuture<Object> answer) {
    Object given = answer;
    AsyncTable<AdvancedScanResultConsumer> network =
        Salted.asyncTable().on("checkAndMutate", any -> given).build();
    AsyncTable<AdvancedScanResultConsumer> direct =
        DirectAsyncTable.onNetwork(network, network, Salted.known(), Runnable::run);
    return List.of(
        direct, new PooledAsyncTable(Salted.asyncTable().build(), direct, Runnable::run));
  }

  /** One way to send a conditional mutation. */
  private interface Check {
    CompletableFuture<Boolean> on(AsyncTable<?> table) throws Exception;
  }

  static Stream<Check> checks() {
    return Stream.of(
        table -> onColumn(table).thenPut(Salted.put("one")),
        table -> onColumn(table).thenDelete(new Delete(ROW)),
        table -> onColumn(table).thenMutate(change()),
        table -> onFilter(table).thenPut(Salted.put("one")),
        table -> onFilter(table).thenDelete(new Delete(ROW)),
        table -> onFilter(table).thenMutate(change()));
  }

  private static AsyncTable.CheckAndMutateBuilder onColumn(AsyncTable<?> table) {
    return table.checkAndMutate(ROW, Salted.F).qualifier(Salted.Q).ifNotExists();
  }

  private static AsyncTable.CheckAndMutateWithFilterBuilder onFilter(AsyncTable<?> table) {
    return table.checkAndMutate(ROW, new FirstKeyOnlyFilter());
  }

  private static RowMutations change() throws Exception {
    return RowMutations.of(List.of(Salted.put("one")));
  }

  /** A stage of another future would show an exception around it. */
  @ParameterizedTest
  @MethodSource("checks")
  void isShownAsItIs(Check check) throws Exception {
    CompletableFuture<Object> answer = new CompletableFuture<>();
    List<CompletableFuture<Throwable>> shown = new ArrayList<>();
    for (AsyncTable<?> table : tables(answer)) {
      shown.add(check.on(table).handle((any, failure) -> failure));
    }
    DoNotRetryIOException no = new DoNotRetryIOException("no such family");
    answer.completeExceptionally(no);
    assertThat(shown).hasSize(2).allSatisfy(failure -> assertThat(failure.join()).isSameAs(no));
  }

  /** A blocking call that puts or deletes under a condition. */
  private interface Call {
    boolean on(Table table, byte[] value) throws Exception;
  }

  private static final byte[] F = Salted.F;
  private static final byte[] Q = Salted.Q;

  static Stream<Call> puts() {
    Put put = Salted.put("one");
    return Stream.of(
        (table, value) -> table.checkAndPut(ROW, F, Q, value, put),
        (table, value) -> table.checkAndPut(ROW, F, Q, CompareOp.EQUAL, value, put),
        (table, value) -> table.checkAndPut(ROW, F, Q, CompareOperator.EQUAL, value, put));
  }

  static Stream<Call> deletes() {
    Delete delete = new Delete(ROW);
    return Stream.of(
        (table, value) -> table.checkAndDelete(ROW, F, Q, value, delete),
        (table, value) -> table.checkAndDelete(ROW, F, Q, CompareOp.EQUAL, value, delete),
        (table, value) -> table.checkAndDelete(ROW, F, Q, CompareOperator.EQUAL, value, delete));
  }

  /** As changes of a row it would fail, and be repeated, as a list is. */
  @ParameterizedTest
  @MethodSource("puts")
  void isAPutOfTheRealTableUnderTheStoredKey(Call call) throws Exception {
    assertSent("checkAndPut", Put.class, call);
  }

  @ParameterizedTest
  @MethodSource("deletes")
  void isADeleteOfTheRealTableUnderTheStoredKey(Call call) throws Exception {
    assertSent("checkAndDelete", Delete.class, call);
  }

  private static void assertSent(String method, Class<? extends Mutation> kind, Call call)
      throws Exception {
    for (byte[] value : new byte[][] {Salted.key("v"), null}) {
      List<List<Object>> given = new ArrayList<>();
      Fake<Table> real =
          new Fake<>(Table.class)
              .on("getName", any -> Salted.NAME)
              .on(
                  method,
                  asked -> {
                    given.add(asked);
                    return value == null;
                  });
      DirectTable table =
          new DirectTable(
              real.build(),
              Salted.conf(),
              Salted.known(),
              like -> null,
              IdleScanners.never(),
              () -> null);
      assertThat(call.on(table, value)).as("the answer").isEqualTo(value == null);
      byte[] stored = Salted.stored(Salted.BEFORE, "one");
      assertThat(given)
          .singleElement()
          .satisfies(
              asked ->
                  assertThat(asked.subList(0, 5))
                      .containsExactly(stored, F, Q, CompareOperator.EQUAL, value));
      Mutation action = kind.cast(given.get(0).get(5));
      assertThat(action.getRow()).isEqualTo(stored);
      assertThat(action.getAttribute("halite.operation")).as("its number").isNotNull();
    }
  }
}
