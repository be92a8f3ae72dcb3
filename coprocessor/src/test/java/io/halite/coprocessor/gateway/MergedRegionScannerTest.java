package io.halite.coprocessor.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.coprocessor.owner.OwnerConnection;
import io.halite.coprocessor.owner.SaltingMetrics;
import io.halite.keys.KeyRange;
import io.halite.keys.SaltingSpec;
import io.halite.routing.merge.OwnerCounts;
import io.halite.routing.merge.SortedRows;
import io.halite.routing.table.SaltedTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.regionserver.ScannerContext;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MergedRegionScannerTest {
  private static final TableName NAME = TableName.valueOf("t");

  /** Rows that have not arrived. */
  private static final class NoRowYet implements SortedRows {
    private int waits;

    @Override
    public Result poll() {
      return null;
    }

    @Override
    public boolean isExhausted() {
      return false;
    }

    @Override
    public void await(long millis) {
      waits++;
    }

    @Override
    public void close() {}
  }

  @ParameterizedTest
  @CsvSource({"false, 1", "true, 0"})
  void itDoesNotWaitForRowsWhileABulkLoadWaitsForTheRegion(boolean loading, int waits)
      throws Exception {
    OwnerConnection owners =
        new OwnerConnection(
            new Configuration(false),
            ServerName.valueOf("s1,1,1"),
            SaltingMetrics.unseen(),
            new ConcurrentHashMap<>());
    NoRowYet rows = new NoRowYet();
    SaltedTable table = new SaltedTable(NAME, SaltingSpec.parse("salt=hash(*) % 4"));
    List<Cell> cells = new ArrayList<>();
    try (MergedRegionScanner scanner =
        new MergedRegionScanner(
            RegionInfoBuilder.newBuilder(NAME).build(),
            table,
            new ScanLimits(0, -1, 0, 0, KeyRange.all(), KeyRange.all(), false, "ann"),
            rows,
            new OwnerCounts(),
            owners,
            () -> false,
            () -> loading,
            null,
            owners.openScans().open("ann"),
            new ScanRests(Optional.empty()))) {
      assertThat(scanner.nextRaw(cells, ScannerContext.newBuilder().build())).isTrue();
    }
    assertThat(cells).isEmpty();
    assertThat(rows.waits).isEqualTo(waits);
  }
}
