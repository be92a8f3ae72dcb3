package io.halite.it.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.client.latest.KeyAnswer;
import io.halite.client.latest.LatestAnswers;
import io.halite.client.latest.LatestClient;
import io.halite.client.latest.LatestQuery;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.TablePlan;
import io.halite.it.cluster.TestTable;
import io.halite.routing.latest.Column;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.JVMClusterUtil.RegionServerThread;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What HBase itself counts, with the rows that a condition hides: named keys cost rows of their
 * own, and a condition on the time costs no history outside of it.
 */
@ExtendWith(SharedCluster.class)
class NamedKeysCountIT {
  private static final int KEYS = 300;
  private static final int HISTORY = 40;
  private static final int EVERY = 15;
  private static final int NAMED = KEYS / EVERY;
  private static final String LAYOUT = "key=unit:4:digits ts:8:revtime tag:1,salt=";

  /** Without the observer the filter of a condition stands in the scan as it is. */
  private static final String ALONE = "the endpoint alone";

  private static final byte[] RARE = Bytes.toBytes("rare");
  private static final Map<String, TestTable> TABLES = new TreeMap<>();

  private static EmbeddedCluster cluster;

  @BeforeAll
  static void fill(EmbeddedCluster shared) throws Exception {
    cluster = shared;
    for (String salt : List.of("none", "hash(unit) % 4", ALONE)) {
      TablePlan plan = TestTable.numbered("named");
      if (salt.equals(ALONE)) {
        plan.attribute("|" + TestTable.LATEST_ENDPOINT + "||" + LAYOUT + "none");
      } else {
        plan.salted(LAYOUT + salt).coprocessor(TestTable.LATEST_ENDPOINT);
      }
      TestTable table = plan.create(cluster);
      TABLES.put(salt, table);
      List<Put> puts = new ArrayList<>();
      for (int key = 0; key < KEYS; key++) {
        for (int time = 0; time < HISTORY; time++) {
          Put put = new Put(row(key, time)).addColumn(TestTable.F, TestTable.Q, RARE);
          puts.add(time == 3 && key == EVERY ? put.addColumn(TestTable.F, RARE, RARE) : put);
        }
      }
      table.table().put(puts);
      cluster.utility().flush(table.name());
    }
  }

  @AfterAll
  static void drop() throws Exception {
    for (TestTable table : TABLES.values()) {
      table.close();
    }
  }

  private static byte[] key(int number) {
    return Bytes.toBytes("%04d".formatted(number));
  }

  /** The tag is the last digit of the time. */
  private static byte[] row(int key, long time) {
    byte tag = (byte) ('0' + time % 10);
    return ByteBuffer.allocate(13).put(key(key)).putLong(Long.MAX_VALUE - time).put(tag).array();
  }

  private record Asked(String what, LatestQuery query, int keys, int rows) {
    @Override
    public String toString() {
      return what;
    }
  }

  static Stream<Arguments> named() {
    List<byte[]> names = new ArrayList<>();
    for (int key = 0; key < KEYS; key += EVERY) {
      names.add(key(key));
    }
    Column rare = Column.of(TestTable.F, RARE);
    LatestQuery newest = LatestQuery.newest(9).ofKeys(names);
    LatestQuery oldest = LatestQuery.oldest(1).ofKeys(names);
    LatestQuery at = LatestQuery.at(9, 29).ofKeys(names);
    LatestQuery hourly = LatestQuery.newest(9).each(Duration.ofMillis(10)).ofKeys(names);
    return Stream.of(
            new Asked("newest by a tag", newest.where("tag = 7"), NAMED, 4 * NAMED),
            new Asked("newest by no tag", newest.where("tag = 'z'"), 0, 0),
            new Asked("newest of a column", newest.columns(rare), 1, 1),
            new Asked("both", newest.columns(rare).where("tag in (2, 3)"), 1, 1),
            new Asked("oldest of a column", oldest.columns(rare), 1, 1),
            new Asked("oldest by no tag", oldest.where("tag = 'z'"), 0, 0),
            new Asked("at times by a tag", at.where("tag = 7"), NAMED, 2 * NAMED),
            new Asked("at times of a column", at.columns(rare), 1, 1),
            new Asked("each step of a column", hourly.columns(rare), 1, 1),
            new Asked("window of a column", newest.between(2, 30).columns(rare), 1, 1))
        .flatMap(asked -> TABLES.keySet().stream().map(salt -> Arguments.of(salt, asked)));
  }

  @ParameterizedTest(name = "{1} on {0}")
  @MethodSource("named")
  void namedKeysCostAtMostTheirOwnRows(String salt, Asked asked) throws Exception {
    // Their rows, and the row at which each ends; oldest rows are met from both sides.
    assertThat(cost(salt, asked)).isLessThanOrEqualTo(2L * NAMED * (HISTORY + 2));
  }

  static Stream<Arguments> timed() {
    LatestQuery all = LatestQuery.newest(1);
    return Stream.of(
            new Asked("one before a time", all.where("ts < 38"), KEYS, KEYS),
            new Asked("one long before", all.where("ts <= 9"), KEYS, KEYS),
            new Asked("two of a day", LatestQuery.newest(2).where("ts = 5..9"), KEYS, 2 * KEYS),
            new Asked("oldest after", LatestQuery.oldest(1).where("ts > 30"), KEYS, KEYS))
        .flatMap(asked -> TABLES.keySet().stream().map(salt -> Arguments.of(salt, asked)));
  }

  @ParameterizedTest(name = "{1} on {0}")
  @MethodSource("timed")
  void aConditionOnTheTimeCostsOneRowMoreForEachKey(String salt, Asked asked) throws Exception {
    assertThat((double) cost(salt, asked)).isLessThanOrEqualTo(1.1 * asked.rows() + KEYS + 10);
  }

  /** Asks, and returns the rows that HBase has counted meanwhile, with those that were hidden. */
  private static long cost(String salt, Asked asked) throws Exception {
    TableName table = TABLES.get(salt).name();
    long before = counted(table);
    int keys = 0;
    int rows = 0;
    try (LatestClient client = LatestClient.open(cluster.connection(), table);
        LatestAnswers answers = client.ask(asked.query())) {
      for (KeyAnswer answer : answers) {
        keys++;
        rows += answer.rows().size();
      }
    }
    assertThat(keys).isEqualTo(asked.keys());
    assertThat(rows).isEqualTo(asked.rows());
    return counted(table) - before;
  }

  private static long counted(TableName table) {
    long rows = 0;
    for (RegionServerThread server :
        cluster.utility().getMiniHBaseCluster().getLiveRegionServerThreads()) {
      for (HRegion region : server.getRegionServer().getRegions(table)) {
        rows += region.getReadRequestsCount() + region.getFilteredReadRequestsCount();
      }
    }
    return rows;
  }
}
