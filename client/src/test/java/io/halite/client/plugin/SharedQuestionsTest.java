package io.halite.client.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.keys.SaltingSpec;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Threads that read when the spec that the client knows may be used no longer. */
class SharedQuestionsTest {
  private static final int THREADS = 40;
  private static final long NEVER = Long.MAX_VALUE;

  private final AtomicLong now = new AtomicLong();
  private final Queue<String> asked = new ConcurrentLinkedQueue<>();
  private final Queue<String> read = new ConcurrentLinkedQueue<>();
  private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
  private final List<Thread> threads = new ArrayList<>();
  private final CountDownLatch firstAnswer = new CountDownLatch(1);
  private Optional<IOException> firstFailure = Optional.empty();
  private boolean salted = true;
  private TableSpec spec = expired(NEVER);

  /** Its questions are shared for so long. */
  private TableSpec expired(long millis) {
    TableSpec known =
        new TableSpec(Salted.NAME, 80, now::get, new SharedQuestions(millis, now::get));
    now.set(0);
    known.learn(SaltingSpec.parse(Salted.BEFORE));
    now.set(80);
    return known;
  }

  /** Servers that keep the first question until they are told to answer. */
  private Table servers() {
    return new Fake<>(Table.class)
        .on("getName", any -> Salted.NAME)
        .on("get", arguments -> answer((Get) arguments.get(0)))
        .build();
  }

  private Result answer(Get get) throws IOException {
    String row = Bytes.toStringBinary(get.getRow());
    if (!Salted.asks(get)) {
      read.add(row);
      return Result.EMPTY_RESULT;
    }
    asked.add(row);
    if (asked.size() == 1) {
      try {
        firstAnswer.await();
      } catch (InterruptedException e) {
        throw (InterruptedIOException) new InterruptedIOException().initCause(e);
      }
      if (firstFailure.isPresent()) {
        throw firstFailure.get();
      }
    }
    if (get.getFamilyMap().get(Salted.F).contains(Salted.key("no"))) {
      throw new AccessDeniedException("not you");
    }
    if (salted) {
      throw Salted.markRefusal(Salted.BEFORE);
    }
    return Result.EMPTY_RESULT;
  }

  private static String row(int i) {
    return "r%02d".formatted(i);
  }

  private static String stored(int i) {
    return Bytes.toStringBinary(Salted.stored(Salted.BEFORE, row(i)));
  }

  /** Starts a thread that reads; returns when it waits for an answer, or has ended. */
  private Thread read(int i, String qualifier) {
    DirectTable table =
        new DirectTable(
            servers(), Salted.conf(), spec, like -> null, IdleScanners.never(), () -> null);
    Thread thread =
        new Thread(
            () -> {
              try {
                table.get(Guarded.get(row(i), qualifier));
              } catch (IOException | RuntimeException e) {
                failures.add(e);
              }
            });
    threads.add(thread);
    thread.start();
    while (thread.isAlive() && !waits(thread)) {
      Thread.onSpinWait();
    }
    return thread;
  }

  /** Whether it waits for an answer, of the servers or of another thread's question. */
  private static boolean waits(Thread thread) {
    return thread.getState() == Thread.State.WAITING
        && Arrays.stream(thread.getStackTrace())
            .anyMatch(frame -> frame.getMethodName().equals("await"));
  }

  private void join() throws InterruptedException {
    for (Thread thread : threads) {
      thread.join();
    }
  }

  @AfterEach
  void end() throws Exception {
    firstAnswer.countDown();
    join();
  }

