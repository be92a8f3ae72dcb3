package io.halite.routing.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.keys.KeyRange;
import io.halite.keys.SaltingSpec;
import io.halite.routing.merge.ScriptedTable.OpenScan;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.client.QueryMetrics;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class PassedScanTest {
  private static final SaltingSpec SPEC = SaltingSpec.parse("salt=reverse(row)");
  private static final long ROW = ScriptedTable.row("12").rawCells()[0].heapSize();

  private final ScriptedTable table = new ScriptedTable();
  private final ScriptedSource source = new ScriptedSource();

  private PassedScan open(PassLimits limits) throws IOException {
    return PassedScan.open(
        ImageReading.of(table.table(), limits.readAhead()),
        source,
        SPEC.salt(),
        KeyRange.all(),
        limits);
  }

  private static PassLimits roomFor(int rows) {
    return new PassLimits(rows * ROW, 1 << 20, 3, 20);
  }

  private OpenScan pass(int number) {
    return table.scans.get(number);
  }

  private List<String> polled(PassedScan scan) throws IOException {
    List<String> rows = new ArrayList<>();
    for (Result row = scan.poll(); row != null; row = scan.poll()) {
      rows.add(Bytes.toString(row.getRow()));
    }
    return rows;
  }

  private void whole(OpenScan scan, String... rows) {
    scan.rows(rows);
    scan.complete();
  }

  @Test
  void eachPassGivesTheNextRowsThatFit() throws IOException {
    PassedScan scan = open(roomFor(2));
    assertThat(polled(scan)).isEmpty();
    assertThat(scan.isExhausted()).isFalse();
    whole(pass(0), "10", "21", "30", "41", "52");
    // Natural 01 12 03 14 25, sorted 01 03 12 14 25.
    assertThat(polled(scan)).containsExactly("10", "30");
    assertThat(source.ranges).hasSize(2);
    assertThat(source.ranges.get(1)).isEqualTo(KeyRange.of(Bytes.toBytes("12"), new byte[0]));
    whole(pass(1), "21", "41", "52");
    assertThat(polled(scan)).containsExactly("21", "41");
    whole(pass(2), "52");
    assertThat(polled(scan)).containsExactly("52");
    assertThat(scan.isExhausted()).isTrue();
    assertThat(source.begun).isEqualTo(3);
    assertThat(source.looked).isEqualTo(9);
  }

  @Test
  void aRowHasTheQueryMetricsOfItsOwner() throws IOException {
    PassedScan scan = open(roomFor(2));
    Result row = ScriptedTable.row("12");
    row.setMetrics(new QueryMetrics(77));
    pass(0).pieces(row);
    pass(0).complete();
    assertThat(scan.poll().getMetrics().getBlockBytesScanned()).isEqualTo(77);
  }

  @Test
  void reversedPassesGiveTheLastRowsFirst() throws IOException {
    source.reversed = true;
    PassedScan scan = open(roomFor(2));
    whole(pass(0), "10", "21", "30");
    assertThat(polled(scan)).containsExactly("21", "30");
    assertThat(source.ranges.get(1)).isEqualTo(KeyRange.of(new byte[0], Bytes.toBytes("01\0")));
    whole(pass(1), "10");
    assertThat(polled(scan)).containsExactly("10");
    assertThat(scan.isExhausted()).isTrue();
  }

  @Test
  void noMoreThanTheWantedRowsAreKept() throws IOException {
    source.wanted = 2;
    PassedScan scan = open(roomFor(100));
    whole(pass(0), "10", "21", "30", "41");
    assertThat(polled(scan)).containsExactly("10", "30");
    assertThat(scan.isExhausted()).isTrue();
    assertThat(table.scans).hasSize(1);
  }

  @Test
  void wantedRowsAreCountedOverPasses() throws IOException {
    source.wanted = 3;
    PassedScan scan = open(roomFor(2));
    whole(pass(0), "10", "21", "30", "41");
    assertThat(polled(scan)).hasSize(2);
    whole(pass(1), "21", "41");
    assertThat(polled(scan)).containsExactly("21");
    assertThat(scan.isExhausted()).isTrue();
  }

  @Test
  void rowThatDoesNotFitIsGivenAlone() throws IOException {
    PassedScan scan = open(new PassLimits(1, 1 << 20, 0, 0));
    whole(pass(0), "21", "10");
    assertThat(polled(scan)).containsExactly("10");
    whole(pass(1), "21");
    assertThat(polled(scan)).containsExactly("21");
  }

  @Test
  void tooManyPassesAreRefusedAfterTheFirst() throws IOException {
    PassedScan scan = open(roomFor(1));
    whole(pass(0), "10", "21", "30", "41");
    assertThatThrownBy(scan::poll)
        .isInstanceOf(PassException.class)
        .hasMessageContaining(
            "takes 10 rows in 4 passes; allowed are 20 rows and 3 passes: advice");
    assertThat(open(roomFor(1).unbounded())).isNotNull();
  }

  @Test
  void tooManyRowsAreRefusedBeforeThePassEnds() throws IOException {
    PassedScan scan = open(roomFor(100));
    String[] rows = new String[21];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = "r" + i;
    }
    pass(0).rows(rows);
    assertThatThrownBy(scan::poll)
        .isInstanceOf(PassException.class)
        .hasMessageContaining("takes more than 21 rows");
    pass(0).heartbeat();
    assertThat(pass(0).terminated).isTrue();
  }

  @Test
  void fewWantedRowsTakeOnePassHoweverManyMatch() throws IOException {
    source.wanted = 1;
    PassedScan scan = open(roomFor(1));
    whole(pass(0), "10", "21", "30", "41", "52");
    assertThat(polled(scan)).containsExactly("10");
    assertThat(scan.isExhausted()).isTrue();
  }

  @Test
  void failureOfAScanIsTheReaders() throws IOException {
    PassedScan scan = open(roomFor(2));
    pass(0).fail(new IOException("no such server"));
    assertThatThrownBy(scan::poll).isInstanceOf(IOException.class).hasMessage("no such server");
  }

  @Test
  void nothingIsBegunAfterTheEnd() throws IOException {
    PassedScan scan = open(roomFor(1));
    whole(pass(0), "10", "21");
    assertThat(Bytes.toString(scan.poll().getRow())).isEqualTo("10");
    scan.close();
    assertThat(scan.poll()).isNull();
    assertThat(table.scans).hasSize(1);
  }

  @Test
  void estimateCountsTheRowsOfEveryPass() {
    assertThat(PassEstimate.of(1000, 300, 0)).isEqualTo(new PassEstimate(4, 2200));
    assertThat(PassEstimate.of(1000, 300, 301)).isEqualTo(new PassEstimate(2, 1700));
    assertThat(PassEstimate.of(0, 0, 5)).isEqualTo(new PassEstimate(1, 0));
    assertThat(PassEstimate.of(10, 10, 0)).isEqualTo(new PassEstimate(1, 10));
  }

  @Test
  void estimateIsWithinItsLimitsUpToTheLastPassAndTheLastRow() {
    PassLimits limits = new PassLimits(8 << 20, 2 << 20, 8, 1_000_000);
    assertThat(new PassEstimate(8, 1_000_000).isWithin(limits)).isTrue();
    assertThat(new PassEstimate(9, 1_000_000).isWithin(limits)).isFalse();
    assertThat(new PassEstimate(8, 1_000_001).isWithin(limits)).isFalse();
    assertThat(new PassEstimate(9, 1_000_001).isWithin(limits.unbounded())).isTrue();
  }

  /** One scan a pass, which the test answers. */
  static final class ScriptedSource implements PassedScan.Source {
    final List<KeyRange> ranges = new ArrayList<>();
    boolean reversed;
    long wanted;
    int begun;
    long looked;

    @Override
    public boolean reversed() {
      return reversed;
    }

    @Override
    public long wanted() {
      return wanted;
    }

    @Override
    public List<Scan> over(KeyRange natural) {
      ranges.add(natural);
      return List.of(new Scan());
    }

    @Override
    public void begun() {
      begun++;
    }

    @Override
    public void looked(long rows) {
      looked += rows;
    }

    @Override
    public String advice() {
      return "advice";
    }
  }
}
