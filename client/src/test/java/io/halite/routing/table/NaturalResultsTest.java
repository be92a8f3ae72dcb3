package io.halite.routing.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.keys.RowKeyException;
import io.halite.keys.Salt;
import io.halite.keys.SaltingSpec;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class NaturalResultsTest {
  private static final Salt SALT = SaltingSpec.parse("salt=hash(*) % 16").salt();
  private static final byte[] F = Bytes.toBytes("f");
  private static final byte[] NATURAL = Bytes.toBytes("ATL");

  private final NaturalResults results = new NaturalResults(SALT);

  private static Cell[] cells(byte[] row) {
    return new Cell[] {
      new KeyValue(row, F, Bytes.toBytes("a"), 5L, Bytes.toBytes("1")),
      new KeyValue(row, F, Bytes.toBytes("b"), 7L, Bytes.toBytes("2"))
    };
  }

  @Test
  void cellsAreShownUnderTheNaturalRowAndEqualPlainOnes() {
    List<Cell> natural = results.cells(cells(SALT.salt(NATURAL)));
    assertThat(natural).hasSize(2);
    for (int i = 0; i < 2; i++) {
      assertThat(CellUtil.equals(natural.get(i), cells(NATURAL)[i])).isTrue();
      assertThat(CellUtil.cloneValue(natural.get(i)))
          .isEqualTo(CellUtil.cloneValue(cells(NATURAL)[i]));
    }
  }

  @Test
  void whatAResultSaysBesideItsCellsIsKept() {
    Result stored = Result.create(cells(SALT.salt(NATURAL)), null, true, true);
    Result natural = results.of(stored);
    assertThat(natural.getRow()).isEqualTo(NATURAL);
    assertThat(natural.isStale()).isTrue();
    assertThat(natural.mayHaveMoreCellsInRow()).isTrue();
    assertThat(natural.getValue(F, Bytes.toBytes("b"))).isEqualTo(Bytes.toBytes("2"));
  }

  @Test
  void whatHasNoCellsIsReturnedAsItIs() {
    assertThat(results.of((Result) null)).isNull();
    assertThat(results.of(Result.EMPTY_RESULT)).isSameAs(Result.EMPTY_RESULT);
    Result exists = Result.create(List.of(), true);
    assertThat(results.of(exists)).isSameAs(exists);
  }

  @Test
  void aRowWithoutItsRightSaltIsNamedNeverSkipped() {
    byte[] stored = SALT.salt(NATURAL);
    stored[0] ^= 1;
    assertThatThrownBy(() -> results.of(Result.create(cells(stored))))
        .isInstanceOf(RowKeyException.class)
        .hasMessageContaining("41 54 4C");
  }

  @Test
  void anAnswerToAWriteMayHaveCellsOfItsNaturalRow() {
    byte[] storedKey = SALT.salt(NATURAL);
    Cell[] mixed = {cells(NATURAL)[0], cells(storedKey)[1]};
    Result answer = results.ofWrite(Result.create(mixed, null, true, true), storedKey, NATURAL);
    assertThat(answer.rawCells()).hasSize(2).allMatch(cell -> CellUtil.matchingRows(cell, NATURAL));
    assertThat(answer.isStale()).isTrue();
    assertThat(answer.mayHaveMoreCellsInRow()).isTrue();
  }

  /** A natural key may look like the stored key of another row. */
  @Test
  void theNaturalRowOfAnAnswerIsNotTakenForTheStoredKeyOfAnotherRow() {
    byte[] natural = SALT.salt(NATURAL);
    byte[] storedKey = SALT.salt(natural);
    assertThat(results.ofWrite(Result.create(cells(natural)), storedKey, natural).getRow())
        .isEqualTo(natural);
    assertThat(results.ofWrite(Result.create(cells(storedKey)), storedKey, natural).getRow())
        .isEqualTo(natural);
  }

  @Test
  void anAnswerToAWriteWithARowOfNeitherKeyIsNamedWhereverItIs() {
    byte[] storedKey = SALT.salt(NATURAL);
    byte[] other = Bytes.toBytes("ORD");
    for (Cell first : new Cell[] {cells(other)[0], cells(storedKey)[0], cells(NATURAL)[0]}) {
      Result answer = Result.create(new Cell[] {first, cells(other)[1]});
      assertThatThrownBy(() -> results.ofWrite(answer, storedKey, NATURAL))
          .isInstanceOf(RowKeyException.class)
          .hasMessageContaining("52 44");
    }
  }

  @Test
  void theResultOfAConditionalWriteMayHaveCellsOfItsNaturalRow() {
    byte[] storedKey = SALT.salt(NATURAL);
    CheckAndMutateResult answer =
        results.ofWrite(
            new CheckAndMutateResult(true, Result.create(cells(NATURAL))), storedKey, NATURAL);
    assertThat(answer.isSuccess()).isTrue();
    assertThat(answer.getResult().getRow()).isEqualTo(NATURAL);
    CheckAndMutateResult none =
        results.ofWrite(new CheckAndMutateResult(false, null), storedKey, NATURAL);
    assertThat(none.isSuccess()).isFalse();
    assertThat(none.getResult()).isNull();
  }
}