  private static List<String> each(int from) {
    return IntStream.range(from, THREADS).mapToObj(SharedQuestionsTest::stored).toList();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void oneAnswerCountsForTheRequestsOfAllRowsAndColumns(boolean still) throws Exception {
    salted = still;
    IntStream.range(0, THREADS).forEach(i -> read(i, "q" + i));
    firstAnswer.countDown();
    join();
    assertThat(asked).containsExactly(stored(0));
    assertThat(read)
        .containsExactlyInAnyOrderElementsOf(
            still
                ? each(0)
                : IntStream.range(0, THREADS).mapToObj(SharedQuestionsTest::row).toList());
    assertThat(failures).isEmpty();
  }

  @Test
  void aDenialCountsForItsColumnsAndTheOthersShareTheNextQuestion() throws Exception {
    IntStream.range(0, THREADS).forEach(i -> read(i, i < THREADS / 2 ? "no" : "yes"));
    firstAnswer.countDown();
    join();
    assertThat(asked).hasSize(2).startsWith(stored(0)).doesNotContain(stored(1));
    assertThat(read).hasSize(THREADS).contains(row(0)).containsAll(each(THREADS / 2));
    assertThat(failures).isEmpty();
  }

  @Test
  void eachAsksAtTheOwnerOfItsRowWhenTheQuestionFails() throws Exception {
    firstFailure = Optional.of(new IOException("no server"));
    IntStream.range(0, THREADS).forEach(i -> read(i, "q"));
    assertThat(asked).containsExactly(stored(0));
    firstAnswer.countDown();
    join();
    assertThat(asked).contains(stored(0)).containsAll(each(1));
    assertThat(read).hasSize(THREADS).containsAll(each(1));
    assertThat(failures).isEmpty();
  }

  @Test
  void eachAsksWhenTheThreadThatAsksIsInterrupted() throws Exception {
    Thread first = read(0, "q");
    IntStream.range(1, THREADS).forEach(i -> read(i, "q"));
    first.interrupt();
    join();
    assertThat(asked).containsAll(each(0));
    assertThat(read).containsExactlyInAnyOrderElementsOf(each(1));
    assertThat(failures).singleElement().isInstanceOf(InterruptedIOException.class);
  }

  @Test
  void aThreadAsksItselfWhenTheQuestionHasNoAnswerInTime() throws Exception {
    spec = expired(300);
    read(0, "q");
    Thread second = read(1, "q");
    second.join();
    assertThat(asked).containsExactly(stored(0), stored(1));
    assertThat(read).containsExactly(stored(1));
  }

  @Test
  void noRequestWaitsForAnOldQuestion() throws Exception {
    spec = expired(1_000_000);
    read(0, "q");
    now.addAndGet(1_000_000);
    read(1, "q").join();
    assertThat(asked).containsExactly(stored(0), stored(1));
  }

  @Test
  void aThreadThatIsInterruptedWhileItWaitsEndsAndTheOthersWaitOn() throws Exception {
    read(0, "q");
    Thread second = read(1, "q");
    read(2, "q");
    second.interrupt();
    second.join();
    assertThat(failures).singleElement().isInstanceOf(InterruptedIOException.class);
    firstAnswer.countDown();
    join();
    assertThat(asked).containsExactly(stored(0));
    assertThat(read).containsExactlyInAnyOrder(stored(0), stored(2));
  }

  @Test
  void whoseTurnCameBeforeAnAnswerDoesNotAskBehindIt() throws Exception {
    firstAnswer.countDown();
    Questions questions = new Questions(spec, this::answer);
    List<Turn> turns = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      turns.add(spec.turn(Asker.of(List.of(Guarded.get(row(i), i < 2 ? "no" : "yes")))));
    }
    for (Turn turn : turns) {
      questions.answer(turn);
      questions.answer(turn);
    }
    assertThat(asked).containsExactly(stored(0), stored(2));
  }

  @Test
  void whoSetsNoAgeSharesNoQuestion() {
    SharedQuestions none = SharedQuestions.of(0, now::get);
    assertThat(none.take().asks()).isTrue();
    assertThat(none.take().asks()).isTrue();
    SharedQuestions some = SharedQuestions.of(30_000, now::get);
    assertThat(some.take().asks()).isTrue();
    assertThat(some.take().asks()).isFalse();
  }

  @Test
  void anErrorOfTheThreadThatAsksLetsTheOthersGo() {
    Questions questions =
        new Questions(
            spec,
            get -> {
              throw new IllegalStateException("closed");
            });
    assertThatThrownBy(() -> questions.routing(List.of(Guarded.get("one", "q"))))
        .hasMessage("closed");
    assertThat(spec.shared().take().asks()).isTrue();
  }
}
