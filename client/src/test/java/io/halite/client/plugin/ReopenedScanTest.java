package io.halite.client.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.metrics.ScanMetrics;
import org.junit.jupiter.api.Test;

/** Scans with metrics whose mark the owners refuse, and which are opened again under another. */
class ReopenedScanTest {
  private static final String EIGHT = Salted.AFTER;

  /** Only gateways read a scan in natural order under it. */
  private static final String PASSED = "key=row:3 rest:*,salt=reverse(row)";

  private final List<AdvancedScanResultConsumer> owners =
      Collections.synchronizedList(new ArrayList<>());
  private final Scan scan = new Scan().setScanMetricsEnabled(true);

  @SuppressWarnings("unchecked")
  private final AsyncTable<AdvancedScanResultConsumer> table =
      new Fake<>(AsyncTable.class)
          .on(
              "scan",
              arguments -> {
                owners.add((AdvancedScanResultConsumer) arguments.get(1));
                return null;
              })
          .build();

  /** Four buckets are asked; the refusal shows the spec. */
  private void refuse(String shown) throws Exception {
    owners.get(0).onError(Salted.markRefusal(shown));
  }

  private void answer() {
    for (AdvancedScanResultConsumer owner : owners.subList(4, 12)) {
      owner.onScanMetricsCreated(oneRegion());
      owner.onComplete();
    }
  }

  private static ScanMetrics oneRegion() {
    ScanMetrics metrics = new ScanMetrics();
    metrics.countOfRegions.incrementAndGet();
    return metrics;
  }

  private static AdvancedScanResultConsumer consumer(List<ScanMetrics> shown) {
    return new AdvancedScanResultConsumer() {
      @Override
      public void onScanMetricsCreated(ScanMetrics metrics) {
        shown.add(metrics);
      }

      @Override
      public void onNext(Result[] results, ScanController controller) {}

      @Override
      public void onError(Throwable error) {
        throw new AssertionError(error);
      }

      @Override
      public void onComplete() {}
    };
  }

  @Test
  void aConsumerIsShownItsMetricsOnceAndTheyGoOn() throws Exception {
    List<ScanMetrics> shown = new ArrayList<>();
    new AsyncScans(table, Salted.known(), Runnable::run).push(scan, consumer(shown));
    refuse(EIGHT);
    answer();
    assertThat(shown).hasSize(1);
    assertThat(shown.get(0).countOfRegions).hasValue(8);
  }

  @Test
  void aConsumerIsShownItsMetricsOnceIfTheGatewaysReadTheScanAfterAll() throws Exception {
    List<ScanMetrics> shown = new ArrayList<>();
    new AsyncScans(table, Salted.known(), Runnable::run).push(scan, consumer(shown));
    refuse(PASSED);
    AdvancedScanResultConsumer gateways = owners.get(4);
    ScanMetrics counts = oneRegion();
    gateways.onScanMetricsCreated(counts);
    counts.countOfRPCcalls.addAndGet(3);
    gateways.onHeartbeat(new CallbackController(() -> {}, () -> {}));
    assertThat(shown).hasSize(1);
    assertThat(shown.get(0).countOfRegions).hasValue(1);
    counts.countOfRPCcalls.addAndGet(2);
    gateways.onNext(new Result[0], new CallbackController(() -> {}, () -> {}));
    assertThat(shown.get(0).countOfRPCcalls).hasValue(5);
    counts.countOfRPCcalls.incrementAndGet();
    gateways.onComplete();
    assertThat(shown).hasSize(1);
    assertThat(shown.get(0).countOfRPCcalls).hasValue(6);
  }

  @Test
  void theMetricsOfAScannerGoOnIfTheGatewaysReadTheScanAfterAll() throws Exception {
    ScanMetrics counts = oneRegion();
    ResultScanner ofGateways =
        new Fake<>(ResultScanner.class)
            .on("getScanMetrics", any -> counts)
            .on("next", any -> null)
            .on("close", any -> null)
            .build();
    Table real =
        new Fake<>(Table.class)
            .on("getName", any -> Salted.NAME)
            .on("getScanner", any -> ofGateways)
            .build();
    try (ResultScanner scanner =
        new DirectTable(
                real, Salted.conf(), Salted.known(), any -> table, IdleScanners.never(), () -> null)
            .getScanner(scan)) {
      ScanMetrics before = scanner.getScanMetrics();
      refuse(PASSED);
      assertThat(scanner.next()).isNull();
      assertThat(scanner.getScanMetrics()).isSameAs(before);
      assertThat(before.countOfRegions).hasValue(1);
      assertThat(scan.getScanMetrics().countOfRegions).hasValue(1);
    }
  }

  @Test
  void theMetricsOfAScannerThatWereTakenBeforeItsFirstRowGoOn() throws Exception {
    Table real = new Fake<>(Table.class).on("getName", any -> Salted.NAME).build();
    ScanTables tables = like -> table;
    try (ResultScanner scanner =
        new DirectTable(
                real, Salted.conf(), Salted.known(), tables, IdleScanners.never(), () -> null)
            .getScanner(scan)) {
      ScanMetrics before = scanner.getScanMetrics();
      refuse(EIGHT);
      Thread answers =
          new Thread(
              () -> {
                while (owners.size() < 12) {
                  Thread.onSpinWait();
                }
                answer();
              });
      answers.start();
      assertThat(scanner.next()).isNull();
      answers.join();
      assertThat(scanner.getScanMetrics()).isSameAs(before);
      assertThat(before.countOfRegions).hasValue(8);
    }
  }
}
