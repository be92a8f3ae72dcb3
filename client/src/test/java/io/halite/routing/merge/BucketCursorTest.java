package io.halite.routing.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.metrics.ScanMetrics;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** What arrives between two questions of the merge, and what a cursor costs. */
class BucketCursorTest {
  private static final Optional<byte[]> HEAD = Optional.of(Bytes.toBytes("m"));
  private final ScriptedTable table = new ScriptedTable();

  private BucketCursor open() {
    return open(new Scan());
  }

  private BucketCursor open(Scan scan) {
    ImageReading reading =
        new ImageReading(
            table.table(),
            1 << 20,
            Rounds.of(3, Long.MAX_VALUE, () -> {}),
            new OwnerCounts(true),
            ScanMemory.UNCOUNTED,
            0);
    BucketCursor cursor =
        new BucketCursor(reading, new CursorMoves(() -> {}), new Remainder(scan, 1));
    cursor.read(scan);
    return cursor;
  }

  @Test
  void aFailureThatArrivesBetweenTwoQuestionsIsARound() throws Exception {
    BucketCursor cursor = open();
    assertThat(cursor.peek()).isNull();
    table.scans.get(0).fail(new NotServingRegionException("moved"));
    assertThat(cursor.isClearBefore(HEAD)).isFalse();
    assertThat(table.scans).hasSize(1);
    assertThat(cursor.peek()).isNull();
    assertThat(table.locationsForgotten).isEqualTo(1);
    assertThat(table.scans).hasSize(2);
  }

  @Test
  void rowsAndTheEndThatArriveBetweenTwoQuestionsAreReadOnce() throws Exception {
    BucketCursor cursor = open();
    assertThat(cursor.peek()).isNull();
    table.scans.get(0).rows("0a");
    table.scans.get(0).complete();
    assertThat(cursor.isClearBefore(HEAD)).isFalse();
    assertThat(cursor.peek().getRow()).asString().isEqualTo("0a");
    cursor.take();
    assertThat(cursor.isExhausted()).isTrue();
    assertThat(table.scans).hasSize(1);
  }

  /** The scan of the rest, which a limit makes necessary behind two regions, is the one to fail. */
  @Test
  void aRowThatSeemedOpenIsNotReadAgainWhenTheScanBehindItFails() throws Exception {
    BucketCursor cursor = open(new Scan().setLimit(5).setAllowPartialResults(true));
    table.scans.get(0).metrics.countOfRegions.set(2);
    table.scans.get(0).pieces(ScriptedTable.piece("0a", "q", 1));
    table.scans.get(0).complete();
    assertThat(cursor.take().getRow()).asString().isEqualTo("0a");
    table.scans.get(1).fail(new NotServingRegionException("moved"));
    assertThat(cursor.peek()).isNull();
    Scan again = table.scans.get(2).scan;
    assertThat(again.getStartRow()).asString().isEqualTo("0a");
    assertThat(again.includeStartRow()).isFalse();
  }

  @Test
  void oneThatFailsToCloseLeavesNoOtherOpen() {
    List<BucketCursor> closed = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      closed.add(open());
      table.scans.get(i).pieces(ScriptedTable.piece("0a", "q", 1 << 20), ScriptedTable.row("0b"));
      assertThat(table.scans.get(i).suspended).isTrue();
    }
    table.scans.get(0).failsToResume = true;
    assertThatThrownBy(() -> MergedScan.closeAll(closed)).hasMessage("cannot resume");
    assertThat(table.scans).extracting(scan -> scan.suspended).containsExactly(true, false, false);
  }

  /** A scan with metrics counts with each row, and most rows are of no answer of their own. */
  @Test
  void onlyCursorsThatHadAnAnswerAreCounted() {
    OwnerCounts counts = new OwnerCounts(true);
    int[] looks = {0};
    List<BucketCursor> cursors = new ArrayList<>();
    for (int i = 0; i < 256; i++) {
      cursors.add(open());
      ScanMetrics metrics =
          new ScanMetrics() {
            @Override
            public Map<String, Long> getMetricsMap(boolean reset) {
              looks[0]++;
              return super.getMetricsMap(reset);
            }
          };
      counts.began(cursors.get(i), metrics);
      metrics.countOfRowsScanned.addAndGet(1);
    }
    assertThat(counts.take()).containsEntry("ROWS_SCANNED", 256L);
    for (int row = 0; row < 1_000; row++) {
      counts.take();
    }
    assertThat(looks[0]).isEqualTo(256);
    counts.answered(cursors.get(7));
    counts.take();
    assertThat(looks[0]).isEqualTo(257);
  }

  @Test
  void serversCountForAReaderWhoWantsIt() {
    for (boolean wanted : new boolean[] {true, false}) {
      ImageReading reading =
          new ImageReading(
              table.table(), 1, Rounds.NONE, new OwnerCounts(wanted), ScanMemory.UNCOUNTED, 0);
      new BucketCursor(reading, new CursorMoves(() -> {}), new Remainder(new Scan()))
          .read(new Scan());
      ScriptedTable.OpenScan scan = table.scans.get(table.scans.size() - 1);
      assertThat(scan.scan.isScanMetricsEnabled()).isEqualTo(wanted);
    }
  }
}
