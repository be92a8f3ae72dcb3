package io.halite.routing.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.keys.SaltingSpec;
import io.halite.routing.latest.ChoiceText;
import io.halite.routing.latest.LatestKeys;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class LatestCutTest {
  private static final SaltingSpec SPEC =
      SaltingSpec.parse("key=unit:3 ts:8:revtime,salt=hash(*) % 4");
  private static final LatestKeys KEYS = LatestKeys.of(SPEC.layout());

  private static ChoiceText newest(String text) {
    return ChoiceText.parse("halite.latest", text);
  }

  private static Cell cell(int salt, String unit, long time) {
    return new KeyValue(
        Bytes.add(
            new byte[] {(byte) salt}, Bytes.toBytes(unit), Bytes.toBytes(Long.MAX_VALUE - time)),
        Bytes.toBytes("f"),
        Bytes.toBytes("q"),
        Bytes.toBytes("v"));
  }

  @Test
  void theNewestOfEachKeyAreAdmittedWhateverBucketTheyComeFrom() {
    LatestCut cut = new LatestCut(KEYS, newest("2"), SPEC.salt(), new byte[0]);
    assertThat(
            Stream.of(cell(0, "ATL", 9), cell(3, "ATL", 8), cell(1, "ATL", 7), cell(2, "ORD", 6))
                .map(cut::admits))
        .containsExactly(true, true, false, true);
  }

  @Test
  void theCellsOfOneRowAreDecidedTogether() {
    LatestCut cut = new LatestCut(KEYS, newest("1"), SPEC.salt(), new byte[0]);
    assertThat(cut.admits(cell(0, "ATL", 9))).isTrue();
    assertThat(cut.admits(cell(0, "ATL", 9))).isTrue();
    assertThat(cut.admits(cell(0, "ATL", 8))).isFalse();
    assertThat(cut.admits(cell(0, "ATL", 8))).isFalse();
    assertThat(cut.isOver()).isTrue();
    assertThat(cut.behind().orElseThrow())
        .isEqualTo(Bytes.add(new byte[] {0}, Bytes.toBytes("ATM")));
  }

  @Test
  void rowsBeforeTheStartCountAndAreNotGiven() {
    byte[] from = Bytes.add(Bytes.toBytes("ATL"), Bytes.toBytes(Long.MAX_VALUE - 8));
    LatestCut cut = new LatestCut(KEYS, newest("2"), SPEC.salt(), from);
    assertThat(Stream.of(cell(0, "ATL", 9), cell(0, "ATL", 8), cell(0, "ATL", 7)).map(cut::admits))
        .containsExactly(false, true, false);
  }

  @Test
  void eachStepGivesItsNewestRowAndAJumpLeadsToTheNextStep() {
    LatestCut cut = new LatestCut(KEYS, newest("2 each 5ms"), SPEC.salt(), new byte[0]);
    assertThat(cut.admits(cell(0, "ATL", 9))).isTrue();
    assertThat(cut.admits(cell(2, "ATL", 8))).isFalse();
    assertThat(cut.isOver()).isTrue();
    assertThat(cut.behind().orElseThrow())
        .isEqualTo(
            Bytes.add(new byte[] {2}, Bytes.toBytes("ATL"), Bytes.toBytes(Long.MAX_VALUE - 4)));
    assertThat(Stream.of(cell(0, "ATL", 3), cell(0, "ATL", 2)).map(cut::admits))
        .containsExactly(true, false);
  }

  @Test
  void aRowNewerThanAllTimesIsPassedOver() {
    LatestCut cut = new LatestCut(KEYS, newest("at 5 2"), SPEC.salt(), new byte[0]);
    assertThat(cut.admits(cell(1, "ATL", 9))).isFalse();
    assertThat(cut.isOver()).isTrue();
    assertThat(cut.behind().orElseThrow())
        .isEqualTo(
            Bytes.add(new byte[] {1}, Bytes.toBytes("ATL"), Bytes.toBytes(Long.MAX_VALUE - 5)));
    assertThat(
            Stream.of(cell(0, "ATL", 4), cell(0, "ATL", 3), cell(0, "ATL", 2), cell(0, "ATL", 1))
                .map(cut::admits))
        .containsExactly(true, false, true, false);
    assertThat(cut.behind().orElseThrow())
        .isEqualTo(Bytes.add(new byte[] {0}, Bytes.toBytes("ATM")));
  }
}
