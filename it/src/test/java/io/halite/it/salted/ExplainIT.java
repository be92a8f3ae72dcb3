package io.halite.it.salted;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.client.operate.Explanation;
import io.halite.client.operate.SaltedTableOperations;
import io.halite.client.plugin.SaltedConnection;
import io.halite.client.shell.ExplainCommand;
import io.halite.filters.segment.QueryException;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.TablePlan;
import io.halite.it.cluster.TestTable;
import io.halite.keys.SaltingSpec;
import io.halite.routing.endpoint.RegionFacts;
import io.halite.routing.endpoint.RegionReading;
import io.halite.routing.scan.CountedAttribute;
import io.halite.routing.scan.JoinedPlan;
import io.halite.routing.scan.MergedPlan;
import io.halite.routing.scan.PassedPlan;
import io.halite.routing.scan.ScanPlan;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An explanation names the regions that the scan reads, and no other region reads a row. */
@ExtendWith(SharedCluster.class)
class ExplainIT {
  private static final String LAYOUT = "key=origin:3 number:2:digits rest:*,salt=";
  private static final List<String> QUERIES =
      List.of(
          "origin = ATL",
          "origin in (ATL, ORD) and number >= 30",
          "origin = LAX and number = 07 or origin = ORD",
          "number >= 20 and number <= 22",
          "not (origin = ATL)");

  private final EmbeddedCluster cluster;

  ExplainIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  private static List<String> keys() {
    return keys(40);
  }

  private static List<String> keys(int numbers) {
    List<String> keys = new ArrayList<>();
    for (String origin : List.of("ATL", "LAX", "MIA", "ORD", "SFO")) {
      for (int number = 0; number < numbers; number++) {
        keys.add("%s%02dx".formatted(origin, number));
      }
    }
    return keys;
  }

  @ParameterizedTest
  @CsvSource({
    "hash(*) % 4, MERGED, true",
    "hash(origin) % 4, MERGED, true",
    "random % 4, JOINED, true",
    "reverse(number), PASSED, false",
  })
  void theRegionsThatAreNotNamedReadNothing(String salt, String kind, boolean seeks)
      throws Exception {
    TablePlan plan = TestTable.numbered("explained").salted(LAYOUT + salt).splitBuckets();
    for (byte[] bucket : SaltingSpec.parse(LAYOUT + salt).salt().prefixes()) {
      plan.splits(Bytes.add(bucket, Bytes.toBytes("L")), Bytes.add(bucket, Bytes.toBytes("N")));
    }
    try (TestTable fixture = plan.create(cluster)) {
      fixture.put(keys());
      int unnamed = 0;
      SaltedTableOperations operations =
          SaltedTableOperations.of(cluster.connection(), fixture.name());
      for (String query : QUERIES) {
        List<Long> before = reads(operations);
        Explanation explanation = operations.explain(new Scan(), query);
        assertThat(reads(operations)).as("an explanation reads no row").isEqualTo(before);
        assertThat(kind(explanation.plan())).isEqualTo(kind);
        assertThat(explanation.seeks()).isEqualTo(seeks);
        List<String> rows = scan(fixture, SaltedTableOperations.withQuery(new Scan(), query));
        assertThat(rows)
            .isEqualTo(
                keys().stream()
                    .filter(key -> explanation.query().matches(Bytes.toBytes(key)))
                    .toList())
            .isNotEmpty();
        List<Long> after = reads(operations);
        List<RegionFacts> regions = operations.facts();
        Set<String> named = new LinkedHashSet<>();
        explanation.asked().forEach(region -> named.add(region.rows().toString()));
        for (int i = 0; i < regions.size(); i++) {
          if (!named.contains(regions.get(i).rows().toString())) {
            unnamed++;
            assertThat(after.get(i)).as("%s, %s", query, regions.get(i)).isEqualTo(before.get(i));
          }
        }
        assertThat(explanation.storing()).containsAll(explanation.asked());
      }
      assertThat(unnamed).as("regions that some query leaves out").isPositive();
    }
  }

