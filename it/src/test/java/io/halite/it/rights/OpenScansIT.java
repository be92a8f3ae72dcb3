package io.halite.it.rights;

import static io.halite.it.rights.HostileTable.F;
import static io.halite.it.rights.HostileTable.Q;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.Waiter;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.metrics.Counter;
import org.apache.hadoop.hbase.metrics.MetricRegistries;
import org.apache.hadoop.hbase.quotas.RpcThrottlingException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Scans that are opened and not read cost little, and cannot be opened without end. */
@ExtendWith(SharedCluster.class)
class OpenScansIT {
  private static final byte[] KEY = {0x50};
  private static final int MOST = 256;
  private static final int BUCKETS = 4;

  private final EmbeddedCluster cluster;

  OpenScansIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  private HostileTable table(String salt) throws Exception {
    HostileTable hostile =
        new HostileTable(cluster, "key=row:*,salt=" + salt, CountingObserver.class);
    try (Table table = hostile.table()) {
      table.put(new Put(KEY).addColumn(F, Q, Q));
    }
    return hostile;
  }

  private static int rows(HostileTable hostile) throws Exception {
    try (Table table = hostile.table();
        ResultScanner rows = table.getScanner(new Scan().withStartRow(KEY))) {
      return rows.next(10).length;
    }
  }

  private static long refused() {
    return MetricRegistries.global().getMetricRegistries().stream()
        .flatMap(registry -> registry.get("mergedScansRefused").stream())
        .mapToLong(metric -> ((Counter) metric).getCount())
        .sum();
  }

  @Test
  void openingAloneAsksNoOwner() throws Exception {
    try (HostileTable hostile = table("hash(*) % " + BUCKETS)) {
      assertThat(rows(hostile)).isOne();
      int before = CountingObserver.SCANS.get();
      for (int i = 0; i < 10; i++) {
        hostile.close(KEY, hostile.open(KEY, new Scan()));
      }
      assertThat(rows(hostile)).as("a scan that reads, behind them").isOne();
      assertThat(CountingObserver.SCANS.get() - before).isEqualTo(BUCKETS);
    }
  }

  @Test
  void aUserWithTooManyOpenScansWaitsUntilOneIsClosed() throws Exception {
    try (HostileTable hostile = table("hash(*) % " + BUCKETS)) {
      Deque<Long> open = new ArrayDeque<>();
      for (int i = 0; i < MOST; i++) {
        open.add(hostile.open(KEY, new Scan()));
      }
      assertThatExceptionOfType(RpcThrottlingException.class)
          .isThrownBy(() -> hostile.open(KEY, new Scan()))
          .withMessageContaining("has " + MOST + " scans of salted tables open here")
          .satisfies(refusal -> assertThat(refusal.getWaitInterval()).isPositive());
      long refused = refused();
      CompletableFuture<Integer> rows =
          CompletableFuture.supplyAsync(
              () -> {
                try {
                  return rows(hostile);
                } catch (Exception e) {
                  throw new IllegalStateException(e);
                }
              });
      Waiter.waitFor(cluster.configuration(), 60_000, () -> refused() > refused);
      hostile.close(KEY, open.remove());
      assertThat(rows.get(60, TimeUnit.SECONDS)).isOne();
      while (!open.isEmpty()) {
        hostile.close(KEY, open.remove());
      }
      assertThat(rows(hostile)).isOne();
    }
  }

  @Test
  void aScanWhoseOpeningIsRefusedTakesNoPlace() throws Exception {
    try (HostileTable hostile = table("hash(*) % 256")) {
      Scan scan = new Scan().setAttribute("any", new byte[300 << 10]);
      for (int i = 0; i < MOST + 1; i++) {
        assertThatExceptionOfType(DoNotRetryIOException.class)
            .isThrownBy(() -> hostile.open(KEY, scan))
            .withMessageContaining("would be sent 256 times");
      }
      assertThat(rows(hostile)).isOne();
    }
  }
}
