package io.halite.client.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.keys.SaltingSpec;
import io.halite.routing.table.MixedBatch;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.BufferedMutatorParams;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class DirectMutatorTest {
  private final MutatorFakes fakes = new MutatorFakes();

  @Test
  void writesAreSaltedAsTheyAreAdded() throws Exception {
    BufferedMutator mutator =
        DirectMutator.open(
            new BufferedMutatorParams(Salted.NAME),
            Salted.conf(),
            fakes.connection,
            Salted.known());
    mutator.mutate(Salted.put("one"));
    mutator.mutate(List.of(Salted.put("two"), Salted.put("six")));
    assertThat(fakes.buffered)
        .extracting(Mutation::getRow)
        .containsExactly(
            Salted.stored(Salted.BEFORE, "one"),
            Salted.stored(Salted.BEFORE, "two"),
            Salted.stored(Salted.BEFORE, "six"));
  }

  @Test
  void aWriteThatItsGatewayRefusesIsNotBufferedAmongStoredOnes() throws Exception {
    BufferedMutator mutator =
        DirectMutator.open(
            new BufferedMutatorParams(Salted.NAME),
            Salted.conf(),
            fakes.connection,
            Salted.known());
    mutator.mutate(List.of(Salted.put("one"), Salted.put("ab"), Salted.put("two")));
    assertThat(fakes.buffered)
        .extracting(Mutation::getRow)
        .containsExactly(Salted.stored(Salted.BEFORE, "one"), Salted.stored(Salted.BEFORE, "two"));
    assertThat(fakes.sentAgain).extracting(Row::getRow).containsExactly(Salted.key("ab"));
  }

  @Test
  void theListenerReceivesNaturalKeysAndTheMutatorItWasGivenTo() throws Exception {
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
            Salted.conf(),
            fakes.connection,
            Salted.known());
    mutator.mutate(Salted.put("one"));
    fakes.fail(new DoNotRetryIOException("broken"), fakes.buffered.get(0));
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
            new BufferedMutatorParams(Salted.NAME).listener(null),
            Salted.conf(),
            fakes.connection,
            Salted.known());
    mutator.mutate(Salted.put("one"));
    assertThatThrownBy(() -> fakes.fail(new DoNotRetryIOException("broken"), fakes.buffered.get(0)))
        .isInstanceOf(RetriesExhaustedWithDetailsException.class)
        .hasMessageContaining("broken");
  }

  @Test
  void aWriteWhoseMarkWasRefusedIsSentAgainAndNotReported() throws Exception {
    BufferedMutator mutator =
        DirectMutator.open(
            new BufferedMutatorParams(Salted.NAME),
            Salted.conf(),
            fakes.connection,
            Salted.known());
    mutator.mutate(Salted.put("one"));
    fakes.fail(Salted.markRefusal(Salted.AFTER), fakes.buffered.get(0));
    assertThat(fakes.sentAgain)
        .extracting(Row::getRow)
        .containsExactly(Salted.stored(Salted.AFTER, "one"));
    assertThat(fakes.table.count("close")).isEqualTo(1);
  }

  /** The first write of a row is refused and sent again, and the second must not be before it. */
  @Test
  void underANewSpecTheBufferIsSentBeforeAWriteIsAdded() throws Exception {
    TableSpec spec = Salted.known();
    BufferedMutator mutator =
        DirectMutator.open(MutatorFakes.params(), Salted.conf(), fakes.connection, spec);
    mutator.mutate(Salted.put("one"));
    List<Integer> buffered = new ArrayList<>();
    fakes.real.on("flush", any -> buffered.add(fakes.buffered.size()));
    spec.learn(SaltingSpec.parse(Salted.AFTER));
    mutator.mutate(Salted.put("one"));
    assertThat(buffered).containsExactly(1);
    assertThat(fakes.buffered.get(1).getRow()).isEqualTo(Salted.stored(Salted.AFTER, "one"));
  }

  @Test
  void writesBesideARefusedOneAreSentAgainWhateverTheirOwnMark() throws Exception {
    BufferedMutator mutator =
        DirectMutator.open(MutatorFakes.params(), Salted.conf(), fakes.connection, Salted.known());
    mutator.mutate(List.of(Salted.put("one"), Salted.put("two")));
    fakes.fail(Salted.markRefusal(Salted.BEFORE), fakes.buffered.get(0));
    fakes.fail(Salted.markRefusal(Salted.BEFORE), fakes.buffered.get(1));
    assertThat(MutatorFakes.rows(fakes.sentAgain))
        .containsExactly(MutatorFakes.stored("one"), MutatorFakes.stored("two"));
  }

  @Test
  void writesThatMetNaturalOnesInABatchAreSentAgain() throws Exception {
    BufferedMutator mutator =
        DirectMutator.open(MutatorFakes.params(), Salted.conf(), fakes.connection, Salted.known());
    mutator.mutate(Salted.put("one"));
    fakes.fail(MixedBatch.refusal(), fakes.buffered.get(0));
    fakes.fail(MixedBatch.refusal(), Salted.put("two"));
    assertThat(MutatorFakes.rows(fakes.sentAgain))
        .containsExactly(MutatorFakes.stored("one"), MutatorFakes.stored("two"));
  }

  @Test
  void writesThatAreSentAgainKeepTheParametersOfTheMutator() throws Exception {
    BufferedMutatorParams params =
        MutatorFakes.params()
            .rpcTimeout(7)
            .operationTimeout(77)
            .setRequestAttribute("who", Bytes.toBytes("me"));
    BufferedMutator mutator =
        DirectMutator.open(params, Salted.conf(), fakes.connection, Salted.known());
    mutator.mutate(Salted.put("one"));
    fakes.fail(Salted.markRefusal(Salted.AFTER), fakes.buffered.get(0));
    assertThat(fakes.settings)
        .containsExactly("pool null", "setWriteRpcTimeout 7", "setOperationTimeout 77", "who=me");
    assertThat(fakes.realParams.getRpcTimeout()).isEqualTo(7);
    assertThat(fakes.realParams.getOperationTimeout()).isEqualTo(77);
    assertThat(fakes.realParams.getRequestAttributes()).containsOnlyKeys("who");
  }

  /** HBase's connection reads them when it is opened, and fills them in where nothing is set. */
  @Test
  void whatItsParametersLeaveOpenIsLeftToHbasesConnection() throws Exception {
    Configuration changed = Salted.conf();
    changed.setLong("hbase.client.write.buffer", 7);
    changed.setLong("hbase.client.write.buffer.periodicflush.timeout.ms", 8_000);
    changed.setLong("hbase.client.write.buffer.periodicflush.timertick.ms", 9_000);
    BufferedMutatorParams own = MutatorFakes.params();
    own.setWriteBufferPeriodicFlushTimerTickMs(5_000);
    DirectMutator.open(own, changed, fakes.connection, Salted.known());
    assertThat(fakes.realParams.getWriteBufferSize()).isNegative();
    assertThat(fakes.realParams.getWriteBufferPeriodicFlushTimeoutMs()).isNegative();
    assertThat(fakes.realParams.getWriteBufferPeriodicFlushTimerTickMs()).isEqualTo(5_000);
  }

  /** It may keep the writes, or hand them to others, who know nothing of stored keys. */
  private void assertItsClassIsGivenWhatTheApplicationAdds(BufferedMutatorParams params)
      throws Exception {
    BufferedMutator mutator =
        DirectMutator.open(params, Salted.conf(), fakes.connection, Salted.known());
    Put put = Salted.put("one");
    mutator.mutate(put);
    assertThat(fakes.buffered).singleElement().isSameAs(put);
    assertThat(put.getAttributesMap()).isEmpty();
    assertThat(fakes.realParams.getListener()).isSameAs(params.getListener());
    assertThat(fakes.realParams.getRpcTimeout()).isEqualTo(7);
    assertThat(fakes.realParams.getMaxKeyValueSize()).isEqualTo(10 << 20);
    assertThat(params.getMaxKeyValueSize()).isNegative();
  }

  @Test
  void aMutatorOfAnotherClassIsGivenWhatTheApplicationAdds() throws Exception {
    assertItsClassIsGivenWhatTheApplicationAdds(
        MutatorFakes.params().rpcTimeout(7).implementationClassName("app.Mutator"));
    assertThat(fakes.realParams.getImplementationClassName()).isEqualTo("app.Mutator");
  }

  @Test
  void aMutatorOfAnotherClassThatTheConfigurationNamesIsGivenWhatTheApplicationAdds()
      throws Exception {
    fakes.realConf.set(BufferedMutator.CLASSNAME_KEY, "app.Mutator");
    assertItsClassIsGivenWhatTheApplicationAdds(MutatorFakes.params().rpcTimeout(7));
  }
}
