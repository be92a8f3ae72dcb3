package io.halite.coprocessor.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.quotas.RpcThrottlingException;
import org.junit.jupiter.api.Test;

/** A scan by a clock that stands still. */
class RefusedReadsTest {
  private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5);
  private final RefusedReads reads = new RefusedReads(now::get);

  private static RpcThrottlingException refusal() {
    return refusal(600);
  }

  private static RpcThrottlingException refusal(long waitMillis) {
    return new RpcThrottlingException(
        RpcThrottlingException.Type.NumRequestsExceeded, waitMillis, "not now");
  }

  private void pass(long millis) {
    now.addAndGet(TimeUnit.MILLISECONDS.toNanos(millis));
  }

  @Test
  void aReadIsRepeatedAfterTheWaitThatItsRefusalNames() throws Exception {
    assertThat(reads.mayRead()).isTrue();
    reads.add(refusal());
    pass(599);
    assertThat(reads.mayRead()).isFalse();
    pass(1);
    assertThat(reads.mayRead()).isTrue();
    reads.answered();
    assertThat(reads.mayRead()).isTrue();
  }

  @Test
  void afterAMinuteOfRefusalsTheScanFails() throws Exception {
    for (int i = 0; i < 100; i++) {
      reads.add(refusal());
      pass(600);
    }
    RpcThrottlingException last = refusal();
    assertThatThrownBy(() -> reads.add(last)).isSameAs(last);
    reads.answered();
    reads.add(refusal());
    assertThat(reads.mayRead()).isFalse();
  }

  @Test
  void aRefusalThatNamesAWaitOfMoreThanAMinuteEndsTheScan() {
    RpcThrottlingException tooLong = refusal(60_001);
    assertThatThrownBy(() -> reads.add(tooLong)).isSameAs(tooLong);
  }

  @Test
  void aRefusalThatNamesNoWaitIsNotRepeatedAtOnce() throws Exception {
    for (RpcThrottlingException nothing : List.of(new RpcThrottlingException("x"), refusal(-1))) {
      reads.add(nothing);
      assertThat(reads.mayRead()).isFalse();
      pass(100);
      assertThat(reads.mayRead()).isTrue();
    }
  }

  @Test
  void aReaderThatRestsIsNotRefusedMeanwhile() throws Exception {
    reads.add(refusal());
    pass(120_000);
    reads.add(refusal());
    pass(600);
    assertThat(reads.mayRead()).isTrue();
  }
}
