package io.halite.coprocessor.split;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.RegionSplitter;
import org.apache.hadoop.hbase.util.RegionSplitter.SplitAlgorithm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeySplitTest {
  private static SplitAlgorithm algorithm(String name) throws Exception {
    return RegionSplitter.newSplitAlgoInstance(
        new Configuration(false), "io.halite.coprocessor.split." + name);
  }

  @ParameterizedTest
  @CsvSource({
    "BucketSplit,      4,  \\x01 \\x02 \\x03",
    "HexSplit,         4,  4 8 c",
    "CapitalHexSplit,  4,  4 8 C",
    "DecimalSplit,     4,  25 5 75",
    "DecimalSplit,    10,  1 2 3 4 5 6 7 8 9",
    "HexSplit,         3,  55555555 aaaaaaaa",
    "HexSplit, 10, 19999999 33333333 4ccccccc 66666666 8 99999999 b3333333 cccccccc e6666666",
  })
  void shellFindsThePointsByName(String name, int regions, String points) throws Exception {
    SplitAlgorithm algorithm = algorithm(name);
    byte[][] cut = algorithm.split(regions);
    assertThat(String.join(" ", Arrays.stream(cut).map(algorithm::rowToStr).toList()))
        .isEqualTo(points);
    assertThat(algorithm.strToRow(algorithm.rowToStr(cut[0]))).isEqualTo(cut[0]);
    assertThat(algorithm.split(1)).isEmpty();
  }

  /** Document 000: between 9 and a lie bytes of no digit, where even cuts leave regions empty. */
  @Test
  void tenRegionsOverTheHexadecimalDigitsAllHoldSome() throws Exception {
    byte[][] points = algorithm("HexSplit").split(10);
    int[] held = new int[10];
    for (int number = 0; number < 0x1000; number++) {
      byte[] key = Bytes.toBytes("%03x".formatted(number));
      held[(int) Arrays.stream(points).filter(at -> Bytes.compareTo(at, key) <= 0).count()]++;
    }
    assertThat(held).containsOnly(409, 410);
  }

  @Test
  void rangesOfATableAreRefused() throws Exception {
    byte[] row = Bytes.toBytes("a");
    for (String name : List.of("BucketSplit", "HexSplit", "CapitalHexSplit", "DecimalSplit")) {
      SplitAlgorithm algorithm = algorithm(name);
      for (Runnable call :
          List.<Runnable>of(
              () -> algorithm.split(row, row),
              () -> algorithm.split(row, row, 3, true),
              () -> algorithm.setFirstRow(row),
              () -> algorithm.setLastRow(row),
              () -> algorithm.setFirstRow("a"),
              () -> algorithm.setLastRow("a"))) {
        assertThatThrownBy(call::run)
            .isInstanceOf(UnsupportedOperationException.class)
            .hasMessageContaining("SPLITALGO => 'io.halite.coprocessor.split." + name);
      }
    }
    assertThatThrownBy(() -> algorithm("BucketSplit").split(257)).hasMessageContaining("1 to 256");
  }
}
