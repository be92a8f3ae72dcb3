package io.halite.coprocessor.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.junit.jupiter.api.Test;

class AheadLimitTest {
  private static final byte[] ROW = {'r'};
  private static final int MIB = 1 << 20;

  private static boolean isCut(Get stored, int bytes) {
    List<Cell> answer = new ArrayList<>();
    answer.add(new KeyValue(ROW, ROW, ROW, 1, new byte[bytes]));
    AheadLimit.cut(stored, answer);
    return AheadLimit.isCut(Result.create(answer));
  }

  @Test
  void eachGetOfARunHasAnEvenShareOfEightMebibytes() {
    Get stored = AheadLimit.putOn(new Get(ROW), 8);
    assertThat(isCut(stored, MIB - 100)).isFalse();
    assertThat(isCut(stored, MIB)).isTrue();
  }

  @Test
  void whatIsReadByItselfIsAnsweredWhole() {
    assertThat(isCut(new Get(ROW), 9 * MIB)).isFalse();
    assertThat(isCut(AheadLimit.takeOff(AheadLimit.putOn(new Get(ROW), 100)), MIB)).isFalse();
  }

  @Test
  void aLimitThatIsNoneCutsNothing() {
    assertThat(isCut(new Get(ROW).setAttribute("halite.ahead", new byte[3]), MIB)).isFalse();
  }

  @Test
  void noAnswerIsNotCut() {
    assertThat(AheadLimit.isCut(Result.EMPTY_RESULT)).isFalse();
    assertThat(AheadLimit.isCut(Result.create(List.of(), false))).isFalse();
  }
}
