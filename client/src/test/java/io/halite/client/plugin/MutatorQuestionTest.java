package io.halite.client.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Row;
import org.junit.jupiter.api.Test;

/** Writes that a mutator adds while it does not know the spec. */
class MutatorQuestionTest {
  private final MutatorFakes fakes = new MutatorFakes();

  @Test
  void aWriteThatAsksForTheSpecIsNotBufferedAndWhatIsBufferedGoesAhead() throws Exception {
    BufferedMutator mutator =
        DirectMutator.open(MutatorFakes.params(), fakes.connection, Salted.unknown());
    List<Integer> sentBeforeFlush = new ArrayList<>();
    fakes.real.on(
        "flush",
        any -> {
          sentBeforeFlush.add(fakes.sentAgain.size());
          return null;
        });
    fakes.table.on("batch", asked -> fakes.accept(Salted.BEFORE, asked));
    mutator.mutate(List.of(Salted.put("one"), Salted.put("two")));
    assertThat(sentBeforeFlush).containsExactly(0);
    assertThat(MutatorFakes.rows(fakes.sentAgain))
        .containsExactly("one", MutatorFakes.stored("one"));
    assertThat(MutatorFakes.rows(fakes.buffered)).containsExactly(MutatorFakes.stored("two"));
  }

  @Test
  void aListIsTakenAsAWholeAlthoughItsQuestionFails() throws Exception {
    TableSpec spec = Salted.unknown();
    BufferedMutator mutator = DirectMutator.open(MutatorFakes.params(), fakes.connection, spec);
    fakes.table.on(
        "batch",
        asked -> {
          throw MutatorFakes.failure(
              new DoNotRetryIOException("broken"), (Row) ((List<?>) asked.get(0)).get(0));
        });
    List<Put> puts = List.of(Salted.put("one"), Salted.put("two"), Salted.put("six"));
    assertThatThrownBy(() -> mutator.mutate(puts))
        .isInstanceOfSatisfying(
            RetriesExhaustedWithDetailsException.class,
            thrown -> {
              assertThat(thrown.getNumExceptions()).isEqualTo(1);
              assertThat(thrown.getRow(0)).isSameAs(puts.get(0));
            });
    assertThat(MutatorFakes.rows(fakes.buffered)).containsExactly("two", "six");
    assertThat(fakes.table.count("batch")).isEqualTo(1);
    assertThat(spec.routing().asks()).isTrue();
  }

  @Test
  void failuresOfTheFlushAndOfTheQuestionAreBothThrown() throws Exception {
    BufferedMutator mutator =
        DirectMutator.open(MutatorFakes.params(), fakes.connection, Salted.unknown());
    fakes.real.on(
        "flush",
        any -> {
          throw MutatorFakes.failure(new DoNotRetryIOException("earlier"), Salted.put("six"));
        });
    fakes.table.on(
        "batch",
        any -> {
          throw new IOException("no such server");
        });
    assertThatThrownBy(() -> mutator.mutate(Salted.put("one")))
        .isInstanceOfSatisfying(
            RetriesExhaustedWithDetailsException.class,
            thrown ->
                assertThat(thrown.getCauses())
                    .extracting(Throwable::getMessage)
                    .containsExactly("earlier", "no such server"));
  }

  @Test
  void theListenerIsToldTheFailureOfAQuestion() throws Exception {
    List<Row> told = new ArrayList<>();
    BufferedMutator mutator =
        DirectMutator.open(
            MutatorFakes.params().listener((exception, source) -> told.add(exception.getRow(0))),
            fakes.connection,
            Salted.unknown());
    fakes.table.on(
        "batch",
        any -> {
          throw new IOException("no such server");
        });
    Put put = Salted.put("one");
    mutator.mutate(put);
    assertThat(told).hasSize(1);
    assertThat(told.get(0)).isSameAs(put);
  }

  @Test
  void aListThatHbaseWouldNotTakeIsRefusedBeforeAnythingIsSent() throws Exception {
    BufferedMutator mutator =
        DirectMutator.open(MutatorFakes.params(), fakes.connection, Salted.unknown());
    fakes.real.on(
        "mutate",
        any -> {
          throw new IllegalArgumentException("as HBase says it");
        });
    List<Put> puts = List.of(Salted.put("one"), new Put(Salted.key("two")));
    assertThatThrownBy(() -> mutator.mutate(puts)).hasMessage("as HBase says it");
    assertThat(fakes.table.count("batch")).isZero();
  }

  /** Adds a write on another thread while the first one waits for its question's answer. */
  private void addWhileAsking(BufferedMutator mutator, Fake.Answer answer) throws Exception {
    CountDownLatch bothFlushed = new CountDownLatch(2);
    fakes.real.on(
        "flush",
        any -> {
          bothFlushed.countDown();
          return null;
        });
    List<CompletableFuture<Void>> other = new ArrayList<>();
    fakes.table.on(
        "batch",
        asked -> {
          if (other.isEmpty()) {
            other.add(
                CompletableFuture.runAsync(
                    () -> {
                      try {
                        mutator.mutate(Salted.put("two"));
                      } catch (IOException e) {
                        throw new UncheckedIOException(e);
                      }
                    }));
            assertThat(bothFlushed.await(60, TimeUnit.SECONDS)).isTrue();
          }
          return answer.of(asked);
        });
    try {
      mutator.mutate(Salted.put("one"));
    } catch (IOException e) {
      assertThat(e).hasMessageContaining("broken");
    }
    other.get(0).get(60, TimeUnit.SECONDS);
  }

  @Test
  void oneThreadAsksAndTheOthersWaitForItsAnswer() throws Exception {
    BufferedMutator mutator =
        DirectMutator.open(MutatorFakes.params(), fakes.connection, Salted.unknown());
    addWhileAsking(mutator, asked -> fakes.accept(Salted.BEFORE, asked));
    assertThat(MutatorFakes.rows(fakes.sentAgain))
        .containsExactly("one", MutatorFakes.stored("one"));
    assertThat(MutatorFakes.rows(fakes.buffered)).containsExactly(MutatorFakes.stored("two"));
  }

  @Test
  void threadsThatWaitedForAQuestionThatFailedDoNotAskAgain() throws Exception {
    BufferedMutator mutator =
        DirectMutator.open(MutatorFakes.params(), fakes.connection, Salted.unknown());
    addWhileAsking(
        mutator,
        asked -> {
          throw MutatorFakes.failure(
              new DoNotRetryIOException("broken"), (Row) ((List<?>) asked.get(0)).get(0));
        });
    assertThat(fakes.table.count("batch")).isEqualTo(1);
    assertThat(MutatorFakes.rows(fakes.buffered)).containsExactly("two");
  }
}
