package io.halite.client.latest;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.keys.SaltingSpec;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LatestPlanTest {
  private static LatestPlan plan(LatestQuery query, String unit, String salt) {
    List<byte[]> names = new ArrayList<>();
    for (int i = 0; i < 10_000; i++) {
      names.add(Bytes.toBytes("%05d%s".formatted(i, unit)));
    }
    return LatestPlan.of(
        query.ofKeys(names),
        SaltingSpec.parse("key=group:5:digits unit:1 ts:8:revtime,salt=" + salt));
  }

  @ParameterizedTest
  @CsvSource({"none, 1", "hash(group) % 256, 1", "hash(*) % 8, 1", "hash(*) % 256, 20"})
  void tenThousandKeysAreReadInPortionsThatDoNotGrowWithTheBuckets(String salt, int portions) {
    LatestPlan plan = plan(LatestQuery.newest(1), "u", salt);
    List<LatestPlan> read = plan.portions();
    assertThat(read).hasSize(portions);
    assertThat(read.stream().flatMap(portion -> portion.rows().stream()))
        .containsExactlyElementsOf(plan.rows());
  }

  /** Of which each may be in a bucket of its own. */
  @Test
  void namedKeysUnderASaltOfVeryManyPlacesAreReadFewAtATime() {
    LatestPlan plan = plan(LatestQuery.newest(1), "u", "md5(group)[0:4]");
    List<LatestPlan> read = plan.portions();
    assertThat(read).hasSize(40).allMatch(portion -> portion.rows().size() <= 256);
    assertThat(read.stream().flatMap(portion -> portion.rows().stream()))
        .containsExactlyElementsOf(plan.rows());
  }

  @Test
  void keysOfSeveralHistoriesAreReadInPortions() {
    LatestPlan plan = plan(LatestQuery.newest(1).by("group"), "", "hash(*) % 256");
    List<LatestPlan> read = plan.portions();
    assertThat(read).hasSize(20);
    assertThat(read.stream().flatMap(portion -> portion.rows().stream()))
        .containsExactlyElementsOf(plan.rows());
  }
}
