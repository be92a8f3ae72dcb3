package io.halite.it.latest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.client.latest.LatestAnswers;
import io.halite.client.latest.LatestClient;
import io.halite.client.latest.LatestQuery;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.InternalScanner;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pages that another observer lets fail: no lease would ever end their scanners. */
@ExtendWith(SharedCluster.class)
class FailedPageIT {
  /** Throws in the hook that is armed. */
  public static final class Failing implements RegionCoprocessor, RegionObserver {
    private static volatile String armed = "";

    @Override
    public Optional<RegionObserver> getRegionObserver() {
      return Optional.of(this);
    }

    private static void strike(String hook) throws DoNotRetryIOException {
      if (hook.equals(armed)) {
        throw new DoNotRetryIOException("struck in " + hook);
      }
    }

    @Override
    public RegionScanner postScannerOpen(
        ObserverContext<RegionCoprocessorEnvironment> ctx, Scan scan, RegionScanner scanner)
        throws IOException {
      strike("postScannerOpen");
      return scanner;
    }

    @Override
    public void preScannerClose(
        ObserverContext<RegionCoprocessorEnvironment> ctx, InternalScanner scanner)
        throws IOException {
      strike("preScannerClose");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"postScannerOpen", "preScannerClose"})
  void aPageThatFailsLeavesNoScannerOpen(String hook, EmbeddedCluster cluster) throws Exception {
    TableName name =
        LatestTables.create(
            cluster,
            "failed-" + hook,
            "key=unit:3 ts:8:revtime,salt=none",
            false,
            "|" + Failing.class.getName() + "||");
    try (Table table = cluster.connection().getTable(name);
        LatestClient client = LatestClient.open(cluster.connection(), name)) {
      table.put(put("A01"));
      Failing.armed = hook;
      assertThatThrownBy(() -> ask(client)).hasStackTraceContaining("struck in " + hook);
      Failing.armed = "";
      assertThat(ask(client)).isEqualTo(1);
      // An open scanner holds its read point back.
      table.put(put("A02"));
      assertThat(cluster.utility().getMiniHBaseCluster().getRegions(name))
          .isNotEmpty()
          .allMatch(region -> region.getSmallestReadPoint() == readPoint(region));
    } finally {
      Failing.armed = "";
      cluster.utility().deleteTable(name);
    }
  }

  private static long readPoint(HRegion region) {
    return region.getMVCC().getReadPoint();
  }

  private static int ask(LatestClient client) throws IOException {
    try (LatestAnswers answers = client.ask(LatestQuery.newest(1).ofKeys(Bytes.toBytes("A01")))) {
      return answers.next().orElseThrow().rows().size();
    }
  }

  private static Put put(String unit) {
    byte[] row = Bytes.add(Bytes.toBytes(unit), Bytes.toBytes(Long.MAX_VALUE - 7));
    return new Put(row).addColumn(LatestTables.F, LatestTables.A, LatestTables.A);
  }
}
