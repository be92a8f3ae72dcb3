package io.halite.client.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.BufferedMutatorParams;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class DirectMutatorTest {
  private final List<Mutation> buffered = new ArrayList<>();
  private final List<Row> sentAgain = new ArrayList<>();
  private BufferedMutatorParams realParams;

  @SuppressWarnings("unchecked")
  private final Fake<BufferedMutator> real =
      new Fake<>(BufferedMutator.class)
          .on("getName", any -> Salted.NAME)
          .on("mutate", asked -> buffer(asked.get(0)));

  @SuppressWarnings("unchecked")
  private final Fake<Table> table =
      new Fake<>(Table.class)
          .on("getName", any -> Salted.NAME)
          .on("close", any -> null)
          .on(
              "batch",
              asked -> {
                sentAgain.addAll((List<Row>) asked.get(0));
                java.util.Arrays.fill((Object[]) asked.get(1), Result.EMPTY_RESULT);
                return null;
              });

  private final Connection connection =
      new Fake<>(Connection.class)
          .on(
              "getBufferedMutator",
              asked -> {
                realParams = (BufferedMutatorParams) asked.get(0);
                return real.build();
              })
          .on("getTable", any -> table.build())
          .build();

  @SuppressWarnings("unchecked")
  private Object buffer(Object added) {
    if (added instanceof Mutation mutation) {
      buffered.add(mutation);
    } else {
      buffered.addAll((List<Mutation>) added);
    }
    return buffered;
  }

  private void fail(Throwable cause, Row stored) throws Exception {
    realParams
        .getListener()
        .onException(
            new RetriesExhaustedWithDetailsException(
                List.of(cause), List.of(stored), List.of("server,1")),
            real.build());
  }

  @Test
  void writesAreSaltedAsTheyAreAdded() throws Exception {
    BufferedMutator mutator =
        DirectMutator.open(new BufferedMutatorParams(Salted.NAME), connection, Salted.known());
    mutator.mutate(Salted.put("one"));
    mutator.mutate(List.of(Salted.put("two"), Salted.put("six")));
    assertThat(buffered)
        .extracting(Mutation::getRow)
        .containsExactly(
            Salted.stored(Salted.BEFORE, "one"),
            Salted.stored(Salted.BEFORE, "two"),
            Salted.stored(Salted.BEFORE, "six"));
  }

  @Test
  void theListenerIsToldNaturalKeysAndTheMutatorItWasGivenTo() throws Exception {
    List<RetriesExhaustedWithDetailsException> told = new ArrayList<>();
    List<BufferedMutator> by = new ArrayList<>();
    BufferedMutator mutator =
        DirectMutator.open(
            new BufferedMutatorParams(Salted.NAME)
                .listener(
                    (exception, source) -> {
                      told.add(exception);
                      by.add(source);
                    }),
            connection,
            Salted.known());
    mutator.mutate(Salted.put("one"));
    fail(new DoNotRetryIOException("broken"), buffered.get(0));
    Put natural = (Put) told.get(0).getRow(0);
    assertThat(natural.getRow()).isEqualTo(Salted.key("one"));
    assertThat(natural.getAttributesMap()).isEmpty();
    assertThat(Bytes.toString(Result.create(natural.get(Salted.F, Salted.Q)).value()))
        .isEqualTo("v-one");
    assertThat(by).containsExactly(mutator);
  }

  @Test
  void withoutAListenerTheFailureIsThrown() throws Exception {
    BufferedMutator mutator =
        DirectMutator.open(
            new BufferedMutatorParams(Salted.NAME).listener(null), connection, Salted.known());
    mutator.mutate(Salted.put("one"));
    assertThatThrownBy(() -> fail(new DoNotRetryIOException("broken"), buffered.get(0)))
        .isInstanceOf(RetriesExhaustedWithDetailsException.class)
        .hasMessageContaining("broken");
  }

  @Test
  void aWriteWhoseMarkWasRefusedIsSentAgainAndNotReported() throws Exception {
    BufferedMutator mutator =
        DirectMutator.open(new BufferedMutatorParams(Salted.NAME), connection, Salted.known());
    mutator.mutate(Salted.put("one"));
    fail(Salted.markRefusal(Salted.AFTER), buffered.get(0));
    assertThat(sentAgain)
        .extracting(Row::getRow)
        .containsExactly(Salted.stored(Salted.AFTER, "one"));
    assertThat(table.count("close")).isEqualTo(1);
  }

  @Test
  void aWriteThatAsksForTheSpecIsFlushedAtOnce() throws Exception {
    BufferedMutator mutator =
        DirectMutator.open(new BufferedMutatorParams(Salted.NAME), connection, Salted.unknown());
    real.on(
        "flush",
        any -> {
          fail(Salted.markRefusal(Salted.BEFORE), buffered.get(0));
          return null;
        });
    mutator.mutate(List.of(Salted.put("one"), Salted.put("two")));
    assertThat(buffered)
        .extracting(Mutation::getRow)
        .containsExactly(Salted.key("one"), Salted.stored(Salted.BEFORE, "two"));
    assertThat(sentAgain)
        .extracting(Row::getRow)
        .containsExactly(Salted.stored(Salted.BEFORE, "one"));
  }
}
