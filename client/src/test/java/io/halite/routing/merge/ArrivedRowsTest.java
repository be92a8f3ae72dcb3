package io.halite.routing.merge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.QueryMetrics;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ArrivedRowsTest {
  private static final long NEVER = Long.MAX_VALUE;

  private final HeldBytes held = new HeldBytes();

  /** A piece of a row, a cell for each letter; the row may have more cells behind a plus. */
  private static Result piece(String row, String letters) {
    List<Cell> cells = new ArrayList<>();
    boolean more = letters.endsWith("+");
    for (char letter : letters.replace("+", "").toCharArray()) {
      byte[] qualifier = Bytes.toBytes(String.valueOf(letter));
      cells.add(new KeyValue(Bytes.toBytes(row), Bytes.toBytes("f"), qualifier, 7L, qualifier));
    }
    return Result.create(cells.toArray(Cell[]::new), null, false, more);
  }

  private static String text(Result result) {
    if (result == null) {
      return "nothing";
    }
    StringBuilder text = new StringBuilder(Bytes.toString(result.getRow())).append(' ');
    for (Cell cell : result.rawCells()) {
      text.append(Bytes.toString(CellUtil.cloneQualifier(cell)));
    }
    return text.append(result.mayHaveMoreCellsInRow() ? "+" : "").toString();
  }

  private static Result take(ArrivedRows rows) {
    Queue<Result> turn = new ArrayDeque<>();
    assertThat(rows.take(turn, 1, 0)).isEqualTo(!turn.isEmpty());
    return turn.poll();
  }

  @Test
  void rowsTakenAheadCountUntilTheNextOnesAreTaken() {
    ArrivedRows rows = new ArrivedRows(held, 0, NEVER);
    for (String row : List.of("1", "2", "3", "4")) {
      rows.add(piece(row, "a"));
    }
    long each = held.bytes.get() / 4;
    Queue<Result> turn = new ArrayDeque<>();
    rows.take(turn, 3, NEVER / 2);
    assertThat(held.bytes).as("one is given, and two are ahead").hasValue(3 * each);
    rows.take(turn, 3, NEVER / 2);
    assertThat(held.bytes).hasValue(0);
    assertThat(turn).hasSize(4);
    rows.add(piece("5", "a"));
    rows.add(piece("6", "a"));
    rows.take(turn, 2, NEVER / 2);
    assertThat(held.bytes).as("one is ahead").hasValue(each);
    nothingIsHeld(rows);
  }

  @Test
  void aLargeRowIsNotTakenAhead() {
    ArrivedRows rows = new ArrivedRows(held, 0, NEVER);
    rows.add(piece("1", "a"));
    rows.add(piece("2", "abcdefgh"));
    long small = rows.bytes() / 9;
    Queue<Result> turn = new ArrayDeque<>();
    rows.take(turn, 9, 2 * small);
    assertThat(turn).extracting(ArrivedRowsTest::text).containsExactly("1 a");
    nothingIsHeld(rows);
  }

  private void nothingIsHeld(ArrivedRows rows) {
    rows.clear();
    assertThat(held.bytes).hasValue(0);
    assertThat(rows.bytes()).isZero();
  }

  @Test
  void wholeRowsAreTakenTogetherUpToANumberASizeAndARowInPieces() {
    ArrivedRows rows = new ArrivedRows(held, 0, NEVER);
    for (String row : List.of("1", "2", "3", "4", "5", "6")) {
      rows.add(piece(row, "a"));
    }
    rows.add(piece("7", "a+"));
    long each = rows.bytes() / 7;
    Queue<Result> turn = new ArrayDeque<>();
    rows.take(turn, 2, NEVER / 2);
    assertThat(turn).extracting(ArrivedRowsTest::text).containsExactly("1 a", "2 a");
    rows.take(turn, 9, 1);
    assertThat(turn).as("one, whatever its size").hasSize(3);
    rows.take(turn, 9, 2 * each);
    assertThat(turn).as("two, which have the size together").hasSize(5);
    rows.take(turn, 9, NEVER / 2);
    assertThat(turn).as("the rest but the row in pieces").hasSize(6);
    rows.take(turn, 9, NEVER / 2);
    assertThat(turn).hasSize(6);
    rows.add(piece("7", "b"));
    assertThat(text(take(rows))).isEqualTo("7 ab");
    nothingIsHeld(rows);
  }

  @Test
  void aRowIsTakenWhenItIsWhole() {
    ArrivedRows rows = new ArrivedRows(held, 0, NEVER);
    rows.add(piece("1", "ab+"));
    assertThat(rows.needsMore(true)).isTrue();
    assertThat(take(rows)).isNull();
    rows.add(piece("1", "c+"));
    assertThat(take(rows)).isNull();
    rows.add(piece("1", "d"));
    assertThat(rows.needsMore(true)).isFalse();
    assertThat(text(take(rows))).isEqualTo("1 abcd");
    assertThat(held.bytes).hasValue(0);
    nothingIsHeld(rows);
  }

  @Test
  void aRowIsWholeIfAnotherOneFollowsOrNothingDoes() {
    ArrivedRows rows = new ArrivedRows(held, 0, NEVER);
    rows.add(piece("1", "ab+"));
    rows.add(piece("2", "a+"));
    assertThat(text(take(rows))).isEqualTo("1 ab");
    assertThat(take(rows)).isNull();
    rows.end();
    assertThat(text(take(rows))).isEqualTo("2 a");
    nothingIsHeld(rows);
  }

  @Test
  void anOpenRowThatIsReadAgainIsDroppedWhole() {
    ArrivedRows rows = new ArrivedRows(held, 0, NEVER);
    rows.add(piece("1", "a"));
    rows.add(piece("2", "ab+"));
    rows.add(piece("2", "c+"));
    assertThat(rows.isOpenAndUntouched()).isTrue();
    rows.dropOpenRow();
    assertThat(text(take(rows))).isEqualTo("1 a");
    assertThat(rows.isEmpty()).isTrue();
    assertThat(held.bytes).hasValue(0);
  }

  @Test
  void aLargeRowIsTakenInBatchesAsLongAsACellFollows() {
    ArrivedRows rows = new ArrivedRows(held, 2, 1);
    rows.add(piece("1", "ab+"));
    assertThat(take(rows)).as("its last cells, perhaps").isNull();
    rows.add(piece("1", "cde+"));
    assertThat(text(take(rows))).isEqualTo("1 abcd+");
    assertThat(take(rows)).isNull();
    rows.add(piece("1", "fgh+"));
    rows.add(piece("1", "i"));
    assertThat(text(take(rows))).isEqualTo("1 efghi");
    nothingIsHeld(rows);
  }

  @Test
  void aSmallRowIsTakenWholeInAScanWithABatchToo() {
    ArrivedRows rows = new ArrivedRows(held, 2, 10_000);
    rows.add(piece("1", "abc+"));
    assertThat(take(rows)).isNull();
    rows.add(piece("1", "d"));
    assertThat(text(take(rows))).isEqualTo("1 abcd");
  }

  @Test
  void cellsThatWereTakenAreNotTakenAgainIfTheirRowIsReadAgain() {
    ArrivedRows rows = new ArrivedRows(held, 2, 1);
    rows.add(piece("1", "abc+"));
    assertThat(text(take(rows))).isEqualTo("1 ab+");
    assertThat(rows.isOpenAndUntouched()).isFalse();
    rows.dropOpenRow();
    rows.add(piece("1", "ab+"));
    assertThat(take(rows)).isNull();
    rows.add(piece("1", "cd"));
    assertThat(text(take(rows))).isEqualTo("1 cd");
    rows.add(piece("2", "a"));
    assertThat(text(take(rows))).isEqualTo("2 a");
    nothingIsHeld(rows);
  }

  private static Result measured(Result piece, long bytes) {
    piece.setMetrics(new QueryMetrics(bytes));
    return piece;
  }

  private static long bytesRead(Result row) {
    return row.getMetrics().getBlockBytesScanned();
  }

  @Test
  void queryMetricsOfTheTakenPiecesAreAddedUpOnce() {
    ArrivedRows rows = new ArrivedRows(held, 2, 1);
    rows.add(measured(piece("1", "ab+"), 1));
    rows.add(measured(piece("1", "cde+"), 20));
    assertThat(bytesRead(take(rows))).as("abcd").isEqualTo(21);
    rows.dropOpenRow();
    rows.add(measured(piece("1", "abcde+"), 300));
    rows.add(measured(piece("1", "f"), 4_000));
    assertThat(bytesRead(take(rows))).as("ef, read again").isEqualTo(4_300);
    rows.add(measured(piece("2", "a+"), 5));
    rows.add(measured(piece("2", "b"), 60));
    assertThat(bytesRead(take(rows))).isEqualTo(65);
  }

  /** A cell that counts how often its row is looked at. */
  private static final class Seen extends KeyValue {
    private static final byte[] ROW = {'r'};

    private final AtomicLong looks;

    Seen(byte[] qualifier, AtomicLong looks) {
      super(ROW, ROW, qualifier, 7L, qualifier);
      this.looks = looks;
    }

    @Override
    public byte[] getRowArray() {
      looks.incrementAndGet();
      return super.getRowArray();
    }
  }

  /** Under a short account a row of 100 MB comes in 100,000 pieces. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 10, 3_000})
  void eachPieceOfARowIsLookedAtAFewTimes(int batch) {
    int pieces = 2_000;
    AtomicLong looks = new AtomicLong();
    ArrivedRows rows = new ArrivedRows(held, batch, 100);
    int taken = 0;
    for (int i = 0; i < pieces; i++) {
      Cell[] cells = {new Seen(Bytes.toBytes(i), looks)};
      rows.add(Result.create(cells, null, false, i < pieces - 1));
      while (!rows.isEmpty() && !rows.needsMore(true)) {
        taken += take(rows).size();
      }
    }
    assertThat(taken).isEqualTo(pieces);
    assertThat(looks).hasValueLessThan(30L * pieces);
    nothingIsHeld(rows);
  }
}
