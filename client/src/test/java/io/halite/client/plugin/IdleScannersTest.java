package io.halite.client.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.keys.SaltingSpec;
import io.halite.routing.merge.ArrivingRows;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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
  private final List<Runnable> looks = new ArrayList<>();

  /** Lets go of a scanner when a look finds it as the look before has. */
  private final IdleScanners looking = new IdleScanners(1, looks::add);

  private final Fake<ArrivingRows> rows =
      new Fake<>(ArrivingRows.class)
          .on(
              "leave",
              any -> {
                left.complete(Thread.currentThread());
                return null;
              })
          .on("close", any -> null)
          .on("poll", any -> Salted.row(Salted.key("one")));

  /** Opens a scanner that nobody reads. */
  private DirectScanner open(IdleScanners idle) throws Exception {
    Scan scan = new Scan();
    Routing routing = Salted.unknown().learn(SaltingSpec.parse(Salted.BEFORE));
    return new DirectScanner(
        PlannedScan.of(routing, scan).orElseThrow(),
        rows.build(),
        new SummedMetrics(scan),
        sums -> {},
        failure -> Optional.empty(),
        idle);
  }

  private void look() {
    looks.remove(0).run();
  }

  @Test
  void aScannerThatIsReadBetweenTwoLooksIsNotLetGo() throws Exception {
    try (DirectScanner scanner = open(looking)) {
      assertThat(scanner.next()).isNotNull();
      look();
      assertThat(scanner.next()).isNotNull();
      look();
      assertThat(left).isNotDone();
      look();
      assertThat(left).isDone();
    }
  }

  @Test
  void aScannerWhoseLeaseIsRenewedBetweenTwoLooksIsNotLetGo() throws Exception {
    try (DirectScanner scanner = open(looking)) {
      scanner.renewLease();
      look();
      assertThat(left).isNotDone();
      look();
      assertThat(left).isDone();
    }
  }

  @Test
  void aScannerWhoseReaderWaitsIsNotLetGo() throws Exception {
    rows.on("poll", any -> null)
        .on("isExhausted", any -> rows.count("await") > 0)
        .on(
            "await",
            any -> {
              look();
              look();
              return null;
            });
    try (DirectScanner scanner = open(looking)) {
      assertThat(scanner.next()).isNull();
      assertThat(left).isNotDone();
    }
  }

  @Test
  void aScannerThatFailsWhenItsReaderComesBackIsLookedAtAgain() throws Exception {
    try (DirectScanner scanner = open(looking)) {
      assertThat(scanner.next()).isNotNull();
      look();
      look();
      assertThat(looks).as("it has been let go").isEmpty();
      rows.on(
          "poll",
          any -> {
            throw new IOException("an owner is away");
          });
      assertThatThrownBy(scanner::next).hasMessageContaining("an owner is away");
      assertThat(looks).hasSize(1);
    }
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
