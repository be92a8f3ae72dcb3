package io.halite.routing.merge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class RowLimitTest {
  private static final byte[] F = Bytes.toBytes("f");

  private static Result[] rows(String... rows) {
    return Arrays.stream(rows)
        .map(row -> Result.create(new KeyValue[] {new KeyValue(Bytes.toBytes(row), F, F)}))
        .toArray(Result[]::new);
  }

  private static RowLimit after(int limit, String... rows) {
    RowLimit counted = new RowLimit(limit);
    counted.sent();
    counted.arrived(rows(rows));
    return counted;
  }

  @Test
  void anEndBehindFewerRowsOfTwoRegionsThanTheLimitIsInDoubt() {
    assertThat(after(3, "a", "b").rowInDoubt(2)).hasValue(Bytes.toBytes("b"));
    assertThat(after(3, "a", "b", "c").rowInDoubt(2)).isEmpty();
    assertThat(after(3, "a", "b").rowInDoubt(1)).as("one region").isEmpty();
  }

  @Test
  void piecesOfOneRowAreOneRow() {
    RowLimit counted = after(3, "a", "a", "b");
    counted.arrived(rows("b", "b"));
    assertThat(counted.rowInDoubt(2)).isPresent();
    counted.arrived(rows("b", "c"));
    assertThat(counted.rowInDoubt(2)).isEmpty();
  }

  @Test
  void aStretchWithoutRowsIsNotReadAgain() {
    RowLimit counted = after(3, "a");
    counted.sent();
    assertThat(counted.rowInDoubt(2)).isEmpty();
  }

  @Test
  void noEndOfAScanWithoutALimitIsInDoubt() {
    assertThat(after(0, "a", "b").rowInDoubt(5)).isEmpty();
  }
}
