package io.halite.client.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.keys.SaltingSpec;
import io.halite.routing.table.Mark;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Attributes;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How clients ask again for a spec that they know, which may be used for 80 ms. */
class SpecTurnTest {
  private final AtomicLong now = new AtomicLong();
  private final TableSpec spec = new TableSpec(Salted.NAME, 80, now::get);
  private final List<String> sent = new ArrayList<>();

  private Routing known() {
    return spec.learn(SaltingSpec.parse(Salted.BEFORE));
  }

  private Turn turn(List<? extends Row> requests) throws IOException {
    return spec.turn(SpecAsker.of(requests));
  }

  private static List<Get> get(String row) {
    return List.of(new Get(Salted.key(row)).addColumn(Salted.F, Salted.Q));
  }

  /** What goes to a server: each row as a client writes it, and whether it asks. */
  private void note(Row row) {
    String asks = Mark.asking().isThisOn((Attributes) row) ? " asks" : "";
    sent.add(row.getClass().getSimpleName() + " " + Bytes.toStringBinary(row.getRow()) + asks);
  }

  private static String stored(String row) {
    return Bytes.toStringBinary(Salted.stored(Salted.BEFORE, row));
  }

  @Test
  void afterHalfOfTheTimeOneRequestAsksAndTheOthersGoOn() throws Exception {
    Routing routing = known();
    now.set(39);
    assertThat(turn(get("one")).question()).isEmpty();
    now.set(40);
    Turn turn = turn(get("one"));
    assertThat(turn.routing()).isSameAs(routing);
    Get question = turn.question().orElseThrow().stored();
    assertThat(question.getRow()).isEqualTo(Salted.stored(Salted.BEFORE, "one"));
    assertThat(question.getFamilyMap().get(Salted.F)).containsExactly(Salted.Q);
    assertThat(Mark.asking().isThisOn(question)).isTrue();
    assertThat(turn(get("two"))).isEqualTo(Turn.over(routing));
    assertThat(spec.afterFailure(turn, Salted.markRefusal(Salted.BEFORE))).isSameAs(routing);
    now.set(79);
    assertThat(turn(get("one")).question()).as("as old as its question").isEmpty();
    now.set(80);
    assertThat(turn(get("one")).question()).isPresent();
  }

  @Test
  void aQuestionWithoutAnAnswerIsAskedByAnotherRequestAfterAnEighthOfTheTime() throws Exception {
    Routing routing = known();
    now.set(40);
    Turn unanswered = turn(get("one"));
    assertThat(spec.afterFailure(unanswered, new IOException("no server"))).isSameAs(routing);
    now.set(50);
    assertThat(turn(get("two")).question()).isEmpty();
    now.set(51);
    assertThat(turn(get("two")).question()).isPresent();
    assertThat(turn(get("two")).question()).isEmpty();
  }

  @Test
  void whenItsTimeIsOverNoRequestUsesTheSpecWithoutAnAnswer() throws Exception {
    Routing routing = known();
    now.set(80);
    for (String row : List.of("one", "two")) {
      Turn turn = turn(get(row));
      assertThat(turn.waits()).isTrue();
      assertThat(turn.question().orElseThrow().stored().getRow())
          .isEqualTo(Salted.stored(Salted.BEFORE, row));
      assertThat(spec.afterFailure(turn, new IOException("no server")).asks()).isTrue();
    }
    assertThat(spec.afterFailure(turn(get("one")), Salted.markRefusal(Salted.BEFORE)))
        .isSameAs(routing);
    assertThat(turn(get("two"))).isEqualTo(Turn.over(routing));
  }

  @Test
  void aTableThatAnswersHasLostItsSpec() throws Exception {
    known();
    now.set(40);
    assertThat(spec.answered(turn(get("one")))).isSameAs(Routing.natural());
    assertThat(spec.routing()).isSameAs(Routing.natural());
  }

  @Test
  void anotherSpecThatIsShownIsUsedAtOnce() throws Exception {
    known();
    now.set(40);
    Routing next = spec.afterFailure(turn(get("one")), Salted.markRefusal(Salted.AFTER));
    assertThat(next.isUnder(Salted.mark(Salted.AFTER))).isTrue();
    assertThat(spec.routing()).isSameAs(next);
  }

  @Test
  void questionsNameTheColumnsOfTheirRequestsAndPreferThoseOfGets() throws Exception {
    known();
    now.set(80);
    Put put = Salted.put("one");
    for (Row write :
        List.of(
            put,
            new Delete(Salted.key("one")).addColumns(Salted.F, Salted.Q),
            RowMutations.of(List.of(put)),
            CheckAndMutate.newBuilder(Salted.key("one"))
                .ifNotExists(Salted.F, Salted.Q)
                .build(put))) {
      Get question = turn(List.of(write)).question().orElseThrow().stored();
      assertThat(question.getRow()).isEqualTo(Salted.stored(Salted.BEFORE, "one"));
      assertThat(question.getFamilyMap().get(Salted.F)).containsExactly(Salted.Q);
    }
    Turn mixed = turn(List.of(put, get("two").get(0)));
    assertThat(mixed.question().orElseThrow().stored().getRow())
        .isEqualTo(Salted.stored(Salted.BEFORE, "two"));
    Turn scan =
        spec.turn(
            SpecAsker.of(new Scan().withStartRow(Salted.key("six")).addColumn(Salted.F, Salted.Q)));
    assertThat(Bytes.toStringBinary(scan.question().orElseThrow().stored().getRow()))
        .isEqualTo("\\x00six");
  }

