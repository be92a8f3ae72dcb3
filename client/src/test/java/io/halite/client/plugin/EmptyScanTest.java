package io.halite.client.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.keys.SaltingSpec;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Scans of which no owner is sent anything. */
class EmptyScanTest {
  @ParameterizedTest
  @ValueSource(strings = {"salt=hash(*) % 4", "salt=random % 4", "key=a:4,salt=random-suffix % 10"})
  void aScanOfAnEmptyRangeEndsWithoutAnAnswer(String line) throws Exception {
    TableSpec spec = Salted.unknown();
    spec.learn(SaltingSpec.parse(line));
    byte[] row = Salted.key("rows");
    CompletableFuture<List<Result>> all =
        new AsyncScans(Salted.asyncTable().build(), spec, Runnable::run)
            .all(new Scan().withStartRow(row).withStopRow(row).setLimit(1));
    assertThat(all.getNow(List.of(Result.EMPTY_RESULT))).isEmpty();
  }
}
