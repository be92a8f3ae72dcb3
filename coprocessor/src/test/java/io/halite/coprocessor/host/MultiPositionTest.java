package io.halite.coprocessor.host;

import static io.halite.coprocessor.host.Requests.atomic;
import static io.halite.coprocessor.host.Requests.bytes;
import static io.halite.coprocessor.host.Requests.conditional;
import static io.halite.coprocessor.host.Requests.delete;
import static io.halite.coprocessor.host.Requests.each;
import static io.halite.coprocessor.host.Requests.increment;
import static io.halite.coprocessor.host.Requests.multi;
import static io.halite.coprocessor.host.Requests.put;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiRequest;
import org.junit.jupiter.api.Test;

class MultiPositionTest {
  private static final byte[] R = bytes("r");
  private static final byte[] ROW = bytes("row");

  private static MultiPosition position(MultiRequest request) {
    return new MultiPosition(request, new CellsAhead(Optional.empty()));
  }

  @Test
  void aRunThatHbaseCutsShortStillStandsForEachOfItsWrites() {
    MultiPosition cut = position(multi(each("r", put("row"), delete("row"), put("row"))));
    assertThat(cut.nextAtomic(R, ROW, 2, false)).isEmpty();
    MultiPosition mixed = position(multi(each("r", put("row"), put("row"), put("b"))));
    assertThat(mixed.nextAtomic(R, ROW, 2, false)).isEmpty();
  }

  @Test
  void anAtomicBatchOfTheSizeIsMeantRatherThanThePartOfARun() {
    MultiPosition both =
        position(
            multi(
                each("r", put("row"), put("row"), put("row")),
                atomic("r", put("row"), increment("row", 7))));
    assertThat(both.nextAtomic(R, ROW, 2, true).orElseThrow())
        .last()
        .satisfies(last -> assertThat(last.getNonce()).isEqualTo(7));
  }

  /** HBase has served two puts of three, since the gets before them had too large answers. */
  @Test
  void aRunThatHbaseCutsShortLeavesTheNonceToTheAtomicBatchBehindIt() {
    MultiPosition both =
        position(
            multi(
                each("r", put("row"), put("row"), put("row")),
                atomic("r", put("row"), increment("row", 7))));
    both.begun(R);
    assertThat(both.nextAtomic(R, ROW, 2, false)).isEmpty();
    both.begun(R);
    assertThat(both.nextAtomic(R, ROW, 2, true).orElseThrow())
        .last()
        .satisfies(last -> assertThat(last.getNonce()).isEqualTo(7));
  }

  @Test
  void noPartOfAnAtomicBatchAndNoRunOfAnotherRowFits() {
    MultiPosition atomic =
        position(multi(atomic("r", put("row"), put("row"), increment("row", 7))));
    assertThat(atomic.nextAtomic(R, ROW, 2, true).orElseThrow()).isEmpty();
    MultiPosition other = position(multi(each("r", put("row"), put("b"), put("row"))));
    assertThat(other.nextAtomic(R, ROW, 2, false).orElseThrow()).isEmpty();
  }

  @Test
  void onlyAnAtomicBatchOfSeveralRowsIsOneThatNoRegionCanServe() {
    MultiPosition legal =
        position(
            multi(
                each("r", put("row"), put("b"), increment("row", 7), increment("b", 8)),
                conditional("r", put("row"), put("row")),
                atomic("r", put("row"), increment("row", 7)),
                atomic("r", put("b"), put("b"))));
    assertThat(legal.hasAtomicOfRows(R, 2)).isFalse();
    MultiPosition forged =
        position(multi(atomic("r", put("row"), put("row")), atomic("r", put("row"), put("b"))));
    assertThat(forged.hasAtomicOfRows(R, 2)).isTrue();
    assertThat(forged.hasAtomicOfRows(R, 3)).isFalse();
    assertThat(forged.hasAtomicOfRows(bytes("other"), 2)).isFalse();
  }

  @Test
  void aRowStandsForItselfAmongSeveralPutsOrDeletesAndInNothingElse() {
    MultiPosition multi =
        position(
            multi(
                each("r", put("row"), delete("b"), increment("c", 7), put("single")),
                atomic("r", put("atomic"), put("both")),
                conditional("r", put("conditional"), put("both")),
                each("other", put("both"), put("both"))));
    assertThat(multi.standsForItself(R, ROW)).isTrue();
    assertThat(multi.standsForItself(R, bytes("b"))).isTrue();
    for (String row : new String[] {"c", "single", "atomic", "conditional", "both", "unknown"}) {
      assertThat(multi.standsForItself(R, bytes(row))).as(row).isFalse();
    }
    assertThat(multi.standsForItself(bytes("other"), bytes("both"))).isTrue();
    assertThat(multi.standsForItself(bytes("other"), ROW)).isFalse();
  }

  @Test
  void aRowThatAnAtomicBatchOfItsRegionHasTooDoesNotStandForItself() {
    MultiPosition both =
        position(multi(each("r", put("row"), put("b")), atomic("r", put("row"), delete("row"))));
    assertThat(both.standsForItself(R, ROW)).isFalse();
    assertThat(both.standsForItself(R, bytes("b"))).isTrue();
    MultiPosition old =
        position(
            multi(each("r", put("row"), put("b"))).toBuilder()
                .setCondition(Requests.condition())
                .build());
    assertThat(old.standsForItself(R, ROW)).isFalse();
  }
}