  @Test
  void aWriterWhoMayNotReadAsksByOneWriteAndTheOthersGoOn() throws Exception {
    Routing routing = known();
    now.set(40);
    Turn denied = turn(List.of(Salted.put("one")));
    assertThat(spec.afterFailure(denied, new AccessDeniedException("no READ"))).isSameAs(routing);
    now.set(51);
    Turn turn = turn(List.of(Salted.put("one")));
    assertThat(turn.question()).isEmpty();
    assertThat(turn.routing().asks()).isTrue();
    assertThat(turn(List.of(Salted.put("two")))).isEqualTo(Turn.over(routing));
    now.set(62);
    assertThat(turn(get("one")).question()).as("of the same columns").isEmpty();
    Get other = new Get(Salted.key("one")).addFamily(Salted.F);
    assertThat(turn(List.of(other)).question()).as("of what may be read").isPresent();
  }

  private Fake<Table> blocking(IOException answer) {
    return new Fake<>(Table.class)
        .on("getName", any -> Salted.NAME)
        .on(
            "get",
            asked -> {
              note((Get) asked.get(0));
              if (Mark.asking().isThisOn((Get) asked.get(0))) {
                throw answer;
              }
              return Result.EMPTY_RESULT;
            })
        .on(
            "put",
            asked -> {
              note((Put) asked.get(0));
              return null;
            });
  }

  @ParameterizedTest
  @ValueSource(longs = {40, 80})
  void noRegionButTheOwnersOfTheirRowsAnswersBlockingRequests(long age) throws Exception {
    known();
    now.set(age);
    DirectTable table =
        new DirectTable(
            blocking(Salted.markRefusal(Salted.BEFORE)).build(),
            Salted.conf(),
            spec,
            like -> null,
            IdleScanners.never(),
            () -> null);
    table.put(Salted.put("one"));
    table.get(new Get(Salted.key("two")));
    assertThat(sent)
        .containsExactly(
            "Get " + stored("one") + " asks", "Put " + stored("one"), "Get " + stored("two"));
  }

  @Test
  void aFailedQuestionIsNotTheAnswerOfItsRequest() throws Exception {
    known();
    now.set(40);
    new DirectTable(
            blocking(new IOException("no server")).build(),
            Salted.conf(),
            spec,
            like -> null,
            IdleScanners.never(),
            () -> null)
        .put(Salted.put("one"));
    assertThat(sent).containsExactly("Get " + stored("one") + " asks", "Put " + stored("one"));
  }

  @ParameterizedTest
  @ValueSource(longs = {40, 80})
  void asynchronousRequestsGoBesideTheirQuestionWhileTheSpecMayBeUsed(long age) throws Exception {
    known();
    now.set(age);
    CompletableFuture<Result> question = new CompletableFuture<>();
    AsyncTable<?> real =
        Salted.asyncTable()
            .on(
                "get",
                asked -> {
                  note((Get) asked.get(0));
                  Object answer = question;
                  return answer;
                })
            .on(
                "put",
                asked -> {
                  note((Put) asked.get(0));
                  Object done = CompletableFuture.completedFuture(null);
                  return done;
                })
            .build();
    @SuppressWarnings({"unchecked", "rawtypes"})
    CompletableFuture<Void> put =
        DirectAsyncTable.onNetwork((AsyncTable) real, (AsyncTable) real, spec, Runnable::run)
            .put(Salted.put("one"));
    assertThat(put.isDone()).isEqualTo(age == 40);
    question.completeExceptionally(Salted.markRefusal(Salted.BEFORE));
    put.join();
    assertThat(sent).containsExactly("Get " + stored("one") + " asks", "Put " + stored("one"));
  }

  @ParameterizedTest
  @ValueSource(longs = {40, 80})
  void mutatorsAskAtTheOwnersOfTheirWrites(long age) throws Exception {
    known();
    now.set(age);
    MutatorFakes fakes = new MutatorFakes();
    fakes.real.on("close", any -> null);
    fakes.table.on(
        "get",
        asked -> {
          note((Get) asked.get(0));
          throw Salted.markRefusal(Salted.BEFORE);
        });
    try (BufferedMutator mutator =
        DirectMutator.open(MutatorFakes.params(), Salted.conf(), fakes.connection, spec)) {
      mutator.mutate(List.of(Salted.put("one"), Salted.put("two")));
      mutator.mutate(Salted.put("six"));
    }
    assertThat(sent).containsExactly("Get " + stored("one") + " asks");
    assertThat(MutatorFakes.rows(fakes.buffered))
        .containsExactly(stored("one"), stored("two"), stored("six"));
  }

  @Test
  void aThreadThatIsInterruptedWhileItAsksAgainHasItsWriteTaken() throws Exception {
    known();
    now.set(40);
    MutatorFakes fakes = new MutatorFakes();
    fakes.real.on("close", any -> null);
    fakes.table.on(
        "get",
        asked -> {
          throw new InterruptedIOException("stop");
        });
    try (BufferedMutator mutator =
        DirectMutator.open(MutatorFakes.params(), Salted.conf(), fakes.connection, spec)) {
      mutator.mutate(Salted.put("one"));
    }
    assertThat(Thread.interrupted()).isTrue();
    assertThat(MutatorFakes.rows(fakes.buffered)).containsExactly(stored("one"));
  }
}
