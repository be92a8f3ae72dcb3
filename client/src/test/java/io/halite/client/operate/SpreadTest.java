package io.halite.client.operate;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.keys.KeyBytes;
import io.halite.keys.KeyRange;
import io.halite.keys.SaltingSpec;
import io.halite.routing.endpoint.RegionFacts;
import java.util.List;
import org.junit.jupiter.api.Test;

class SpreadTest {
  private static final SaltingSpec SPEC = SaltingSpec.parse("salt=hash(*) % 4");

  private static RegionFacts region(String start, String stop, long requests, long forwarded) {
    KeyRange rows = KeyRange.of(KeyBytes.parseReadable(start), KeyBytes.parseReadable(stop));
    return new RegionFacts(
        SPEC.toString(), "1", "s,1,1", rows, 100, requests, requests, forwarded, forwarded);
  }

  @Test
  void aRegionOfOneBucketCountsForItAndOneOfTwoForBothByHalves() {
    Spread spread =
        Spread.of(
            SPEC,
            List.of(region("", "01", 10, 0), region("01", "03", 20, 0), region("03", "", 30, 50)),
            List.of(1L, 2L, 3L, 6L));
    assertThat(spread.buckets())
        .containsExactly(
            new Spread.Share("00", 1, 100, 10, 10),
            new Spread.Share("01", 2, 50, 10, 10),
            new Spread.Share("02", 3, 50, 10, 10),
            new Spread.Share("03", 6, 100, 30, 30));
  }

  @Test
  void aGatewayIsARegionThatTookNaturalRequests() {
    Spread spread =
        Spread.of(
            SPEC,
            List.of(region("", "47", 10, 0), region("47", "", 30, 10)),
            List.of(0L, 0L, 0L, 0L));
    assertThat(spread.gateways()).containsExactly(new Spread.Share("[47, +∞)", 0, 100, 10, 10));
  }

  @Test
  void theStrayBucketOfHBaseWdHalvesNoBucketAndIsNotPartOfTheMean() {
    SaltingSpec hbasewd = SaltingSpec.parse("salt=hbasewd % 3");
    List<RegionFacts> regions =
        List.of(region("", "01", 10, 0), region("01", "02", 20, 0), region("02", "", 30, 0));
    Spread spread = Spread.of(hbasewd, regions, List.of(4L, 4L, 4L, 0L));
    assertThat(spread.buckets())
        .containsExactly(
            new Spread.Share("00", 4, 100, 10, 10),
            new Spread.Share("01", 4, 100, 20, 20),
            new Spread.Share("02", 4, 100, 30, 30),
            new Spread.Share("FE", 0, 0, 0, 0));
    assertThat(spread.imbalance()).isEqualTo(1.0);
    assertThat(Spread.of(hbasewd, List.of(region("FE", "", 9, 0)), List.of(0L, 0L, 0L, 1L)))
        .as("a region of the stray bucket alone")
        .returns(new Spread.Share("FE", 1, 100, 9, 9), one -> one.buckets().get(3));
  }

  @Test
  void theImbalanceIsTheFullestBucketOverTheMean() {
    List<RegionFacts> one = List.of(region("", "", 0, 0));
    assertThat(Spread.of(SPEC, one, List.of(5L, 5L, 5L, 5L)).imbalance()).isEqualTo(1.0);
    assertThat(Spread.of(SPEC, one, List.of(20L, 0L, 0L, 0L)).imbalance()).isEqualTo(4.0);
    assertThat(Spread.of(SPEC, one, List.of(1L, 2L, 3L, 6L)).imbalance()).isEqualTo(2.0);
    assertThat(Spread.of(SPEC, one, List.of(0L, 0L, 0L, 0L)).imbalance()).isEqualTo(1.0);
  }
}
