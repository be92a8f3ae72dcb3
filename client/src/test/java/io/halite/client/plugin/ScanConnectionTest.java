package io.halite.client.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ScanConnectionTest {
  private final Fake<AsyncConnection> real =
      new Fake<>(AsyncConnection.class).on("close", any -> null);
  private final List<CompletableFuture<AsyncConnection>> opened = new ArrayList<>();
  private final ScanConnection scans =
      new ScanConnection(
          () -> {
            CompletableFuture<AsyncConnection> opening = new CompletableFuture<>();
            opened.add(opening);
            return opening;
          });
  private final Table table =
      new Fake<>(Table.class)
          .on("getName", any -> Salted.NAME)
          .on("getRequestAttributes", any -> Map.of())
          .build();

  @AfterEach
  void thisThreadIsNotInterruptedAnyMore() {
    Thread.interrupted();
  }

  private void scanInterrupted() {
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> scans.like(table)).isInstanceOf(InterruptedIOException.class);
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }

  @Test
  void scansThatAreInterruptedShareOneConnectionThatIsClosedInTheEnd() {
    scanInterrupted();
    scanInterrupted();
    assertThat(opened).hasSize(1);
    opened.get(0).complete(real.build());
    scans.close();
    assertThat(real.count("close")).isEqualTo(1);
  }

  /** That thread is HBase's, and the answers that a close waits for may need it. */
  @Test
  @Timeout(60)
  void aConnectionThatOpensAfterTheEndIsClosedByAnotherThreadThanTheOneThatOpenedIt()
      throws Exception {
    CompletableFuture<Thread> closing = new CompletableFuture<>();
    real.on("close", any -> closing.complete(Thread.currentThread()));
    scanInterrupted();
    scans.close();
    scans.clearRegionLocationCache();
    assertThat(real.count("close")).isZero();
    opened.get(0).complete(real.build());
    assertThat(closing.get()).isNotSameAs(Thread.currentThread());
    assertThat(real.count("close")).isEqualTo(1);
    assertThatThrownBy(() -> scans.like(table))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("the connection is closed");
  }

  @Test
  void aConnectionThatDidNotOpenIsOpenedAgain() {
    scanInterrupted();
    opened.get(0).completeExceptionally(new IllegalStateException("no registry"));
    assertThatThrownBy(() -> scans.like(table))
        .hasMessage("cannot open the connection for scans")
        .hasRootCauseMessage("no registry");
    scanInterrupted();
    assertThat(opened).hasSize(2);
  }
}
