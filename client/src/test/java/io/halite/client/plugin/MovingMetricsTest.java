package io.halite.client.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.ScanResultConsumer;
import org.apache.hadoop.hbase.client.metrics.ScanMetrics;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The object that a scan shows at its start counts while the scan is read, as HBase's does. */
class MovingMetricsTest {
  private static final List<String> ROWS = List.of("aaa", "bbb", "ccc");

  private final Scan scan = new Scan().setScanMetricsEnabled(true);
  private final List<Runnable> underWay = new ArrayList<>();

  /** Each bucket answers by one RPC, when the application has seen the metrics. */
  @SuppressWarnings("unchecked")
  private final AsyncTable<AdvancedScanResultConsumer> owners =
      Salted.asyncTable()
          .on(
              "scan",
              asked -> {
                Scan stored = (Scan) asked.get(0);
                AdvancedScanResultConsumer consumer = (AdvancedScanResultConsumer) asked.get(1);
                underWay.add(() -> answer(stored, consumer));
                return null;
              })
          .build();

  private static void answer(Scan stored, AdvancedScanResultConsumer consumer) {
    ScanMetrics counts = new ScanMetrics();
    counts.countOfRPCcalls.incrementAndGet();
    consumer.onScanMetricsCreated(counts);
    Result[] rows =
        ROWS.stream()
            .map(row -> Salted.stored(Salted.BEFORE, row))
            .filter(row -> isIn(stored, row))
            .map(Salted::row)
            .toArray(Result[]::new);
    if (rows.length > 0) {
      consumer.onNext(rows, null);
    }
    consumer.onComplete();
  }

  private static boolean isIn(Scan stored, byte[] row) {
    return Arrays.compareUnsigned(stored.getStartRow(), row) <= 0
        && (stored.getStopRow().length == 0
            || Arrays.compareUnsigned(row, stored.getStopRow()) < 0);
  }

  /** What a consumer in a pool sees at each row. */
  private final class Seen implements ScanResultConsumer {
    private final List<Long> calls = new ArrayList<>();
    private @Nullable ScanMetrics metrics;

    @Override
    public void onScanMetricsCreated(ScanMetrics shown) {
      metrics = shown;
      assertThat(shown.countOfRPCcalls).hasValue(0);
      underWay.forEach(Runnable::run);
    }

    @Override
    public boolean onNext(Result row) {
      calls.add(metrics == null ? -1 : metrics.countOfRPCcalls.get());
      return true;
    }

    @Override
    public void onError(Throwable failure) {
      throw new AssertionError(failure);
    }

    @Override
    public void onComplete() {}
  }

  @Test
  void aConsumerInAPoolSeesThemMove() {
    Seen seen = new Seen();
    new PooledAsyncTable(
            Salted.asyncTable().build(),
            DirectAsyncTable.onNetwork(owners, owners, Salted.known(), Runnable::run),
            Runnable::run)
        .scan(scan, seen);
    assertThat(seen.calls).containsExactly(4L, 4L, 4L);
  }

  @Test
  void aReaderOfGatewaysSeesThemMove() throws Exception {
    ScanMetrics counts = new ScanMetrics();
    ResultScanner gateways =
        new Fake<>(ResultScanner.class)
            .on("getScanMetrics", any -> counts)
            .on("next", any -> answered(counts))
            .on("close", any -> null)
            .build();
    SummedMetrics sums = new SummedMetrics(scan);
    ScanMetrics shown = sums.sums();
    try (CountedScanner scanner = new CountedScanner(gateways, sums, ended -> {})) {
      assertThat(scanner.next()).isNotNull();
      assertThat(shown).isNotNull();
      assertThat(shown.countOfRPCcalls).hasValue(1);
      assertThat(scanner.next()).isNotNull();
      assertThat(shown.countOfRPCcalls).hasValue(2);
    }
  }

  private static Result answered(ScanMetrics counts) {
    counts.countOfRPCcalls.incrementAndGet();
    return Salted.row(Salted.key("aaa"));
  }
}
