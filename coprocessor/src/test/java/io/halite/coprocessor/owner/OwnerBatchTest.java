package io.halite.coprocessor.owner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OwnerBatchTest {
  private static final int MOST = 1_000;

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final AtomicInteger ended = new AtomicInteger();
  private final CountDownLatch failing = new CountDownLatch(1);

  @AfterEach
  void end() {
    threads.shutdownNow();
  }

  /** Goes on for some time after another one has failed. */
  private void sendSlowly() {
    try {
      failing.await();
      TimeUnit.MILLISECONDS.sleep(300);
      ended.incrementAndGet();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void fail() {
    failing.countDown();
    throw new NoClassDefFoundError("gone");
  }

  /** Its permit and its share of memory are given back when the call returns. */
  @Test
  void aBatchEndsWhenAllOfItsPartsHaveEndedThoughOneEndsByAnError() {
    List<Runnable> parts = List.of(() -> {}, this::fail, this::sendSlowly);
    assertThatThrownBy(() -> OwnerBatch.runAll(parts, threads))
        .hasRootCauseInstanceOf(NoClassDefFoundError.class);
    assertThat(ended).hasValue(1);
  }

  @Test
  void aBatchEndsWhenAllOfItsPartsHaveEndedThoughTheFirstEndsByAnError() {
    List<Runnable> parts = List.of(this::fail, this::sendSlowly);
    assertThatThrownBy(() -> OwnerBatch.runAll(parts, threads))
        .isInstanceOf(NoClassDefFoundError.class);
    assertThat(ended).hasValue(1);
  }

  @Test
  void aBatchEndsWhenItsPartsHaveEndedThoughThereIsNoThreadForOne() {
    AtomicInteger started = new AtomicInteger();
    List<Runnable> parts = List.of(this::sendSlowly, this::sendSlowly, this::sendSlowly);
    assertThatThrownBy(
            () ->
                OwnerBatch.runAll(
                    parts,
                    task -> {
                      if (started.incrementAndGet() == 2) {
                        failing.countDown();
                        throw new OutOfMemoryError("unable to create native thread");
                      }
                      threads.execute(task);
                    }))
        .isInstanceOf(OutOfMemoryError.class);
    assertThat(ended).hasValue(1);
  }

  /** An owner whose site has {@code hbase.rpc.rows.size.threshold.reject}. */
  private static Object[] answer(List<? extends Row> requests) throws DoNotRetryIOException {
    if (requests.size() > MOST) {
      throw new DoNotRetryIOException("Rejecting large batch operation");
    }
    return requests.stream().map(Row::getRow).toArray();
  }

  @Test
  void moreRequestsThanAnOwnerTakesAreSentInPartsAndAllHaveTheirAnswersInOrder() throws Exception {
    List<Get> requests =
        IntStream.range(0, 12_345).mapToObj(i -> new Get(Bytes.toBytes(i))).toList();
    Object[] answers = OwnerBatch.inParts(requests, MOST, OwnerBatchTest::answer);
    assertThat(answers).containsExactly(requests.stream().map(Get::getRow).toArray());
    assertThat(OwnerBatch.inParts(List.of(), MOST, OwnerBatchTest::answer)).isEmpty();
  }

  /** The write to which they belong has failed then. */
  @Test
  void aRequestThatFailsInALaterPartHasItsFailureForAnAnswer() throws Exception {
    List<Get> requests = Collections.nCopies(MOST + 1, new Get(new byte[] {1}));
    IOException failure = new IOException("no answer");
    Object[] answers =
        OwnerBatch.inParts(
            requests, MOST, part -> part.size() == 1 ? new Object[] {failure} : answer(part));
    assertThat(answers).hasSize(MOST + 1).endsWith(failure);
  }
}
