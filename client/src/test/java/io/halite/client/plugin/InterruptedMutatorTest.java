package io.halite.client.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.keys.SaltingSpec;
import java.io.IOException;
import java.io.InterruptedIOException;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.Result;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An interrupted thread that adds writes, which HBase's mutator buffers without a flush. */
class InterruptedMutatorTest {
  private final MutatorFakes fakes = new MutatorFakes();
  private final TableSpec spec = Salted.unknown();

  @BeforeEach
  void aFlushOfAnInterruptedThreadFailsAsThatOfHbase() {
    fakes.real.on(
        "flush",
        any -> {
          if (Thread.interrupted()) {
            throw new InterruptedIOException("a flush waits");
          }
          return null;
        });
    fakes.table.on("get", any -> Result.EMPTY_RESULT);
  }

  @AfterEach
  void thisThreadIsNotInterruptedAnyMore() {
    Thread.interrupted();
  }

  private BufferedMutator open() throws IOException {
    return DirectMutator.open(MutatorFakes.params(), Salted.conf(), fakes.connection, spec);
  }

  private static void addInterrupted(BufferedMutator mutator, String row) throws IOException {
    Thread.currentThread().interrupt();
    mutator.mutate(Salted.put(row));
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void itsWriteHasANaturalKeyBesideNaturalOnesAlthoughTheSpecIsKnown() throws Exception {
    BufferedMutator mutator = open();
    mutator.mutate(Salted.put("one"));
    spec.learn(SaltingSpec.parse(Salted.BEFORE));
    addInterrupted(mutator, "two");
    assertThat(MutatorFakes.rows(fakes.buffered)).containsExactly("one", "two");
    assertThat(fakes.real.count("flush")).isZero();
    mutator.mutate(Salted.put("six"));
    assertThat(fakes.real.count("flush")).isOne();
    assertThat(fakes.buffered.get(2).getRow()).isEqualTo(Salted.stored(Salted.BEFORE, "six"));
  }

  /** If the spec has changed, its owner refuses it, and it is sent again. */
  @Test
  void itsWriteHasTheMarkOfTheStoredOnesInTheBuffer() throws Exception {
    BufferedMutator mutator = openWithAStoredOne();
    spec.learn(SaltingSpec.parse(Salted.AFTER));
    addInterrupted(mutator, "two");
    assertThat(MutatorFakes.rows(fakes.buffered))
        .containsExactly(MutatorFakes.stored("one"), MutatorFakes.stored("two"));
    assertThat(Salted.mark(Salted.BEFORE).isThisOn(fakes.buffered.get(1))).isTrue();
    assertThat(fakes.real.count("flush")).isZero();
  }

  private BufferedMutator openWithAStoredOne() throws IOException {
    BufferedMutator mutator = open();
    spec.learn(SaltingSpec.parse(Salted.BEFORE));
    mutator.mutate(Salted.put("one"));
    return mutator;
  }

  private void assertItsWriteIsNotTaken(BufferedMutator mutator) {
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> mutator.mutate(Salted.put("two")))
        .isInstanceOf(InterruptedIOException.class)
        .hasMessageContaining("its writes, which may not stand beside those in it, are not taken");
    assertThat(Thread.interrupted()).isTrue();
    assertThat(MutatorFakes.rows(fakes.buffered)).containsExactly(MutatorFakes.stored("one"));
    assertThat(fakes.sentAgain).isEmpty();
    assertThat(fakes.real.count("flush")).isZero();
  }

  /** That table would store the stored key as it comes. */
  @Test
  void aWriteToATableThatHasLostItsSpecIsNotTakenBesideStoredOnes() throws Exception {
    BufferedMutator mutator = openWithAStoredOne();
    spec.forget();
    spec.unanswered();
    assertItsWriteIsNotTaken(mutator);
    mutator.mutate(Salted.put("two"));
    assertThat(fakes.real.count("flush")).isOne();
    assertThat(fakes.buffered.get(1).getRow()).isEqualTo(Salted.key("two"));
  }

  @Test
  void aWriteWhoseQuestionIsInterruptedIsNotTakenBesideStoredOnes() throws Exception {
    BufferedMutator mutator = openWithAStoredOne();
    spec.forget();
    fakes.table.on(
        "get",
        any -> {
          throw new InterruptedIOException("a get waits");
        });
    assertItsWriteIsNotTaken(mutator);
  }
}
