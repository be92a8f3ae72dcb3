package io.halite.coprocessor.host;

import static io.halite.coprocessor.host.Requests.atomic;
import static io.halite.coprocessor.host.Requests.bytes;
import static io.halite.coprocessor.host.Requests.delete;
import static io.halite.coprocessor.host.Requests.each;
import static io.halite.coprocessor.host.Requests.increment;
import static io.halite.coprocessor.host.Requests.multi;
import static io.halite.coprocessor.host.Requests.put;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MultiPositionTest {
  private static final byte[] R = bytes("r");
  private static final byte[] ROW = bytes("row");

  @Test
  void aRunThatHbaseCutsShortStillStandsForEachOfItsWrites() {
    MultiPosition cut = new MultiPosition(multi(each("r", put("row"), delete("row"), put("row"))));
    assertThat(cut.nextAtomic(R, ROW, 2)).isEmpty();
    MultiPosition mixed = new MultiPosition(multi(each("r", put("row"), put("row"), put("b"))));
    assertThat(mixed.nextAtomic(R, ROW, 2)).isEmpty();
  }

  @Test
  void anAtomicBatchOfTheSizeIsMeantRatherThanThePartOfARun() {
    MultiPosition both =
        new MultiPosition(
            multi(
                each("r", put("row"), put("row"), put("row")),
                atomic("r", put("row"), increment("row", 7))));
    assertThat(both.nextAtomic(R, ROW, 2).orElseThrow())
        .last()
        .satisfies(last -> assertThat(last.getNonce()).isEqualTo(7));
  }

  @Test
  void noPartOfAnAtomicBatchAndNoRunOfAnotherRowFits() {
    MultiPosition atomic =
        new MultiPosition(multi(atomic("r", put("row"), put("row"), increment("row", 7))));
    assertThat(atomic.nextAtomic(R, ROW, 2).orElseThrow()).isEmpty();
    MultiPosition other = new MultiPosition(multi(each("r", put("row"), put("b"), put("row"))));
    assertThat(other.nextAtomic(R, ROW, 2).orElseThrow()).isEmpty();
  }
}
