package io.halite.routing.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class UnorderedRowsTest {
  private static final long PLENTY = 1_000_000;

  private final ScriptedTable table = new ScriptedTable();

  private static List<String> ready(UnorderedRows rows) throws IOException {
    List<String> ready = new ArrayList<>();
    for (Result row = rows.poll(); row != null; row = rows.poll()) {
      ready.add(Bytes.toString(row.getRow()));
    }
    return ready;
  }

  @Test
  void noRowWaitsForAnotherImage() throws Exception {
    UnorderedRows rows = table.openUnordered(3, 3, PLENTY);
    table.scans.get(2).rows("Czz");
    assertThat(ready(rows)).containsExactly("Czz");
    table.scans.get(0).rows("Aaa");
    assertThat(ready(rows)).containsExactly("Aaa");
    assertThat(rows.isExhausted()).isFalse();
  }

  @Test
  void anImageBeginsWhenAnotherOneHasEnded() throws Exception {
    UnorderedRows rows = table.openUnordered(3, 2, PLENTY);
    table.scans.get(1).rows("B1");
    assertThat(ready(rows)).containsExactly("B1");
    assertThat(table.scans).hasSize(2);
    table.scans.get(1).complete();
    assertThat(ready(rows)).isEmpty();
    assertThat(table.scans).hasSize(3);
    table.scans.get(0).complete();
    table.scans.get(2).complete();
    assertThat(ready(rows)).isEmpty();
    assertThat(rows.isExhausted()).isTrue();
  }

  @Test
  void anImageBeginsWhileRowsOfAnotherOneThatHaveAllArrivedAreTaken() throws Exception {
    UnorderedRows rows = table.openUnordered(3, 1, PLENTY);
    table.scans.get(0).rows("A1", "A2");
    table.scans.get(0).complete();
    assertThat(Bytes.toString(rows.poll().getRow())).isEqualTo("A1");
    assertThat(table.scans).hasSize(2);
    table.scans.get(1).rows("B1");
    table.scans.get(1).complete();
    assertThat(Bytes.toString(rows.poll().getRow())).isEqualTo("A2");
    assertThat(table.scans).as("two images with all of their rows wait").hasSize(2);
    assertThat(ready(rows)).containsExactly("B1");
    assertThat(table.scans).hasSize(3);
  }

  @Test
  void imagesTakeTurnsWhileSeveralHaveRows() throws Exception {
    UnorderedRows rows = table.openUnordered(2, 2, PLENTY);
    String[] many = new String[100];
    for (int i = 0; i < many.length; i++) {
      many[i] = "A" + i;
    }
    table.scans.get(0).rows(many);
    table.scans.get(1).rows("B");
    List<String> ready = ready(rows);
    assertThat(ready).hasSize(101);
    assertThat(ready.indexOf("B")).isBetween(1, 99);
  }

  @Test
  void aRowThatCannotBeConvertedFailsEachPollAndStays() throws Exception {
    boolean[] broken = {true};
    UnorderedRows.Conversion conversion =
        row -> {
          if (broken[0] && Bytes.toString(row.getRow()).equals("A2")) {
            throw new DoNotRetryIOException("A2 is broken");
          }
          return Bytes.toString(row.getRow()).equals("A3") ? Optional.empty() : Optional.of(row);
        };
    UnorderedRows rows =
        UnorderedRows.open(
            ImageReading.of(table.table(), PLENTY), List.of(new Scan()), 1, conversion, () -> {});
    table.scans.get(0).rows("A1", "A2", "A3", "A4");
    table.scans.get(0).complete();
    assertThat(Bytes.toString(rows.poll().getRow())).isEqualTo("A1");
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(rows::poll).hasMessage("A2 is broken");
      assertThat(rows.isExhausted()).isFalse();
    }
    broken[0] = false;
    assertThat(ready(rows)).containsExactly("A2", "A4");
    assertThat(rows.isExhausted()).isTrue();
  }

  @Test
  void aClosedScanGivesNoRowOfItsTurn() throws Exception {
    UnorderedRows rows = table.openUnordered(1, 1, PLENTY);
    table.scans.get(0).rows("A1", "A2");
    assertThat(Bytes.toString(rows.poll().getRow())).isEqualTo("A1");
    rows.close();
    assertThat(ready(rows)).isEmpty();
    assertThat(rows.isExhausted()).isTrue();
  }

  @Test
  void aSuspendedImageGoesOnWhenHalfOfItsRowsAreTaken() throws Exception {
    UnorderedRows rows = table.openUnordered(2, 2, 1);
    table.scans.get(0).rows("A1", "A2");
    assertThat(table.scans.get(0).suspended).isTrue();
    assertThat(ready(rows)).containsExactly("A1", "A2");
    assertThat(table.scans.get(0).suspended).isFalse();
  }

  @Test
  void aFailedImageFailsTheScanBehindItsRowsAndFromThenOn() throws Exception {
    UnorderedRows rows = table.openUnordered(3, 2, PLENTY);
    table.scans.get(0).rows("A1");
    table.scans.get(0).fail(new DoNotRetryIOException("a filter failed"));
    assertThat(Bytes.toString(rows.poll().getRow())).isEqualTo("A1");
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(rows::poll).hasMessage("a filter failed");
      table.scans.get(1).rows("B" + i);
    }
    assertThat(table.scans).hasSize(2);
  }

  @Test
  void thePiecesOfARowComeInSuccession() throws Exception {
    ImageReading inPieces =
        new ImageReading(
            table.table(), PLENTY, Rounds.NONE, new OwnerCounts(true), ScanMemory.UNCOUNTED, 1);
    UnorderedRows rows = table.openUnordered(inPieces, 2, 2);
    int large = 3 << 20;
    table
        .scans
        .get(0)
        .pieces(
            ScriptedTable.piece("A1", "a", large),
            ScriptedTable.piece("A1", "b", large),
            ScriptedTable.piece("A1", "c", 1));
    table.scans.get(1).rows("B1");
    assertThat(Bytes.toString(rows.poll().getRow())).isEqualTo("A1");
    assertThat(rows.poll()).as("B1 waits for the rest of A1").isNull();
    table.scans.get(0).rows("A2");
    Result rest = rows.poll();
    assertThat(Bytes.toString(rest.getRow())).isEqualTo("A1");
    assertThat(rest.mayHaveMoreCellsInRow()).isFalse();
    assertThat(ready(rows)).containsExactlyInAnyOrder("A2", "B1");
  }

  @Test
  void aRowInPiecesComesWhole() throws Exception {
    UnorderedRows rows = table.openUnordered(1, 1, PLENTY);
    table.scans.get(0).pieces(ScriptedTable.piece("A1", "a", 1), ScriptedTable.piece("A1", "b", 1));
    table.scans.get(0).rows("A2");
    assertThat(rows.poll().size()).isEqualTo(2);
  }

  @Test
  void aClosedScanEndsItsImagesAndBeginsNoOther() throws Exception {
    UnorderedRows rows = table.openUnordered(3, 2, 1);
    table.scans.get(0).rows("A1", "A2");
    rows.close();
    assertThat(table.scans.get(0).suspended).as("goes on, to its end").isFalse();
    table.scans.forEach(scan -> scan.rows("X"));
    assertThat(table.scans).hasSize(2).allMatch(scan -> scan.terminated);
    assertThat(ready(rows)).isEmpty();
    assertThat(rows.isExhausted()).isTrue();
  }
}
