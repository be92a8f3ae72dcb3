package io.halite.it.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.client.operate.Explanation;
import io.halite.client.operate.SaltedTableOperations;
import io.halite.filters.segment.SegmentFilter;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.RpcCount;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.TablePlan;
import io.halite.it.cluster.TestTable;
import io.halite.keys.KeyRange;
import io.halite.keys.SaltingSpec;
import io.halite.routing.endpoint.RegionFacts;
import io.halite.routing.scan.UnorderedAttribute;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * No route reads a region that lies between the ranges of two branches, nor sends it a request of
 * its own: the rows that each region reads are counted, and the scan RPCs of all servers.
 */
@ExtendWith(SharedCluster.class)
class BranchRangesIT {
  private static final String LAYOUT = "key=unit:3 number:2:digits,salt=";
  private static final int UNITS = 12;
  private static final int QUERIES = 4;

  /** Queries are drawn on until one spares a region. */
  private static final int MOST_QUERIES = 60;

  /** Other requests of the shared cluster may fall into a count; then the scan is run again. */
  private static final int TRIES = 4;

  private final EmbeddedCluster cluster;
  private final long seed = System.nanoTime();
  private final Random random = new Random(seed);

  BranchRangesIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  private static List<String> keys() {
    List<String> keys = new ArrayList<>();
    for (int unit = 0; unit < UNITS; unit++) {
      for (int number = 0; number < 100; number += 7) {
        keys.add(unit(unit) + "%02d".formatted(number));
      }
    }
    return keys;
  }

  private static String unit(int number) {
    return "K%02d".formatted(number);
  }

  private String query() {
    List<String> branches = new ArrayList<>();
    for (int i = random.nextInt(4); i >= 0; i--) {
      int unit = random.nextInt(UNITS);
      branches.add(
          switch (random.nextInt(4)) {
            case 0 -> "unit = " + unit(unit) + " and number >= " + (10 + random.nextInt(80));
            case 1 -> "unit in (" + unit(unit) + ", " + unit(random.nextInt(UNITS)) + ")";
            case 2 -> "unit = " + unit(unit) + ".." + unit(Math.min(UNITS, unit + 1));
            default -> "unit = " + unit(unit) + " and not (number = 3*)";
          });
    }
    branches.add("unit = " + unit(random.nextInt(UNITS)));
    return String.join(" or ", branches);
  }

