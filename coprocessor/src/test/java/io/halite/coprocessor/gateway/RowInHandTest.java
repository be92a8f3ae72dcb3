package io.halite.coprocessor.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.coprocessor.owner.MemoryAccount;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.Result;
import org.junit.jupiter.api.Test;

/** Which rows a scan refers to, and that it counts each of them once. */
class RowInHandTest {
  private static final byte[] F = {'f'};

  private final MemoryAccount account = KeptRests.account();
  private final RowInHand row = new RowInHand(account.share());

  private static Result row(char key, int cells, boolean more) {
    Cell[] all =
        IntStream.range(0, cells)
            .mapToObj(i -> new KeyValue(new byte[] {(byte) key}, F, new byte[] {(byte) i}, 7, F))
            .toArray(Cell[]::new);
    return Result.create(all, null, false, more);
  }

  private static long bytes(Result... rows) {
    long bytes = 0;
    for (Result each : rows) {
      bytes += Result.getTotalSizeOfCells(each);
    }
    return bytes;
  }

  /** Hands out so many cells, as one step of an answer, and lets go of a row at its end. */
  private void step(int cells) {
    for (int i = 0; i < cells; i++) {
      row.give();
    }
    if (row.isGiven() && !row.mayHaveMore()) {
      row.letGo();
    }
    row.endStep();
  }

  @Test
  void aRowThatAnAnswerHasBegunWithIsHeldUntilTheClientAsksForMore() {
    Result a = row('a', 3, false);
    row.beginCall();
    row.take(a);
    step(2);
    assertThat(row.inPieces()).containsExactly(a);
    assertThat(account.held()).isEqualTo(bytes(a));
    row.beginCall();
    assertThat(account.held()).as("once, although it is in hand, too").isEqualTo(bytes(a));
    step(1);
    assertThat(row.inPieces()).as("the answer may get lost").containsExactly(a);
    assertThat(account.held()).isEqualTo(bytes(a));
    row.beginCall();
    assertThat(row.inPieces()).isEmpty();
    assertThat(account.held()).isZero();
  }

  @Test
  void theRowInHandIsCountedBesideTheOneThatTheAnswerHasBegunWith() {
    Result a = row('a', 3, false);
    Result b = row('b', 5, false);
    Result c = row('c', 2, false);
    row.beginCall();
    row.take(a);
    step(1);
    row.beginCall();
    step(2);
    row.take(b);
    step(1);
    assertThat(row.inPieces()).containsExactly(a, b);
    assertThat(account.held()).isEqualTo(bytes(a, b));
    step(4);
    row.take(c);
    step(1);
    assertThat(row.inPieces()).as("b began and ended in this answer").containsExactly(a, c);
    assertThat(account.held()).isEqualTo(bytes(a, c));
    row.beginCall();
    assertThat(row.inPieces()).containsExactly(c);
    assertThat(account.held()).isEqualTo(bytes(c));
  }

  @Test
  void neitherAWholeRowNorAPieceThatHasBeenHandedOutIsHeld() {
    row.beginCall();
    row.take(row('a', 3, false));
    step(3);
    assertThat(row.inPieces()).isEmpty();
    assertThat(account.held()).isZero();
    Result first = row('b', 4, true);
    Result last = row('b', 1, false);
    assertThat(row.take(first)).isTrue();
    step(2);
    row.beginCall();
    assertThat(row.inPieces()).as("its other cells are not known").isEmpty();
    assertThat(account.held()).isEqualTo(bytes(first));
    step(2);
    assertThat(row.take(last)).isFalse();
    assertThat(account.held()).isEqualTo(bytes(last));
    step(1);
    assertThat(account.held()).isZero();
  }

  @Test
  void aRowWhoseLastPieceMayBeFollowedByOthersIsHeldUntilTheClientHasAskedForThem() {
    Result a = row('a', 2, false);
    row.beginCall();
    row.take(a);
    row.give();
    row.give();
    row.endInRow();
    row.endStep();
    assertThat(row.inPieces()).containsExactly(a);
    row.beginCall();
    row.take(row('b', 1, false));
    step(1);
    assertThat(row.inPieces()).as("the answer may get lost").containsExactly(a);
    row.beginCall();
    assertThat(row.inPieces()).isEmpty();
    assertThat(account.held()).isZero();
  }
}
