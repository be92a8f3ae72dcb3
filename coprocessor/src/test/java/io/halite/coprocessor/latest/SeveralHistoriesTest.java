package io.halite.coprocessor.latest;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.client.latest.KeyAnswer;
import io.halite.client.latest.LatestClient;
import io.halite.client.latest.LatestQuery;
import io.halite.keys.SaltingSpec;
import io.halite.routing.latest.PageBudget;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys whose newest rows lie in many histories, and do not fit into one page. */
class SeveralHistoriesTest {
  private static final int HISTORIES = 50;
  private static final int ROWS = 200;
  private static final int LIMIT = 100;

  /** {@code groups} keys, each of 50 histories of 200 rows, whose times alternate. */
  private static StoredRows table(String salt, int groups) {
    StoredRows table =
        new StoredRows(SaltingSpec.parse("key=group:1 unit:1 ts:8:revtime id:1,salt=" + salt));
    for (int group = 0; group < groups; group++) {
      for (int i = 0; i < HISTORIES * ROWS; i++) {
        table.put(
            ByteBuffer.allocate(11)
                .put((byte) group)
                .put((byte) (i % HISTORIES))
                .putLong(Long.MAX_VALUE - i)
                .put((byte) 0)
                .array(),
            "1");
      }
    }
    return table;
  }

  private static List<KeyAnswer> ask(StoredRows table, LatestQuery query) {
    return ask(table, query, new RestlessRegions(table, new Random(1), false));
  }

  private static List<KeyAnswer> ask(StoredRows table, LatestQuery query, RestlessRegions regions) {
    List<KeyAnswer> keys = new ArrayList<>();
    assertThat(
            LatestClient.of(regions, table.spec())
                // Half of the rows that the query returns.
                .ask(query.pages(new PageBudget(100_000, LIMIT / 2, 1_000)), keys::add))
        .isCompleted();
    return keys;
  }

  private static List<Long> newestTimes() {
    List<Long> times = new ArrayList<>();
    for (long time = HISTORIES * ROWS - 1; times.size() < LIMIT; time--) {
      times.add(time);
    }
    return times;
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "hash(*) % 4", "hash(unit) % 16"})
  void theNewestRowsOfTheWholeTableCostFewRowsMore(String salt) {
    StoredRows table = table(salt, 1);
    List<KeyAnswer> keys = ask(table, LatestQuery.newest(LIMIT).overAllKeys());
    assertThat(keys).hasSize(1);
    assertThat(keys.get(0).rows()).extracting(row -> row.time()).isEqualTo(newestTimes());
    // What arrives before 100 rows are known is read in vain; then two rows of each history.
    assertThat(table.given).isLessThan(HISTORIES * ROWS / 5);
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "hash(*) % 4", "hash(group) % 3"})
  void eachKeyOfSeveralHistoriesHasItsOwnBound(String salt) {
    StoredRows table = table(salt, 3);
    List<KeyAnswer> keys = ask(table, LatestQuery.newest(LIMIT).by("group"));
    assertThat(keys).hasSize(3);
    assertThat(keys)
        .allSatisfy(
            key -> assertThat(key.rows()).extracting(row -> row.time()).isEqualTo(newestTimes()));
    assertThat(table.given).isLessThan(3 * HISTORIES * ROWS / 5);
  }

  /** The first page of a region, too, asks for rows that are new enough. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void aRegionForEachHistoryCostsNoPageEach(int keySegments) {
    StoredRows table = table("none", 1);
    List<byte[]> starts = new ArrayList<>(List.of(new byte[0]));
    for (int unit = 1; unit < HISTORIES; unit++) {
      starts.add(new byte[] {0, (byte) unit});
    }
    LatestQuery query = LatestQuery.newest(LIMIT);
    List<KeyAnswer> keys =
        ask(
            table,
            keySegments == 0 ? query.overAllKeys() : query.by("group"),
            RestlessRegions.at(table, starts));
    assertThat(keys).hasSize(1);
    assertThat(keys.get(0).rows()).extracting(row -> row.time()).isEqualTo(newestTimes());
    // The k-th region has 100 / k rows among the newest 100 of those before it, and 50 at most.
    assertThat(table.given).isLessThan(6 * LIMIT);
  }
}
