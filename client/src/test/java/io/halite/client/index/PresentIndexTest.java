package io.halite.client.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.keys.SaltingSpec;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.NoServerForRegionException;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class PresentIndexTest {
  private static final SaltingSpec SPEC = spec("byBuyer(f:buyer)");

  private volatile SaltingSpec answer = SPEC;
  private volatile Optional<IOException> failure = Optional.empty();
  private volatile CountDownLatch silence = new CountDownLatch(0);
  private volatile int questions;
  private long nanos = Long.MAX_VALUE - 1;
  private final PresentIndex present =
      new PresentIndex(TableName.valueOf("t"), SPEC.indexes().get(0), this::read, () -> nanos);

  private static SaltingSpec spec(String index) {
    return SaltingSpec.parse("key=row:4,salt=hash(row) % 4,index=" + index);
  }

  private SaltingSpec read() throws IOException {
    synchronized (this) {
      questions++;
    }
    try {
      silence.await();
    } catch (InterruptedException e) {
      throw new InterruptedIOException(e.getMessage());
    }
    if (failure.isPresent()) {
      throw failure.get();
    }
    return answer;
  }

  private void aSecondLater() {
    nanos += TimeUnit.SECONDS.toNanos(1);
  }

  private void assertRefused() {
    assertThatThrownBy(present::requireEachSecond)
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("was altered, and is 'byBuyer(row f:buyer)' now");
  }

  @Test
  void readsAskOnceASecond() throws IOException {
    for (int i = 0; i < 3; i++) {
      present.requireEachSecond();
      present.requireEachSecond();
      assertThat(questions).isEqualTo(i);
      aSecondLater();
    }
  }

  @Test
  void eachReadAfterTheAlterIsRefused() {
    answer = spec("byBuyer(row f:buyer)");
    aSecondLater();
    assertRefused();
    assertRefused();
  }

  @Test
  void anIndexThatIsGoneIsNamed() {
    answer = spec("byRow(row)");
    assertThatThrownBy(present::require)
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("is gone now");
  }

  /** One region that is away must not hold back the reads of all others. */
  @Test
  void readsGoOnWhileNoRegionAnswersAndASweepDoesNot() {
    for (IOException away :
        new IOException[] {
          new NotServingRegionException("t,,1 is opening"),
          new NoServerForRegionException("no server for t,,1"),
          new SocketTimeoutException("no answer")
        }) {
      questions = 0;
      failure = Optional.of(away);
      aSecondLater();
      assertThatCode(present::requireEachSecond).doesNotThrowAnyException();
      assertThatCode(present::requireEachSecond).doesNotThrowAnyException();
      assertThat(questions).isEqualTo(1);
      assertThatThrownBy(present::require).isSameAs(away);
    }
  }

  @Test
  void aUserWithoutTheRightIsRefusedWithIt() {
    failure = Optional.of(new AccessDeniedException("no READ"));
    aSecondLater();
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(present::requireEachSecond).isInstanceOf(AccessDeniedException.class);
    }
  }

  /** HBase's client may wait for minutes, and then each read would. */
  @Test
  void aRegionThatDoesNotAnswerIsAskedOnceAndItsAnswerCountsWhenItComes() throws Exception {
    CountDownLatch silent = new CountDownLatch(1);
    silence = silent;
    answer = spec("byBuyer(row f:buyer)");
    for (int i = 0; i < 5; i++) {
      aSecondLater();
      present.requireEachSecond();
      assertThat(questions).isEqualTo(1);
    }
    silent.countDown();
    while (!isRefused()) {
      TimeUnit.MILLISECONDS.sleep(10);
    }
    assertThat(questions).isEqualTo(1);
    assertRefused();
    assertThat(questions).isEqualTo(2);
  }

  private boolean isRefused() throws IOException {
    try {
      present.requireEachSecond();
      return false;
    } catch (DoNotRetryIOException altered) {
      return true;
    }
  }

  @Test
  void aReadThatIsInterruptedEnds() {
    CountDownLatch silent = new CountDownLatch(1);
    silence = silent;
    aSecondLater();
    Thread.currentThread().interrupt();
    assertThatThrownBy(present::requireEachSecond).isInstanceOf(InterruptedIOException.class);
    silent.countDown();
    assertThat(Thread.interrupted()).isFalse();
  }
}
