package io.halite.it.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.SiteValue;
import io.halite.it.cluster.TestTable;
import io.halite.it.latest.DelayingObserver;
import io.halite.routing.index.IndexedReads;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Heartbeats keep a scan alive whose next row does not arrive for longer than its client waits. */
@Timeout(100)
@ExtendWith(SharedCluster.class)
class SilentScanIT {
  private static final String SLOW = "|" + DelayingObserver.class.getName() + "||";

  private final EmbeddedCluster cluster;

  SilentScanIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  @AfterEach
  void letGo() {
    StallingObserver.letGo();
  }

  @ParameterizedTest
  @CsvSource({"JOINED, false", "PASSED, true"})
  void aScanThatStartsAtACursorReturnsEachRowOnce(SilentScan way, boolean reversed)
      throws Exception {
    requireEachRowOnce(way, reversed);
  }

  @Tag("wide")
  @ParameterizedTest
  @CsvSource({"MERGED, false", "MERGED, true", "JOINED, true", "PASSED, false"})
  void aScanOfAnotherWayOrDirectionThatStartsAtACursorReturnsEachRowOnce(
      SilentScan way, boolean reversed) throws Exception {
    requireEachRowOnce(way, reversed);
  }

  /** The client holds the last row back, since its answer does not say that the row has ended. */
  @Test
  void noCursorIsBehindARowThatIsNotGiven() throws Exception {
    onTable(SilentScan.MERGED, SilentScan::requireNoCursorBehindTheNextRow);
  }

  private interface Reading {
    void of(Table table) throws Exception;
  }

  private void requireEachRowOnce(SilentScan way, boolean reversed) throws Exception {
    onTable(way, table -> way.requireEachRowOnce(table, reversed));
  }

  private void onTable(SilentScan way, Reading reading) throws Exception {
    try (SiteValue passes = SilentScan.shortPasses(cluster);
        TestTable fixture =
            TestTable.numbered("silent")
                .salted(way.spec())
                .coprocessor(StallingObserver.class)
                .splits("@")
                .create(cluster);
        Connection client = ConnectionFactory.createConnection(SilentScan.impatient(cluster));
        Table table = client.getTable(fixture.name())) {
      fixture.put(SilentScan.ROWS);
      reading.of(table);
    }
  }

  @Tag("wide")
  @Test
  void aScanByAnIndexOutlastsItsStaleEntries() throws Exception {
    try (TestTable fixture =
            TestTable.numbered("stale")
                .salted(SilentScan.INDEXED)
                .coprocessor(StallingObserver.class)
                .splits("@")
                .create(cluster);
        Connection client = ConnectionFactory.createConnection(SilentScan.impatient(cluster));
        Table table = client.getTable(fixture.name())) {
      SilentScan.requireTheRowBehindStaleEntries(table);
    }
  }

  /** Its gateway reads all entries before the first row, here in 15 answers of 0.4 s each. */
  @Tag("wide")
  @Test
  void aScanByAnIndexOutlastsItsManyEntries() throws Exception {
    try (TestTable fixture =
            TestTable.numbered("many")
                .salted(SilentScan.INDEXED)
                .indexTables(entries -> entries.setValue("coprocessor$1", SLOW))
                .splits("@")
                .create(cluster);
        Connection client = ConnectionFactory.createConnection(SilentScan.impatient(cluster));
        Table table = client.getTable(fixture.name())) {
      List<String> rows = IntStream.range(1_000, 2_500).mapToObj(i -> "row" + i).toList();
      fixture.put(rows);
      Scan all = new Scan().setAttribute(IndexedReads.ATTRIBUTE, Bytes.toBytes("byQ: row*"));
      assertThat(TestTable.scan(table, all)).isEqualTo(rows);
    }
  }
}
