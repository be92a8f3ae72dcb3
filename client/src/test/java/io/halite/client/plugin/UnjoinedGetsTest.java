package io.halite.client.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.keys.SaltingSpec;
import io.halite.routing.table.Mark;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.junit.jupiter.api.Test;

/**
 * Gets of rows that lie in many places, of which one wants two versions, so that no client can join
 * them. What the client knows of the spec has grown too old, so that a question goes first.
 */
class UnjoinedGetsTest {
  private static final String MANY = "key=row:*,salt=random % 256";
  private static final List<String> ROWS =
      IntStream.range(0, 40).mapToObj(i -> "row-" + i).toList();

  private final AtomicLong now = new AtomicLong();
  private final CompletableFuture<Result> question = new CompletableFuture<>();

  @SuppressWarnings("rawtypes")
  private final Fake<AsyncTable> real =
      Salted.asyncTable()
          .on("batch", asked -> answers((List<?>) asked.get(0)))
          .on(
              "get",
              asked ->
                  asked.get(0) instanceof Get get ? one(get) : answers((List<?>) asked.get(0)));

  private static List<Get> joinable() {
    return ROWS.stream().map(row -> new Get(Salted.key(row))).toList();
  }

  private static List<Get> gets() throws Exception {
    List<Get> gets = joinable();
    gets.get(ROWS.size() - 1).readVersions(2);
    return gets;
  }

  private Object one(Get get) {
    Object answer =
        Salted.asks(get) ? question : CompletableFuture.completedFuture(Salted.row(get.getRow()));
    return answer;
  }

  private Object answers(List<?> gets) {
    return gets.stream().map(get -> one((Get) get)).toList();
  }

  private AsyncTable<AdvancedScanResultConsumer> table() throws Exception {
    TableSpec spec = new TableSpec(Salted.NAME, 9, now::get);
    spec.learn(SaltingSpec.parse(MANY));
    now.set(9);
    return table(spec);
  }

  @SuppressWarnings("unchecked")
  private AsyncTable<AdvancedScanResultConsumer> table(TableSpec spec) {
    return DirectAsyncTable.onNetwork(real.build(), real.build(), spec, Runnable::run);
  }

  private void theQuestionIsAnswered() throws Exception {
    question.completeExceptionally(Salted.markRefusal(MANY));
  }

  private static void assertAnswered(List<CompletableFuture<Result>> answers) {
    assertThat(answers)
        .extracting(answer -> Salted.natural(answer.join()))
        .containsExactlyElementsOf(ROWS);
  }

  /** The lists that were sent; what else was sent is the question. */
  private List<List<?>> lists(String call) {
    List<List<?>> lists = new ArrayList<>();
    List<Object> single = new ArrayList<>();
    for (Object sent : real.given(call, Object.class)) {
      if (sent instanceof List<?> list) {
        lists.add(list);
      } else {
        single.add(sent);
      }
    }
    assertThat(single).allMatch(get -> Salted.asks((Get) get)).hasSizeLessThanOrEqualTo(1);
    return lists;
  }

  private static void assertAreNatural(List<?> sent) {
    assertThat(sent).hasSize(ROWS.size()).noneMatch(get -> Mark.isOn((Get) get));
  }

  @Test
  void areOneListOfNaturalGets() throws Exception {
    List<CompletableFuture<Result>> answers = table().get(gets());
    theQuestionIsAnswered();
    assertThat(lists("get")).singleElement().satisfies(UnjoinedGetsTest::assertAreNatural);
    assertThat(real.count("get")).isEqualTo(2);
    assertAnswered(answers);
  }

  @Test
  void areOneBatchOfNaturalGets() throws Exception {
    List<CompletableFuture<Result>> answers = table().batch(gets());
    theQuestionIsAnswered();
    assertThat(lists("batch")).singleElement().satisfies(UnjoinedGetsTest::assertAreNatural);
    assertThat(real.count("get")).isEqualTo(1);
    assertAnswered(answers);
  }

  @Test
  void ofThemNothingIsSentThatTheApplicationHasEndedMeanwhile() throws Exception {
    List<CompletableFuture<Result>> answers = table().get(gets());
    answers.get(0).cancel(true);
    theQuestionIsAnswered();
    assertThat(lists("get")).singleElement().satisfies(sent -> assertThat(sent).hasSize(39));
  }

  /** As HBase's client sends it, which fails otherwise than a list of one. */
  @Test
  void aLoneOneIsNoList() throws Exception {
    CompletableFuture<Result> answer = table().get(gets().get(ROWS.size() - 1));
    theQuestionIsAnswered();
    assertThat(real.given("get", Get.class)).hasSize(2);
    assertThat(Salted.natural(answer.join())).isEqualTo("row-39");
  }

  /** Another request of the connection is shown another spec while the first group is under way. */
  @Test
  void areTheRestOfAListWhenTheSpecHasChangedMeanwhile() throws Exception {
    List<CompletableFuture<Object>> first = new ArrayList<>();
    TableSpec spec = Salted.unknown();
    spec.learn(SaltingSpec.parse(MANY));
    real.on(
        "get",
        asked -> {
          List<?> sent = (List<?>) asked.get(0);
          if (!first.isEmpty()) {
            return answers(sent);
          }
          sent.forEach(any -> first.add(new CompletableFuture<>()));
          return List.copyOf(first);
        });
    List<CompletableFuture<Result>> answers = table(spec).get(joinable());
    spec.learn(SaltingSpec.parse(Salted.BEFORE));
    first.forEach(answer -> answer.complete(Result.EMPTY_RESULT));
    assertThat(real.given("get", List.class)).extracting(List::size).containsExactly(4_096, 24);
    assertThat(answers).allMatch(CompletableFuture::isDone);
    assertThat(Salted.natural(answers.get(39).join())).isEqualTo("row-39");
  }
}
