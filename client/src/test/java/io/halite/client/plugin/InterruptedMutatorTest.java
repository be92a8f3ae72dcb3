package io.halite.client.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.halite.keys.SaltingSpec;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An interrupted thread that adds writes, which HBase's mutator buffers without a flush. */
class InterruptedMutatorTest {
  private final MutatorFakes fakes = new MutatorFakes();
  private final TableSpec spec = Salted.unknown();
  private final List<Boolean> interruptedAtClose = new ArrayList<>();

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

  /** A flush after which a write is sent again by a batch that fails; returns its cause. */
  private Throwable sendAgain(IOException failure) throws IOException {
    BufferedMutator mutator = openWithAStoredOne();
    fakes.table.on(
        "batch",
        any -> {
          throw failure;
        });
    fakes.table.on("close", any -> interruptedAtClose.add(Thread.interrupted()));
    fakes.real.on(
        "flush",
        any -> {
          fakes.fail(Salted.markRefusal(Salted.AFTER), fakes.buffered.get(0));
          return null;
        });
    return catchThrowableOfType(RetriesExhaustedWithDetailsException.class, mutator::flush)
        .getCause(0);
  }

  /** HBase's table waits in its close for the RPCs of its threads, unless it is interrupted. */
  @Test
  void itEndsTheRpcsOfRefusedWritesThatItSendsAgainAndStaysInterrupted() throws Exception {
    IOException interruption = new InterruptedIOException("a batch waits");
    assertThat(sendAgain(interruption)).isSameAs(interruption);
    assertThat(interruptedAtClose).containsExactly(true);
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void aTimeOutOfRefusedWritesThatAreSentAgainIsNoInterruption() throws Exception {
    IOException timeOut = new SocketTimeoutException("a batch has waited");
    assertThat(sendAgain(timeOut)).isSameAs(timeOut);
    assertThat(interruptedAtClose).containsExactly(false);
    assertThat(Thread.interrupted()).isFalse();
  }
}
