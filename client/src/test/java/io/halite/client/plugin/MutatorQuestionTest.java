package io.halite.client.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.routing.table.Mark;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Writes that a mutator adds while it does not know the spec. */
@Timeout(60)
class MutatorQuestionTest {
  private final MutatorFakes fakes = new MutatorFakes();

  private BufferedMutator open(TableSpec spec) throws IOException {
    return DirectMutator.open(MutatorFakes.params(), Salted.conf(), fakes.connection, spec);
  }

  private void answer(IOException failure) {
    fakes.table.on(
        "get",
        any -> {
          throw failure;
        });
  }

  private void assertBothGoThroughTheGatewaysAfterOneQuestion() throws IOException {
    BufferedMutator mutator = open(Salted.unknown());
    mutator.mutate(Salted.put("one"));
    mutator.mutate(Salted.put("two"));
    assertThat(MutatorFakes.rows(fakes.buffered)).containsExactly("one", "two");
    assertThat(fakes.table.count("get")).isEqualTo(1);
  }

  @Test
  void theSpecIsAskedForByAGetAndEachWriteIsBufferedUnderIt() throws Exception {
    answer(Salted.markRefusal(Salted.BEFORE));
    open(Salted.unknown()).mutate(List.of(Salted.put("one"), Salted.put("two")));
    assertThat(MutatorFakes.rows(fakes.buffered))
        .containsExactly(MutatorFakes.stored("one"), MutatorFakes.stored("two"));
    assertThat(fakes.table.count("batch")).isZero();
    List<Get> questions = fakes.table.given("get", Get.class);
    assertThat(questions).hasSize(1);
    assertThat(questions.get(0).getRow()).isEqualTo(Salted.key("one"));
    assertThat(questions.get(0).getFamilyMap().get(Salted.F)).containsExactly(Salted.Q);
    assertThat(Mark.asking().isThisOn(questions.get(0))).isTrue();
  }

  /** No write of it may ask, and the next one would not either for a while. */
  @Test
  void anEmptyListKeepsNoWriteFromAsking() throws Exception {
    answer(Salted.markRefusal(Salted.BEFORE));
    BufferedMutator mutator = open(Salted.unknown());
    mutator.mutate(List.of());
    assertThat(fakes.table.count("get")).isZero();
    mutator.mutate(Salted.put("one"));
    assertThat(MutatorFakes.rows(fakes.buffered)).containsExactly(MutatorFakes.stored("one"));
  }

  @Test
  void theQuestionOfADeleteNamesWhatItDeletes() throws Exception {
    answer(Salted.markRefusal(Salted.BEFORE));
    BufferedMutator mutator = open(Salted.unknown());
    mutator.mutate(new Delete(Salted.key("one")).addFamily(Salted.F));
    assertThat(fakes.table.given("get", Get.class).get(0).familySet()).containsExactly(Salted.F);
  }

  @Test
  void aTableWithoutASpecIsAskedOnce() throws Exception {
    fakes.table.on("get", any -> Result.EMPTY_RESULT);
    assertBothGoThroughTheGatewaysAfterOneQuestion();
  }

  @Test
  void aUserWhoMayNotReadWritesThroughTheGateways() throws Exception {
    answer(new AccessDeniedException("no READ"));
    assertBothGoThroughTheGatewaysAfterOneQuestion();
  }

  @Test
  void aListIsTakenAsAWholeAlthoughItsQuestionFails() throws Exception {
    answer(new IOException("no such server"));
    open(Salted.unknown()).mutate(List.of(Salted.put("one"), Salted.put("two"), Salted.put("six")));
    assertThat(MutatorFakes.rows(fakes.buffered)).containsExactly("one", "two", "six");
    assertThat(fakes.table.count("get")).isEqualTo(1);
  }

  @Test
  void aQuestionWithoutAVerdictIsNotRepeatedForEachWrite() throws Exception {
    answer(new IOException("no such server"));
    assertBothGoThroughTheGatewaysAfterOneQuestion();
  }

  @Test
  void aQuestionThatTimesOutIsNoInterruption() throws Exception {
    answer(new SocketTimeoutException("callTimeout=10000"));
    assertBothGoThroughTheGatewaysAfterOneQuestion();
    assertThat(Thread.interrupted()).isFalse();
  }

  @Test
  void aThreadThatIsInterruptedWhileItAsksStaysInterrupted() throws Exception {
    answer(new InterruptedIOException("stop"));
    open(Salted.unknown()).mutate(Salted.put("one"));
    assertThat(Thread.interrupted()).isTrue();
    assertThat(MutatorFakes.rows(fakes.buffered)).containsExactly("one");
  }

  @Test
  void aListThatHbaseWouldNotTakeIsRefusedBeforeAnythingIsSent() throws Exception {
    fakes.real.on(
        "mutate",
        any -> {
          throw new IllegalArgumentException("as HBase says it");
        });
    List<Put> puts = List.of(Salted.put("one"), new Put(Salted.key("two")));
    assertThatThrownBy(() -> open(Salted.unknown()).mutate(puts)).hasMessage("as HBase says it");
    assertThat(fakes.table.count("get")).isZero();
  }

  /** Adds a write on another thread, which waits while the first one asks. */
  private void addWhileAsking(IOException answer) throws Exception {
    BufferedMutator mutator = open(Salted.unknown());
    CompletableFuture<Void> added = new CompletableFuture<>();
    Thread other =
        new Thread(
            () -> {
              try {
                mutator.mutate(Salted.put("two"));
                added.complete(null);
              } catch (IOException | RuntimeException e) {
                added.completeExceptionally(e);
              }
            });
    fakes.table.on(
        "get",
        any -> {
          if (other.getState() == Thread.State.NEW) {
            other.start();
          }
          while (other.getState() != Thread.State.WAITING && !added.isDone()) {
            Thread.onSpinWait();
          }
          throw answer;
        });
    mutator.mutate(Salted.put("one"));
    added.get(60, TimeUnit.SECONDS);
    assertThat(fakes.table.count("get")).isEqualTo(1);
  }

  @Test
  void oneThreadAsksAndTheOthersWaitForItsAnswer() throws Exception {
    addWhileAsking(Salted.markRefusal(Salted.BEFORE));
    assertThat(MutatorFakes.rows(fakes.buffered))
        .containsExactlyInAnyOrder(MutatorFakes.stored("one"), MutatorFakes.stored("two"));
  }

  @Test
  void threadsThatWaitedForAQuestionThatFailedDoNotAskAgain() throws Exception {
    addWhileAsking(new IOException("broken"));
    assertThat(MutatorFakes.rows(fakes.buffered)).containsExactlyInAnyOrder("one", "two");
  }

  @Test
  void anAnswerIsUsedAlthoughItIsTooOldWhenItsThreadGoesOn() throws Exception {
    AtomicLong now = new AtomicLong();
    answer(Salted.markRefusal(Salted.BEFORE));
    BufferedMutator mutator = open(new TableSpec(Salted.NAME, 1, now::incrementAndGet));
    mutator.mutate(Salted.put("one"));
    mutator.mutate(Salted.put("two"));
    assertThat(MutatorFakes.rows(fakes.buffered))
        .containsExactly(MutatorFakes.stored("one"), MutatorFakes.stored("two"));
  }
}
