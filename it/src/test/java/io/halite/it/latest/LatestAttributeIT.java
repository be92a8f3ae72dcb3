package io.halite.it.latest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.latest.ScannedRows.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.PageFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LatestAttributeIT {
  private static EmbeddedCluster cluster;

  @BeforeAll
  static void start() throws Exception {
    cluster = EmbeddedCluster.startWithoutHdfs(2);
    for (String kind : List.of("named", "salted", "spread")) {
      LatestQuestions.table(cluster, kind);
    }
  }

  @AfterAll
  static void stop() throws Exception {
    cluster.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"named", "salted", "spread"})
  void anOrdinaryScanWithOneAttributeGivesTheNewestRowsOfEachKey(String name) throws Exception {
    Random random = new Random(5);
    try (Table table = cluster.connection().getTable(TableName.valueOf(name))) {
      for (int i = 0; i < 60; i++) {
        Scan scan = new Scan().setCaching(1 + random.nextInt(50));
        Predicate<Row> counts = narrow(scan, random);
        ScannedRows rows = ScannedRows.read(table, columns(scan));
        int limit = 1 + random.nextInt(40);
        scan.setAttribute("halite.latest", Bytes.toBytes("" + limit));
        List<String> expected = new ArrayList<>();
        rows.newest(limit, counts).values().forEach(expected::addAll);
        if (random.nextBoolean()) {
          byte[] from = row(random);
          byte[] to = row(random);
          scan.withStartRow(from).withStopRow(to);
          expected = rows.between(expected, from, to);
        }
        if (random.nextInt(3) == 0) {
          int most = 1 + random.nextInt(10);
          scan.setLimit(most);
          expected = expected.subList(0, Math.min(most, expected.size()));
        }
        assertThat(ScannedRows.read(table, scan).printed()).as("%s", scan).isEqualTo(expected);
      }
    }
  }

  /** A row of any key and time, there or not; its order beside another is any. */
  private static byte[] row(Random random) {
    return LatestTables.row(
        random.nextInt(LatestTables.KEYS), random.nextInt(100), random.nextInt(2));
  }

  /** The columns of a scan and nothing else of it. */
  private static Scan columns(Scan scan) {
    return new Scan().setFamilyMap(scan.getFamilyMap()).readVersions(scan.getMaxVersions());
  }

  /** Columns, versions and a condition, or not; returns which rows count. */
  private static Predicate<Row> narrow(Scan scan, Random random) {
    switch (random.nextInt(4)) {
      case 0 -> scan.addColumn(LatestTables.F, LatestTables.A);
      case 1 -> scan.addFamily(LatestTables.G);
      case 2 -> scan.addColumn(LatestTables.F, LatestTables.A).readVersions(2);
      default -> scan.readVersions(1);
    }
    long time = random.nextInt(100);
    switch (random.nextInt(3)) {
      case 0 -> {
        scan.setAttribute("halite.where", Bytes.toBytes("ts <= %d".formatted(time)));
        return row -> row.time() <= time;
      }
      case 1 -> {
        String text = "unit in (K01, K04, K09) and ts >= %d".formatted(time);
        scan.setAttribute("halite.where", Bytes.toBytes(text));
        return row -> List.of("K01", "K04", "K09").contains(row.key()) && row.time() >= time;
      }
      default -> {
        return row -> true;
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"named", "salted"})
  void aScanThatCannotHaveNewestRowsIsRefused(String name) throws Exception {
    try (Table table = cluster.connection().getTable(TableName.valueOf(name))) {
      for (Scan scan :
          List.of(
              new Scan().setAttribute("halite.latest", Bytes.toBytes("many")),
              new Scan().setAttribute("halite.latest", Bytes.toBytes("0")),
              new Scan().setAttribute("halite.latest", Bytes.toBytes("3")).setReversed(true),
              new Scan()
                  .setAttribute("halite.latest", Bytes.toBytes("3"))
                  .setFilter(new PageFilter(3)))) {
        assertThatThrownBy(
                () -> {
                  try (ResultScanner results = table.getScanner(scan)) {
                    results.next();
                  }
                })
            .isInstanceOf(DoNotRetryIOException.class)
            .hasMessageContaining("halite.latest");
      }
    }
  }
}
