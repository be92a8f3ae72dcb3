package io.halite.coprocessor.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.halite.coprocessor.owner.ForwardRetry;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.RegionTooBusyException;
import org.apache.hadoop.hbase.quotas.RpcThrottlingException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LoadGateTest {
  private final AtomicLong nanos = new AtomicLong();
  private final LoadGate gate = new LoadGate(nanos::get);

  @Test
  void whileALoadWaitsNoForwardBeginsAndThoseUnderWayEndFirst() throws Exception {
    LoadGate.Pass forward = gate.enter();
    Thread load = load(60_000);
    assertThatThrownBy(gate::enter)
        .isInstanceOf(RpcThrottlingException.class)
        .hasMessageContaining("files of several families");
    assertThat(load.isAlive()).isTrue();
    forward.close();
    load.join();
    assertThat(gate.isClosed()).as("until HBase has loaded").isTrue();
    gate.open("load");
    gate.enter().close();
  }

  @Test
  void aLoadIsRefusedBehindAForwardThatDoesNotEnd() throws Exception {
    LoadGate.Pass forward = gate.enter();
    AtomicBoolean refused = new AtomicBoolean();
    CompletableFuture<Void> ticking =
        CompletableFuture.runAsync(
            () -> {
              while (!refused.get()) {
                nanos.addAndGet(1_000_000);
                Thread.onSpinWait();
              }
            });
    assertThatThrownBy(() -> gate.close("load", 1))
        .isInstanceOf(RegionTooBusyException.class)
        .hasMessageStartingWith("no file was loaded: requests of this region (1)");
    refused.set(true);
    ticking.get();
    gate.enter().close();
    forward.close();
  }

  /** HBase's client makes 16 attempts by default, and waits between them as each refusal says. */
  @Test
  void theAttemptsOfAWriteOutlastTheLongestLoad() throws Exception {
    LoadGate.Pass forward = gate.enter();
    Thread load = load(60_000);
    for (int attempt = 1; attempt < 16; attempt++) {
      RpcThrottlingException refusal =
          catchThrowableOfType(RpcThrottlingException.class, gate::enter);
      nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(refusal.getWaitInterval()));
    }
    assertThat(nanos.get())
        .isGreaterThan(TimeUnit.MILLISECONDS.toNanos(ForwardRetry.UNDER_LOCK_MILLIS));
    forward.close();
    load.join();
  }

  /** A load that waits behind the gate. */
  private Thread load(long millis) {
    Thread load =
        new Thread(
            () -> {
              try {
                gate.close("load", millis);
              } catch (IOException e) {
                throw new IllegalStateException(e);
              }
            });
    load.start();
    while (!gate.isClosed()) {
      Thread.onSpinWait();
    }
    return load;
  }

  @Test
  void itOpensAfterTheLastOfSeveralLoads() throws Exception {
    gate.close("one", 1);
    gate.close("other", 1);
    gate.open("one");
    assertThat(gate.isClosed()).isTrue();
    gate.open("other");
    assertThat(gate.isClosed()).isFalse();
  }

  @Test
  void aLoadThatDidNotCloseItOpensNothing() throws Exception {
    gate.close("of several families", 1);
    gate.open("of one family");
    assertThat(gate.isClosed()).isTrue();
  }

  /**
   * HBase flushes, and may copy files, under the lock: a guest's request would wait behind that.
   */
  @Test
  void aLongLoadMayHoldTheLockAlthoughForwardsBeginAgain() throws Exception {
    gate.close("long", 1);
    nanos.addAndGet(TimeUnit.SECONDS.toNanos(30));
    assertThat(gate.isClosed()).isFalse();
    assertThat(gate.mayBeLocked()).isTrue();
    gate.open("long");
    assertThat(gate.mayBeLocked()).isFalse();
    gate.close("lost", 1);
    nanos.addAndGet(TimeUnit.SECONDS.toNanos(61));
    assertThat(gate.mayBeLocked()).as("HBase did not tell that it has failed").isFalse();
  }

  @Test
  void theGateOpensByItselfAfterALoadThatHBaseDoesNotReport() throws Exception {
    gate.close("lost", 1);
    nanos.addAndGet(TimeUnit.SECONDS.toNanos(3));
    assertThat(gate.isClosed()).isFalse();
    gate.enter().close();
    gate.close("next", 1);
    gate.open("next");
    assertThat(gate.isClosed()).as("the load that was lost counts no more").isFalse();
  }
}
