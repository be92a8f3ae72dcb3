package io.halite.routing.merge;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.routing.merge.ScriptedTable.OpenScan;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A scan of which HBase's client has renewed the lease while it waited for its reader. */
class ReaderWaitTest {
  private final ScriptedTable table = new ScriptedTable();
  private MergedScan merged;
  private OpenScan scan;

  @BeforeEach
  void waitForTheReader() {
    merged = table.open(1, false, 1, 9);
    scan = table.scans.get(0);
    sends(scan, 1);
    scan.rows("0a", "0b");
    assertThat(scan.suspended).isTrue();
  }

  /** HBase's client sends so many RPCs. */
  private static void sends(OpenScan scan, int calls) {
    scan.metrics.countOfRPCcalls.addAndGet(calls);
  }

  private List<String> read() throws IOException {
    List<String> rows = new ArrayList<>();
    for (Result row = merged.poll(); row != null; row = merged.poll()) {
      rows.add(Bytes.toString(row.getRow()));
    }
    return rows;
  }

  /** The rows behind those that were taken are read by another scan. */
  private void assertThatTheRestIsReadAgain() throws IOException {
    assertThat(scan.terminated || scan.completed).isTrue();
    if (!scan.completed) {
      scan.complete();
    }
    assertThat(read()).isEmpty();
    assertThat(table.scans).hasSize(2);
    OpenScan again = table.scans.get(1);
    assertThat(again.scan.getStartRow()).asString().isEqualTo("0b");
    assertThat(again.scan.includeStartRow()).isFalse();
    sends(again, 1);
    again.rows("0c", "0d");
    assertThat(read()).containsExactly("0c", "0d");
    sends(again, 1);
    again.complete();
    assertThat(merged.isExhausted()).isTrue();
  }

  @Test
  void rowsAfterALostAnswerAreReadAgainWithThoseThatWereLost() throws Exception {
    sends(scan, 1);
    assertThat(read()).containsExactly("0a", "0b");
    assertThat(scan.suspended).isFalse();
    sends(scan, 2);
    scan.rows("0d");
    assertThatTheRestIsReadAgain();
  }

  @Test
  void anEndAfterALostAnswerIsNone() throws Exception {
    sends(scan, 1);
    assertThat(read()).containsExactly("0a", "0b");
    sends(scan, 1);
    scan.complete();
    assertThatTheRestIsReadAgain();
  }

  @Test
  void aHeartbeatAfterALostAnswerEndsTheScan() throws Exception {
    sends(scan, 1);
    assertThat(read()).containsExactly("0a", "0b");
    sends(scan, 2);
    scan.heartbeat();
    assertThatTheRestIsReadAgain();
  }

  @Test
  void aScanThatWaitedShorterGoesOn() throws Exception {
    assertThat(read()).containsExactly("0a", "0b");
    sends(scan, 1);
    scan.rows("0c", "0d");
    assertThat(read()).containsExactly("0c", "0d");
    sends(scan, 1);
    scan.complete();
    assertThat(merged.isExhausted()).isTrue();
    assertThat(table.scans).hasSize(1);
  }

  @Test
  void aScanThatFindsItsRowsInTheNextRegionGoesOn() throws Exception {
    assertThat(read()).containsExactly("0a", "0b");
    sends(scan, 2);
    scan.metrics.countOfRegions.incrementAndGet();
    scan.rows("0c");
    assertThat(read()).containsExactly("0c");
    assertThat(scan.terminated).isFalse();
  }

  @Test
  void aScanOfWhichARequestWasRepeatedGoesOn() throws Exception {
    assertThat(read()).containsExactly("0a", "0b");
    sends(scan, 2);
    scan.metrics.countOfRPCRetries.incrementAndGet();
    scan.rows("0c");
    assertThat(read()).containsExactly("0c");
    assertThat(scan.terminated).isFalse();
  }
}
