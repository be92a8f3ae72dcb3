package io.halite.coprocessor.latest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.keys.KeyRange;
import io.halite.keys.SaltingSpec;
import io.halite.routing.latest.LatestException;
import io.halite.routing.latest.LatestKeys;
import io.halite.routing.latest.PageBudget;
import io.halite.routing.latest.PageRequest;
import io.halite.routing.latest.Selection;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One region that holds all buckets of a table. */
class RequestRulesTest {
  private static final SaltingSpec SPEC =
      SaltingSpec.parse("key=unit:3 ts:8:revtime,salt=hash(*) % 256");
  private static final RegionInfo REGION =
      RegionInfoBuilder.newBuilder(TableName.valueOf("t")).build();

  /** Ranges such as {@code 01-0141,02-}. */
  private static LatestKeys check(String ranges) {
    List<KeyRange> asked = Arrays.stream(ranges.split(",")).map(RequestRulesTest::range).toList();
    return RequestRules.check(
        new PageRequest(SPEC.fingerprint(), 1, asked, 0, Selection.ofLimit(1), PageBudget.DEFAULT),
        SPEC,
        REGION);
  }

  private static KeyRange range(String text) {
    String[] bounds = text.split("-", -1);
    return KeyRange.of(HexFormat.of().parseHex(bounds[0]), HexFormat.of().parseHex(bounds[1]));
  }

  @ParameterizedTest
  @ValueSource(strings = {"01-02", "0141-0142", "01-0141,0142-0143,0150-02", "FF-", "FF41-"})
  void rangesOfOneBucketAreAnswered(String ranges) {
    assertThat(check(ranges).keySegments()).isEqualTo(1);
  }

  /** A condition would be sought in the first bucket alone, and a key come once for each. */
  @ParameterizedTest
  @ValueSource(strings = {"01-03", "01-", "01-0241", "01-0141,02-0241", "-01", "-"})
  void rangesOfSeveralBucketsAreRefused(String ranges) {
    assertThatThrownBy(() -> check(ranges))
        .isInstanceOf(LatestException.class)
        .hasMessageContaining("it must lie in one bucket, that of the first range");
  }

  @Test
  void withoutASaltAnyRangesAreAnswered() {
    SaltingSpec plain = SaltingSpec.parse("key=unit:3 ts:8:revtime,salt=none");
    PageRequest all =
        new PageRequest(
            plain.fingerprint(),
            1,
            List.of(KeyRange.all()),
            0,
            Selection.ofLimit(1),
            PageBudget.DEFAULT);
    assertThat(RequestRules.check(all, plain, REGION).keySegments()).isEqualTo(1);
  }
}
