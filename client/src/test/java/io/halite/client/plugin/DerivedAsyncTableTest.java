package io.halite.client.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Calls whose answer is made of the answers to others, by tables without a pool and with one. */
class DerivedAsyncTableTest {
  private final List<CompletableFuture<Object>> sent = new ArrayList<>();

  @SuppressWarnings("rawtypes")
  private final Fake<AsyncTable> real =
      Salted.asyncTable()
          .on("get", asked -> asked.get(0) instanceof List<?> gets ? all(gets) : one())
          .on("put", asked -> all((List<?>) asked.get(0)))
          .on("delete", asked -> all((List<?>) asked.get(0)))
          .on("batch", asked -> all((List<?>) asked.get(0)))
          .on("checkAndMutate", asked -> all((List<?>) asked.get(0)))
          .on("increment", any -> one());

  private Object one() {
    CompletableFuture<Object> answer = new CompletableFuture<>();
    sent.add(answer);
    Object given = answer;
    return given;
  }

  private Object all(List<?> requests) {
    return requests.stream().map(any -> one()).toList();
  }

  @SuppressWarnings("unchecked")
  private List<AsyncTable<?>> tables() {
    var direct =
        DirectAsyncTable.onNetwork(real.build(), real.build(), Salted.known(), Runnable::run);
    return List.of(
        direct, new PooledAsyncTable(Salted.asyncTable().build(), direct, Runnable::run));
  }

  /** A call, what its requests are answered, and what it then answers itself. */
  private record Call(Asked asked, Object each, Object whole) {}

  private interface Asked {
    CompletableFuture<?> of(AsyncTable<?> table);
  }

  static Stream<Call> calls() {
    List<Get> gets = List.of(new Get(Salted.key("one")), new Get(Salted.key("one")));
    CheckAndMutate check =
        CheckAndMutate.newBuilder(Salted.key("one"))
            .ifNotExists(Salted.F, Salted.Q)
            .build(Salted.put("one"));
    Result found = Result.create(new Cell[0], true, false);
    CheckAndMutateResult done = new CheckAndMutateResult(true, null);
    Cell seven =
        new KeyValue(Salted.stored(Salted.BEFORE, "one"), Salted.F, Salted.Q, 1, Bytes.toBytes(7L));
    return Stream.of(
        new Call(table -> table.exists(gets.get(0)), found, true),
        new Call(table -> table.exists(gets.subList(0, 1)).get(0), found, true),
        new Call(table -> table.existsAll(gets), found, List.of(true, true)),
        new Call(table -> table.getAll(gets), found, List.of(found, found)),
        new Call(table -> table.batchAll(gets), found, List.of(found, found)),
        new Call(table -> table.putAll(List.of(Salted.put("one"))), null, null),
        new Call(table -> table.deleteAll(List.of(new Delete(Salted.key("one")))), null, null),
        new Call(table -> table.checkAndMutateAll(List.of(check)), done, List.of(done)),
        new Call(
            table -> table.incrementColumnValue(Salted.key("one"), Salted.F, Salted.Q, 1),
            Result.create(new Cell[] {seven}),
            7L));
  }

  @ParameterizedTest
  @MethodSource("calls")
  void areAnsweredWhenAllOthersAre(Call call) {
    for (AsyncTable<?> table : tables()) {
      sent.clear();
      CompletableFuture<?> answer = call.asked().of(table);
      for (CompletableFuture<Object> request : List.copyOf(sent)) {
        assertThat(answer).isNotDone();
        request.complete(call.each());
      }
      if (call.whole() instanceof List<?> list && list.get(0) instanceof CheckAndMutateResult) {
        assertThat((List<?>) answer.join()).hasSize(list.size());
      } else {
        assertThat((Object) answer.join()).isEqualTo(call.whole());
      }
    }
  }

  /** So it is in HBase, whose interface makes stages of the answers. */
  @ParameterizedTest
  @MethodSource("calls")
  void failWithACompletionExceptionAroundTheFailure(Call call) {
    DoNotRetryIOException no = new DoNotRetryIOException("no such family");
    for (AsyncTable<?> table : tables()) {
      sent.clear();
      CompletableFuture<Throwable> shown = call.asked().of(table).handle((any, failure) -> failure);
      List.copyOf(sent).forEach(request -> request.completeExceptionally(no));
      assertThat(shown.join()).isInstanceOf(CompletionException.class).hasCause(no);
    }
  }

  @ParameterizedTest
  @MethodSource("calls")
  void areNotSentAgainWhenTheApplicationHasEndedThem(Call call) throws Exception {
    for (AsyncTable<?> table : tables()) {
      sent.clear();
      call.asked().of(table).cancel(true);
      List<CompletableFuture<Object>> first = List.copyOf(sent);
      for (CompletableFuture<Object> request : first) {
        request.completeExceptionally(Salted.markRefusal(Salted.AFTER));
      }
      assertThat(sent).isNotEmpty().isEqualTo(first);
    }
  }
}
