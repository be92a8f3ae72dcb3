package io.halite.it.salted;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.coprocessor.door.DoorCounts;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.door.DoorCluster;
import io.halite.it.door.PlacedTable;
import io.halite.it.door.SharedDoorCluster;
import io.halite.routing.index.IndexedReads;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.RowFilter;
import org.apache.hadoop.hbase.filter.SubstringComparator;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What {@link ScanMetricsIT} shows of gateways, for a client that a door serves. Tables with random
 * salts have no doors.
 */
@ExtendWith(SharedDoorCluster.class)
@Timeout(120)
class ScanMetricsAtDoorsIT {
  private static final List<String> ROWS =
      IntStream.range(0, 30).mapToObj(i -> "a%02d%d".formatted(i, i % 3)).toList();

  private final EmbeddedCluster cluster;

  ScanMetricsAtDoorsIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  @ParameterizedTest
  @ValueSource(strings = {"hash(*) % 4", "hash(row) % 4,index=byNumber(number)"})
  void aScanReportsWhatItsOwnersHaveDoneForTheDoor(String salt) throws Exception {
    boolean indexed = salt.contains("index");
    Scan scan = new Scan().withStartRow(Bytes.toBytes("a")).withStopRow(Bytes.toBytes("b"));
    scan.setEnableScanMetricsByRegion(true);
    if (indexed) {
      scan.setAttribute(IndexedReads.ATTRIBUTE, Bytes.toBytes("byNumber: 1"));
    } else {
      scan.setFilter(new RowFilter(CompareOperator.EQUAL, new SubstringComparator("3")));
    }
    String spec = "key=row:3 number:*,salt=" + salt;
    try (PlacedTable placed =
            PlacedTable.create(cluster, plan -> plan.salted(spec).coprocessor(ScanWitness.class));
        Connection client = ConnectionFactory.createConnection(cluster.configuration())) {
      placed.awaitDoor();
      placed.table().put(ROWS);
      Table table = placed.atDoor(client);
      long served = DoorCluster.sum(cluster, DoorCounts::served);
      ScanReport report = ScanReport.of(() -> table.getScanner(new Scan(scan)));
      assertThat(DoorCluster.sum(cluster, DoorCounts::served)).isGreaterThan(served);
      report.assertIsOfGateways(1);
      long given = report.rows().size();
      assertThat(given).isBetween(1L, 29L);
      long scanned = indexed ? 0 : ROWS.size();
      assertThat(report.metrics().countOfRowsScanned).hasValue(scanned);
      assertThat(report.metrics().countOfRowsFiltered).hasValue(indexed ? 0 : scanned - given);
      assertThat(report.metrics().bytesReadFromMemstore.get() > 0).isEqualTo(!indexed);
      assertThat(report.rowsByRegion().values()).containsExactly(scanned);
    }
  }
}