  @Test
  void aQueryOfOneBucketIsShownWithItsRegionAndWhatItRead() throws Exception {
    try (TestTable fixture =
        TestTable.numbered("explained")
            .salted(LAYOUT + "hash(origin) % 4")
            .splitBuckets()
            .create(cluster)) {
      fixture.put(keys());
      List<String> lines = new ArrayList<>();
      ExplainCommand.explain(
          cluster.connection(),
          fixture.name().getNameAsString(),
          Bytes.toBytes("number in (30, 31) and origin = ATL"),
          new byte[0],
          new byte[0],
          true,
          lines::add);
      assertThat(lines.get(0))
          .isEqualTo("query     origin@0:3 = ATL and number@3:2:digits in (30, 31)");
      assertThat(lines.get(1)).startsWith("range     [41 54 4C 33 30, 41 54 4C 33 32");
      assertThat(lines.get(2))
          .isEqualTo("plan      merges rows of buckets in natural order; 1 of 4 buckets");
      assertThat(lines.get(3)).matches("read      \\[0[0-3] 41 54 4C 33 30, .*");
      assertThat(lines.get(4)).startsWith("regions   1 of 4 that store rows, ");
      assertThat(lines.get(5)).startsWith("region    [");
      assertThat(lines.get(6)).matches("estimate  \\d+ B with \\d+ cells: index entries .*");
      assertThat(lines.get(7))
          .startsWith("seeks     to 1 range of natural keys over all buckets; in them by");
      assertThat(lines.get(8)).isEqualTo("order     @0:3 in 1, @3:2 in 1");
      assertThat(lines.get(9))
          .matches("was       2 rows with 2 cells, \\d+ B; \\d+ rows scanned, .*");
      assertThat(lines.get(10))
          .matches("sought    0 hints of the filters, which were shown [23] rows and 2 cells");
    }
  }

  @ParameterizedTest
  @CsvSource({"hash(*) % 4", "hash(origin) % 4", "none", "random % 4", "reverse(number)"})
  void whatTheFiltersWereShownIsCountedOnEachRoute(String salt) throws Exception {
    Configuration conf = HBaseConfiguration.create(cluster.configuration());
    conf.set("hbase.client.connection.impl", SaltedConnection.class.getName());
    try (TestTable fixture =
            TestTable.numbered("explained").salted(LAYOUT + salt).splitBuckets().create(cluster);
        Connection plugin = ConnectionFactory.createConnection(conf)) {
      // A filter seeks over many rows only: random places share the rows of an origin.
      List<String> keys = keys(100);
      fixture.put(keys);
      SaltedTableOperations operations =
          SaltedTableOperations.of(cluster.connection(), fixture.name());
      String query = "number = 20 or origin = ORD and number in (07, 31)";
      Explanation explanation = operations.explain(new Scan(), query);
      long number = 1;
      for (Connection route : List.of(cluster.connection(), plugin)) {
        Scan scan = SaltedTableOperations.withQuery(new Scan(), query);
        CountedAttribute.putOn(scan, ++number);
        try (Table table = route.getTable(fixture.name())) {
          assertThat(TestTable.scan(table, scan)).hasSize(7);
        }
        RegionReading.Counted counted = operations.counted(explanation, number).orElseThrow();
        if (explanation.seeks()) {
          assertThat(counted.rows()).isBetween(7L, (long) keys.size());
          assertThat(counted.seeks()).isBetween(1L, counted.rows());
        } else {
          assertThat(counted.rows()).isGreaterThanOrEqualTo(keys.size());
          assertThat(counted.seeks()).isZero();
        }
        assertThat(counted.cells()).isBetween(7L, counted.rows());
      }
      assertThat(operations.counted(explanation, 99)).contains(RegionReading.Counted.NOTHING);
    }
  }

