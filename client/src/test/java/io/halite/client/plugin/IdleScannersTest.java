package io.halite.client.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.keys.SaltingSpec;
import io.halite.routing.merge.ArrivingRows;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.Scan;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who looks for scanners that nobody reads. */
@Timeout(60)
class IdleScannersTest {
  private final CompletableFuture<Thread> left = new CompletableFuture<>();

  /** Opens a scanner that nobody reads. */
  private DirectScanner open(IdleScanners idle) throws Exception {
    Scan scan = new Scan();
    Routing routing = Salted.unknown().learn(SaltingSpec.parse(Salted.BEFORE));
    ArrivingRows rows =
        new Fake<>(ArrivingRows.class)
            .on(
                "leave",
                any -> {
                  left.complete(Thread.currentThread());
                  return null;
                })
            .on("close", any -> null)
            .build();
    return new DirectScanner(
        PlannedScan.of(routing, scan).orElseThrow(),
        rows,
        new SummedMetrics(scan),
        sums -> {},
        failure -> Optional.empty(),
        idle);
  }

  private static IdleScanners brief() {
    Configuration conf = new Configuration(false);
    conf.setInt(HConstants.HBASE_CLIENT_SCANNER_TIMEOUT_PERIOD, 2);
    return IdleScanners.of(conf);
  }

  /** An application may fill the JVM's common pool. */
  @Test
  void aForgottenScannerIsLetGoByAThreadOfTheConnection() throws Exception {
    try (IdleScanners idle = brief();
        DirectScanner forgotten = open(idle)) {
      assertThat(left.join().getName()).startsWith("halite-idle-");
      assertThat(left.join().isDaemon()).isTrue();
    }
  }

  @Test
  void theThreadEndsWhenItHasNothingToWaitFor() throws Exception {
    CompletableFuture<Thread> ran = new CompletableFuture<>();
    try (LookThread brief = new LookThread(Duration.ofMillis(1), Duration.ofMillis(1))) {
      brief.run(() -> ran.complete(Thread.currentThread()));
      ran.join().join();
      CompletableFuture<Thread> again = new CompletableFuture<>();
      brief.run(() -> again.complete(Thread.currentThread()));
      assertThat(again.join()).isNotSameAs(ran.join());
    }
  }

  @Test
  void theThreadEndsWithTheConnectionAndWhatWaitsIsDropped() throws Exception {
    CompletableFuture<Thread> first = new CompletableFuture<>();
    CompletableFuture<Thread> later = new CompletableFuture<>();
    LookThread thread = new LookThread(Duration.ofMillis(1), Duration.ofDays(1));
    thread.run(
        () -> {
          thread.run(() -> later.complete(Thread.currentThread()));
          thread.close();
          first.complete(Thread.currentThread());
        });
    // It would wait for a day.
    first.join().join();
    thread.run(() -> later.complete(Thread.currentThread()));
    assertThat(later).isNotDone();
  }
}