  /** Ends of the table's own regions within each bucket, and of gateway regions. */
  private static TablePlan split(TablePlan plan, SaltingSpec spec) {
    plan.splitBuckets();
    List<byte[]> prefixes = new ArrayList<>(spec.salt().prefixes());
    if (prefixes.get(0).length > 0) {
      prefixes.add(new byte[0]);
    }
    for (byte[] prefix : prefixes) {
      for (int unit = 1; unit < UNITS; unit += prefix.length == 0 ? 3 : 2) {
        plan.splits(Bytes.add(prefix, Bytes.toBytes(unit(unit))));
      }
    }
    return plan;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "hash(*) % 3",
        "hash(unit) % 4",
        "md5(unit)[0:1]",
        "random % 2",
        "random-suffix % 4",
        "none",
      })
  void regionsBetweenTheRangesOfBranchesAreNotRead(String salt) throws Exception {
    SaltingSpec spec = SaltingSpec.parse(LAYOUT + salt);
    try (TestTable fixture =
            split(TestTable.numbered("ranges").salted(LAYOUT + salt), spec).create(cluster);
        // They use the spec for an hour: else one might ask a region for it again meanwhile.
        ClientRoutes plugins = ClientRoutes.apart(PluginTables.plugIns(cluster))) {
      fixture.put(keys());
      Map<String, Table> routes = new LinkedHashMap<>();
      routes.put("gateways", fixture.table());
      List<Table> direct = plugins.tables(fixture.name());
      routes.put("plug-in", direct.get(0));
      routes.put("asynchronous", direct.get(1));
      routes.put("pool", direct.get(2));
      routes.put("pushed", plugins.pushed(fixture.name()));
      for (Table route : routes.values()) {
        assertThat(TestTable.scan(route, new Scan())).hasSize(keys().size());
      }
      check(SaltedTableOperations.of(cluster.connection(), fixture.name()), routes);
    }
  }

  private void check(SaltedTableOperations operations, Map<String, Table> routes) throws Exception {
    int spared = 0;
    for (int i = 0; i < QUERIES || (spared == 0 && i < MOST_QUERIES); i++) {
      String query = query();
      Explanation explanation = operations.explain(new Scan(), query);
      List<RegionFacts> before = operations.facts();
      List<String> expected =
          keys().stream().filter(key -> explanation.query().matches(Bytes.toBytes(key))).toList();
      assertThat(expected).isNotEmpty();
      for (Map.Entry<String, Table> route : routes.entrySet()) {
        scan(operations, explanation, route, query, expected);
      }
      List<RegionFacts> after = operations.facts();
      boolean plain = operations.spec().salt().toString().equals("none");
      for (int region = 0; region < before.size(); region++) {
        KeyRange rows = before.get(region).rows();
        if (explanation.asked().stream().noneMatch(asked -> asked.rows().equals(rows))) {
          // HBase counts a request that finds no row, too, and its client sends one if there is no
          // salt.
          long requests = after.get(region).reads() - before.get(region).reads();
          assertThat(requests)
              .as("seed %d, %s, region %s", seed, query, rows)
              .isBetween(0L, plain ? 2L * routes.size() : 0L);
          spared += isBetween(rows, explanation) ? 1 : 0;
        }
      }
    }
    assertThat(spared).as("regions between two that are read, in one image").isPositive();
  }

  private static boolean isBetween(KeyRange region, Explanation explanation) {
    return explanation.plan().images().stream()
        .anyMatch(image -> !image.intersect(region).isEmpty());
  }

  private void scan(
      SaltedTableOperations operations,
      Explanation explanation,
      Map.Entry<String, Table> route,
      String query,
      List<String> expected)
      throws Exception {
    for (boolean reversed : new boolean[] {false, true}) {
      List<String> wanted = new ArrayList<>(expected);
      if (reversed) {
        Collections.reverse(wanted);
      }
      int limit = random.nextInt(3) == 0 ? 1 + random.nextInt(expected.size()) : 0;
      Scan scan = new Scan().setReversed(reversed).setLimit(limit == 0 ? -1 : limit);
      if (random.nextBoolean()) {
        scan.setFilter(SegmentFilter.where(operations.spec().layout(), query));
      } else {
        scan.setAttribute("halite.where", Bytes.toBytes(query));
      }
      boolean unordered = !reversed && limit == 0 && random.nextInt(4) == 0;
      if (unordered) {
        UnorderedAttribute.putOn(scan, 1 + random.nextInt(3));
      }
      deliver(scan);
      String about = "seed %d, %s, %s, %s".formatted(seed, route.getKey(), query, scan);
      boolean direct =
          operations.spec().salt().isSinglePlace()
              && !operations.spec().salt().toString().equals("none")
              && !route.getKey().equals("gateways");
      long most =
          scan.getCaching() < 0 && direct ? 2L * explanation.asked().size() : Long.MAX_VALUE;
      long rpcs = Long.MAX_VALUE;
      for (int attempt = 0; attempt == 0 || (attempt < TRIES && rpcs > most); attempt++) {
        RpcCount before = RpcCount.of(cluster);
        List<String> rows = rows(route.getValue(), scan);
        rpcs = Math.min(rpcs, RpcCount.of(cluster).since(before).scan());
        if (unordered) {
          Collections.sort(rows);
        }
        assertThat(rows)
            .as(about)
            .isEqualTo(limit == 0 ? wanted : wanted.subList(0, Math.min(limit, wanted.size())));
      }
      assertThat(rpcs)
          .as("scan RPCs of %s for %d regions", about, explanation.asked().size())
          .isLessThanOrEqualTo(most);
    }
  }

  private void deliver(Scan scan) {
    switch (random.nextInt(6)) {
      case 0 -> scan.setCaching(1 + random.nextInt(5));
      case 1 -> scan.setBatch(1).setCaching(3);
      case 2 -> scan.setAllowPartialResults(true).setMaxResultSize(100).setCaching(5);
      case 3 -> scan.setNeedCursorResult(true).setCaching(7);
      default -> scan.setScanMetricsEnabled(random.nextBoolean());
    }
  }

  private static List<String> rows(Table table, Scan scan) throws Exception {
    List<String> rows = new ArrayList<>();
    try (ResultScanner results = table.getScanner(scan)) {
      for (Result row = results.next(); row != null; row = results.next()) {
        if (!row.isCursor()) {
          rows.add(Bytes.toString(row.getRow()));
        }
      }
    }
    return rows;
  }
}