  /** A block holds two rows: each end of a range is in one block of each bucket that has it. */
  @ParameterizedTest
  @CsvSource({"none, 1", "hash(origin) % 4, 1", "hash(*) % 4, 4"})
  void anEstimateIsThatOfTheIndexEntriesThatHoldTheRange(String salt, int buckets)
      throws Exception {
    try (TestTable fixture =
        TestTable.numbered("explained").salted(LAYOUT + salt).splitBuckets().create(cluster)) {
      byte[] value = new byte[32 << 10];
      List<Put> puts = new ArrayList<>();
      for (String key : keys()) {
        puts.add(new Put(Bytes.toBytes(key)).addColumn(TestTable.F, TestTable.Q, value));
      }
      fixture.table().put(puts);
      fixture.admin().flush(fixture.name());
      SaltedTableOperations operations =
          SaltedTableOperations.of(cluster.connection(), fixture.name());
      RegionReading all = operations.explain(new Scan(), "origin >= A").estimate().orElseThrow();
      RegionReading one = operations.explain(new Scan(), "origin = MIA").estimate().orElseThrow();
      RegionReading two =
          operations.explain(new Scan(), "origin in (ATL, SFO)").estimate().orElseThrow();
      assertThat(all.cells()).isEqualTo(keys().size());
      assertThat(one.cells()).isBetween(40L, 40L + 8 * buckets);
      assertThat(two.cells()).isBetween(80L, 80L + 12 * buckets);
      assertThat(one.bytes() / one.cells())
          .as("bytes of a cell")
          .isBetween(all.bytes() / all.cells() * 9 / 10, all.bytes() / all.cells() * 11 / 10);
      // Nothing is read for it, and a bucket without the range adds nothing.
      assertThat(one.bytes()).isLessThan(all.bytes() / 2);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "none, served in place by each region, to 1 range of natural keys; in them",
    "reverse(number), gathers scattered rows in passes; one stored range, 'none: every row of the"
        + " stored ranges is read, in each pass of each gateway region'",
    "reverse(origin), reads rows in natural order; one stored range, none: every row of the stored"
        + " ranges is read",
    "random % 4, joins the places of each row; 4 of 4 buckets, to 1 range of natural keys over all"
        + " buckets; in them",
  })
  void aTableIsShownByWhatItsSaltDoes(String salt, String plan, String seeks) throws Exception {
    try (TestTable fixture =
        TestTable.numbered("explained").salted(LAYOUT + salt).create(cluster)) {
      List<String> lines = new ArrayList<>();
      ExplainCommand.explain(
          cluster.connection(),
          fixture.name().getNameAsString(),
          Bytes.toBytes("origin = ATL and number >= 30"),
          new byte[0],
          new byte[0],
          false,
          lines::add);
      assertThat(lines).contains("plan      " + plan);
      assertThat(lines).anyMatch(line -> line.startsWith("seeks     " + seeks));
    }
  }

  @Test
  void aQueryThatIsWrongIsRefusedWithItsPosition() throws Exception {
    try (TestTable fixture =
        TestTable.numbered("explained").salted(LAYOUT + "hash(*) % 4").create(cluster)) {
      SaltedTableOperations operations =
          SaltedTableOperations.of(cluster.connection(), fixture.name());
      assertThatThrownBy(() -> operations.explain(new Scan(), "destination = LAX"))
          .isInstanceOf(QueryException.class)
          .hasMessageContaining("destination");
    }
  }

  private static String kind(ScanPlan plan) {
    if (plan instanceof MergedPlan) {
      return "MERGED";
    }
    if (plan instanceof JoinedPlan) {
      return "JOINED";
    }
    return plan instanceof PassedPlan ? "PASSED" : "OTHER";
  }

  private static List<Long> reads(SaltedTableOperations operations) throws Exception {
    return operations.facts().stream().map(RegionFacts::reads).toList();
  }

  private static List<String> scan(TestTable fixture, Scan scan) throws Exception {
    List<String> rows = new ArrayList<>();
    try (Table table = fixture.table();
        ResultScanner results = table.getScanner(scan)) {
      for (Result row : results) {
        rows.add(Bytes.toString(row.getRow()));
      }
    }
    return rows;
  }
}
