package io.halite.it.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class RegionRowsTest {
  private static List<RegionRows> regions(long... rows) {
    return Arrays.stream(rows).mapToObj(n -> new RegionRows("", 0, n, "")).toList();
  }

  @Test
  void theBusiestRegionIsMeasuredByTheMean() {
    assertThat(RegionRows.busiestOfMean(regions(5, 5, 5, 5))).isEqualTo(1.0);
    assertThat(RegionRows.busiestOfMean(regions(0, 20, 0, 0))).isEqualTo(4.0);
    assertThat(RegionRows.busiestOfMean(regions(4, 6, 5, 5))).isEqualTo(1.2);
    assertThat(RegionRows.busiestOfMean(regions(0, 0))).isZero();
  }
}
