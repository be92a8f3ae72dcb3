package io.halite.routing.merge;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.filters.cell.CellSize;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.QueryMetrics;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class CutRowsTest {
  private static final byte[] F = Bytes.toBytes("f");

  /** Rows that have all arrived. */
  private record Arrived(Queue<Result> rows) implements ArrivingRows {
    static Arrived of(Result... rows) {
      return new Arrived(new ArrayDeque<>(List.of(rows)));
    }

    @Override
    public Result poll() {
      return rows.poll();
    }

    @Override
    public boolean isExhausted() {
      return rows.isEmpty();
    }

    @Override
    public void await(long millis) {}

    @Override
    public void close() {
      rows.clear();
    }
  }

  private static Result row(String row, boolean more, String... qualifiers) {
    Cell[] cells =
        Arrays.stream(qualifiers)
            .map(q -> new KeyValue(Bytes.toBytes(row), F, Bytes.toBytes(q), 1L, new byte[10]))
            .toArray(Cell[]::new);
    return Result.create(cells, null, false, more);
  }

  private static List<String> pieces(ArrivingRows rows) throws Exception {
    List<String> pieces = new ArrayList<>();
    while (!rows.isExhausted()) {
      Result piece = rows.poll();
      StringBuilder text = new StringBuilder(Bytes.toString(piece.getRow())).append(':');
      for (Cell cell : piece.rawCells()) {
        text.append(Bytes.toString(CellUtil.cloneQualifier(cell)));
      }
      pieces.add(text + (piece.mayHaveMoreCellsInRow() ? "+" : ""));
    }
    return pieces;
  }

  @Test
  void eachPieceHasItsCellsAndAllButTheLastOfARowSayThatMoreMayFollow() throws Exception {
    Arrived rows =
        Arrived.of(
            row("1", false, "a", "b", "c"),
            row("2", false, "a", "b"),
            row("3", false, "a"),
            row("4", true, "a", "b"),
            row("4", false, "c"));
    assertThat(pieces(new CutRows(rows, 2, Long.MAX_VALUE)))
        .containsExactly("1:ab+", "1:c", "2:ab", "3:a", "4:ab+", "4:c");
  }

  @Test
  void aPieceEndsWithTheCellThatReachesItsSizeAndHasOneAtLeast() throws Exception {
    long cell = CellSize.inMemstore(row("1", false, "a").rawCells()[0]);
    Arrived rows = Arrived.of(row("1", false, "a", "b", "c"));
    assertThat(pieces(new CutRows(rows, 9, cell + 1))).containsExactly("1:ab+", "1:c");
    Arrived again = Arrived.of(row("1", false, "a", "b"));
    assertThat(pieces(new CutRows(again, 9, 1))).containsExactly("1:a+", "1:b");
  }

  @Test
  void theFirstPieceOfARowHasItsQueryMetricsAndTheOthersHaveReadNothingMore() throws Exception {
    Result cut = row("1", false, "a", "b", "c");
    cut.setMetrics(new QueryMetrics(77));
    Result whole = row("2", false, "a");
    whole.setMetrics(new QueryMetrics(5));
    CutRows rows = new CutRows(Arrived.of(cut, whole, row("3", false, "a")), 9, 1);
    assertThat(rows.poll().getMetrics().getBlockBytesScanned()).isEqualTo(77);
    assertThat(rows.poll().getMetrics().getBlockBytesScanned()).isZero();
    assertThat(rows.poll().getMetrics().getBlockBytesScanned()).isZero();
    assertThat(rows.poll().getMetrics().getBlockBytesScanned()).isEqualTo(5);
    assertThat(rows.poll().getMetrics()).isNull();
  }
}
