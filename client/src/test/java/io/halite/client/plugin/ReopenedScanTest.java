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

  /** Four buckets are asked; the spec of the refusal has eight. */
  private void refuse() throws Exception {
    owners.get(0).onError(Salted.markRefusal(Salted.AFTER));
  }

  private void answer() {
    for (AdvancedScanResultConsumer owner : owners.subList(4, 12)) {
      ScanMetrics metrics = new ScanMetrics();
      metrics.countOfRegions.incrementAndGet();
      owner.onScanMetricsCreated(metrics);
      owner.onComplete();
    }
  }

  @Test
  void aConsumerIsShownItsMetricsOnceAndTheyGoOn() throws Exception {
    List<ScanMetrics> shown = new ArrayList<>();
    AdvancedScanResultConsumer consumer =
        new AdvancedScanResultConsumer() {
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
    new AsyncScans(table, Salted.known(), Runnable::run).push(scan, consumer);
    refuse();
    answer();
    assertThat(shown).hasSize(1);
    assertThat(shown.get(0).countOfRegions).hasValue(8);
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
      refuse();
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
