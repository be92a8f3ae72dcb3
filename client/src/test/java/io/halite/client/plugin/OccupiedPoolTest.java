package io.halite.client.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.keys.SaltingSpec;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Attributes;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.ScanResultConsumer;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A table with a pool all of whose threads are busy, for instance because they write themselves. On
 * a plain table every request is sent meanwhile, and only what the application does with the
 * answers waits.
 */
class OccupiedPoolTest {
  private static final String MANY = "key=row:*,salt=random % 4";

  /** What waits for a thread of the pool. */
  private final Queue<Runnable> waiting = new ArrayDeque<>();

  private final List<String> stored = new ArrayList<>();
  private String ownerSpec = Salted.BEFORE;

  /** Calls back at once, as the network does. */
  @SuppressWarnings("rawtypes")
  private final Fake<AsyncTable> network =
      Salted.asyncTable()
          .on("batch", asked -> answers((List<?>) asked.get(0)))
          .on("put", asked -> answer(asked.get(0)))
          .on(
              "get",
              asked -> asked.get(0) instanceof List<?> gets ? answers(gets) : answer(asked.get(0)));

  private Object answers(List<?> requests) throws Exception {
    List<Object> answers = new ArrayList<>();
    for (Object request : requests) {
      answers.add(answer(request));
    }
    return answers;
  }

  private Object answer(Object request) throws Exception {
    byte[] row = ((Row) request).getRow();
    Object refused = CompletableFuture.failedFuture(Salted.markRefusal(ownerSpec));
    if (!Salted.mark(ownerSpec).isThisOn((Attributes) request)) {
      return refused;
    }
    if (request instanceof Put) {
      stored.add(Bytes.toStringBinary(row));
    }
    Object answered = CompletableFuture.completedFuture(Salted.row(row));
    return answered;
  }

  @SuppressWarnings("unchecked")
  private AsyncTable<ScanResultConsumer> table(TableSpec spec) {
    AsyncTable<AdvancedScanResultConsumer> direct =
        DirectAsyncTable.onNetwork(network.build(), network.build(), spec, Runnable::run);
    return new PooledAsyncTable(Salted.asyncTable().build(), direct, waiting::add);
  }

  private void theThreadsAreFreeAgain() {
    while (!waiting.isEmpty()) {
      waiting.remove().run();
    }
  }

  private static TableSpec old(String text) {
    AtomicLong now = new AtomicLong();
    TableSpec spec = new TableSpec(Salted.NAME, 9, now::get);
    spec.learn(SaltingSpec.parse(text));
    now.set(9);
    return spec;
  }

  private static TableSpec known(String text) {
    TableSpec spec = Salted.unknown();
    spec.learn(SaltingSpec.parse(text));
    return spec;
  }

  /** What a client knows of the table: nothing, what has grown too old, and another spec. */
  static Stream<TableSpec> specs() {
    return Stream.of(Salted.unknown(), old(Salted.BEFORE), known(Salted.AFTER));
  }

  @ParameterizedTest
  @MethodSource("specs")
  void aBatchIsSentToItsEnd(TableSpec spec) {
    List<CompletableFuture<Object>> answers =
        table(spec).batch(List.of(Salted.put("one"), Salted.put("two"), Salted.put("six")));
    assertThat(stored).containsExactlyInAnyOrder(under("one"), under("two"), under("six"));
    assertThat(answers).noneMatch(CompletableFuture::isDone);
    assertThat(waiting).hasSize(3);
    theThreadsAreFreeAgain();
    assertThat(answers).allMatch(CompletableFuture::isDone);
  }

  @ParameterizedTest
  @MethodSource("specs")
  void aPutIsSentAgain(TableSpec spec) {
    CompletableFuture<Void> answer = table(spec).put(Salted.put("one"));
    assertThat(stored).containsExactly(under("one"));
    assertThat(answer).isNotDone();
    assertThat(waiting).hasSize(1);
    theThreadsAreFreeAgain();
    assertThat(answer).isCompleted();
  }

  private static String under(String row) {
    return Bytes.toStringBinary(Salted.stored(Salted.BEFORE, row));
  }

  @Test
  void aGetOfManyPlacesIsOneTask() {
    ownerSpec = MANY;
    CompletableFuture<Result> answer = table(known(MANY)).get(new Get(Salted.key("one")));
    assertThat(waiting).hasSize(1);
    theThreadsAreFreeAgain();
    assertThat(Salted.natural(answer.join())).isEqualTo("one");
  }

  /** The groups of a long list go one after the other, without a task between them. */
  @Test
  void aListOfGetsOfManyPlacesIsSentToItsEnd() {
    ownerSpec = "key=row:*,salt=random % 256";
    List<Get> gets =
        Stream.iterate(0, i -> i + 1).limit(40).map(i -> new Get(Salted.key("r" + i))).toList();
    List<CompletableFuture<Result>> answers = table(known(ownerSpec)).get(gets);
    assertThat(network.given("get", List.class))
        .extracting(List::size)
        .containsExactly(4096, 4096, 2048);
    assertThat(waiting).hasSize(40);
    theThreadsAreFreeAgain();
    assertThat(answers).allMatch(CompletableFuture::isDone);
  }

  @Test
  void aRequestThatTheApplicationHasEndedIsNotSentAgain() throws Exception {
    CompletableFuture<Object> first = new Unending();
    Object given = first;
    network.on("put", any -> given);
    table(known(Salted.AFTER)).put(Salted.put("one")).cancel(true);
    first.completeExceptionally(Salted.markRefusal(Salted.BEFORE));
    assertThat(network.count("put")).isEqualTo(1);
  }

  /** A request that is on its way, so that its answer comes whatever the application does. */
  private static final class Unending extends CompletableFuture<Object> {
    @Override
    public boolean cancel(boolean mayInterrupt) {
      return false;
    }
  }

  @Test
  void ofAListOnlyWhatTheApplicationHasNotEndedIsSentAgain() throws Exception {
    List<CompletableFuture<Object>> sent =
        List.of(new CompletableFuture<>(), new CompletableFuture<>());
    network.on("put", any -> sent);
    List<CompletableFuture<Void>> puts =
        table(known(Salted.AFTER)).put(List.of(Salted.put("one"), Salted.put("two")));
    puts.get(0).cancel(true);
    network.on("put", asked -> answers((List<?>) asked.get(0)));
    for (CompletableFuture<Object> answer : sent) {
      answer.completeExceptionally(Salted.markRefusal(Salted.BEFORE));
    }
    assertThat(stored).containsExactly(under("two"));
    theThreadsAreFreeAgain();
    assertThat(puts.get(1)).isCompleted();
  }
}
