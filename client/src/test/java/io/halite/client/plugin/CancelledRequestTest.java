package io.halite.client.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.keys.SaltingSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.junit.jupiter.api.Test;

/** HBase's client repeats no request whose future the application has ended. */
class CancelledRequestTest {
  private static final String MANY = "key=row:*,salt=random % 4";

  private final List<CompletableFuture<Object>> sent = new ArrayList<>();

  @SuppressWarnings("rawtypes")
  private final Fake<AsyncTable> real =
      Salted.asyncTable()
          .on("put", asked -> asked.get(0) instanceof List<?> puts ? all(puts) : one())
          .on("get", asked -> asked.get(0) instanceof List<?> gets ? all(gets) : one())
          .on("checkAndMutate", any -> one());

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
  private AsyncTable<AdvancedScanResultConsumer> table(TableSpec spec) {
    return DirectAsyncTable.onNetwork(real.build(), real.build(), spec, Runnable::run);
  }

  @Test
  void theRequestOfHBasesClientIsCancelledWithThatOfTheApplication() {
    table(Salted.known()).put(Salted.put("one")).cancel(true);
    assertThat(sent).hasSize(1).allMatch(CompletableFuture::isCancelled);
  }

  @Test
  void itIsCancelledAlsoWhenTheApplicationHasAnotherAnswer() {
    table(Salted.known()).put(Salted.put("one")).complete(null);
    assertThat(sent).hasSize(1).allMatch(CompletableFuture::isCancelled);
  }

  @Test
  void aRequestThatIsSentAgainIsCancelled() throws Exception {
    CompletableFuture<Void> put = table(Salted.known()).put(Salted.put("one"));
    sent.get(0).completeExceptionally(Salted.markRefusal(Salted.AFTER));
    put.cancel(true);
    assertThat(sent).hasSize(2);
    assertThat(sent.get(1)).isCancelled();
  }

  @Test
  @SuppressWarnings("deprecation") // This is the deprecated form.
  void aDeprecatedCheckIsCancelled() {
    table(Salted.known())
        .checkAndMutate(Salted.key("one"), Salted.F)
        .qualifier(Salted.Q)
        .ifNotExists()
        .thenPut(Salted.put("one"))
        .cancel(true);
    assertThat(sent).hasSize(1).allMatch(CompletableFuture::isCancelled);
  }

  private static TableSpec old(String text) {
    AtomicLong now = new AtomicLong();
    TableSpec spec = new TableSpec(Salted.NAME, 9, now::get);
    spec.learn(SaltingSpec.parse(text));
    now.set(9);
    return spec;
  }

  @Test
  void aRequestThatWaitsForTheSpecIsNotSentWhenItIsCancelled() throws Exception {
    table(old(Salted.BEFORE)).put(Salted.put("one")).cancel(true);
    assertThat(real.count("get")).isEqualTo(1);
    sent.get(0).completeExceptionally(Salted.markRefusal(Salted.BEFORE));
    assertThat(real.count("put")).isZero();
  }

  @Test
  void ofAListThatWaitsForTheSpecNothingIsSentThatIsCancelled() throws Exception {
    List<CompletableFuture<Void>> puts =
        table(old(Salted.BEFORE)).put(List.of(Salted.put("one"), Salted.put("two")));
    puts.get(0).cancel(true);
    sent.get(0).completeExceptionally(Salted.markRefusal(Salted.BEFORE));
    assertThat(real.given("put", List.class)).hasSize(1).allMatch(list -> list.size() == 1);
    sent.get(1).complete(null);
    assertThat(puts.get(1)).isCompleted();
  }

  @Test
  void ofAListNothingIsSentAgainThatIsCancelled() throws Exception {
    List<CompletableFuture<Void>> puts =
        table(Salted.known()).put(List.of(Salted.put("one"), Salted.put("two")));
    puts.get(0).cancel(true);
    sent.get(0).completeExceptionally(Salted.markRefusal(Salted.AFTER));
    sent.get(1).completeExceptionally(Salted.markRefusal(Salted.AFTER));
    assertThat(sent).hasSize(3);
    sent.get(2).complete(null);
    assertThat(puts.get(1)).isCompleted();
  }

  @Test
  void aListWhoseRequestsAreAllCancelledIsNotSentAgain() throws Exception {
    List<CompletableFuture<Void>> puts =
        table(Salted.known()).put(List.of(Salted.put("one"), Salted.put("two")));
    puts.forEach(put -> put.cancel(true));
    sent.get(0).completeExceptionally(Salted.markRefusal(Salted.AFTER));
    sent.get(1).completeExceptionally(Salted.markRefusal(Salted.AFTER));
    assertThat(real.count("put")).isEqualTo(1);
  }

  @Test
  void aGetOfManyPlacesIsNotSentAgainWhenItIsCancelled() throws Exception {
    TableSpec spec = Salted.unknown();
    spec.learn(SaltingSpec.parse(MANY));
    CompletableFuture<Result> get = table(spec).get(new Get(Salted.key("one")));
    assertThat(sent).hasSize(4);
    get.cancel(true);
    for (CompletableFuture<Object> part : List.copyOf(sent)) {
      part.completeExceptionally(Salted.markRefusal(Salted.BEFORE));
    }
    assertThat(sent).hasSize(4);
  }
}
