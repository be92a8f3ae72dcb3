package io.halite.coprocessor.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
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
    Thread load =
        new Thread(
            () -> {
              try {
                gate.close(60_000);
              } catch (java.io.InterruptedIOException e) {
                throw new IllegalStateException(e);
              }
            });
    load.start();
    while (!gate.isClosed()) {
      Thread.onSpinWait();
    }
    assertThatThrownBy(gate::enter)
        .isInstanceOf(RpcThrottlingException.class)
        .hasMessageContaining("files of several families");
    assertThat(load.isAlive()).isTrue();
    forward.close();
    load.join();
    assertThat(gate.isClosed()).as("until HBase has loaded").isTrue();
    gate.open();
    gate.enter().close();
  }

  @Test
  void aForwardThatDoesNotEndHoldsALoadForItsTimeAlone() throws Exception {
    LoadGate.Pass forward = gate.enter();
    CompletableFuture<Void> ticking =
        CompletableFuture.runAsync(
            () -> {
              while (nanos.addAndGet(1_000_000) < TimeUnit.SECONDS.toNanos(1)) {
                Thread.onSpinWait();
              }
            });
    gate.close(1);
    ticking.get();
    forward.close();
  }

  @Test
  void itOpensAfterTheLastOfSeveralLoads() throws Exception {
    gate.close(1);
    gate.close(1);
    gate.open();
    assertThat(gate.isClosed()).isTrue();
    gate.open();
    assertThat(gate.isClosed()).isFalse();
  }

  @Test
  void itOpensByItselfAfterALoadOfWhichHBaseDoesNotTell() throws Exception {
    gate.close(1);
    nanos.addAndGet(TimeUnit.SECONDS.toNanos(3));
    assertThat(gate.isClosed()).isFalse();
    gate.enter().close();
    gate.close(1);
    gate.open();
    assertThat(gate.isClosed()).as("the load that was lost counts no more").isFalse();
  }
}
