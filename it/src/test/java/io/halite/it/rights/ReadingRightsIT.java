package io.halite.it.rights;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.client.operate.SaltedTableOperations;
import io.halite.it.cluster.GuardedCluster;
import io.halite.it.cluster.SharedGuardedCluster;
import io.halite.it.cluster.TablePlan;
import io.halite.it.cluster.TestTable;
import io.halite.keys.KeyRange;
import io.halite.routing.endpoint.RegionReading;
import io.halite.routing.endpoint.RegionReading.Counted;
import io.halite.routing.endpoint.RegionStub;
import io.halite.routing.scan.CountedAttribute;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.apache.hadoop.hbase.security.access.Permission.Action;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What users learn of a region's files, and of what a scan's filters were shown. */
@ExtendWith(SharedGuardedCluster.class)
class ReadingRightsIT {
  private static final byte[] F = Bytes.toBytes("f");
  private static final byte[] G = Bytes.toBytes("g");
  private static final byte[] OPEN = Bytes.toBytes("open");
  private static final byte[] HIDDEN = Bytes.toBytes("hidden");
  private static final TableName SALTED = TableName.valueOf("estimated-salted");
  private static final TableName PLAIN = TableName.valueOf("estimated-plain");
  private static final TableName JUDGED_SALTED = TableName.valueOf("estimated-judged-salted");
  private static final TableName JUDGED_PLAIN = TableName.valueOf("estimated-judged-plain");
  private static final int ROWS = 12;
  private static GuardedCluster cluster;

  @BeforeAll
  static void start(GuardedCluster shared) throws Exception {
    cluster = shared;
    create(TestTable.named(SALTED).salted("key=row:3,salt=hash(*) % 2"));
    create(TestTable.named(PLAIN).salted("key=row:3,salt=none"));
    create(
        TestTable.named(JUDGED_SALTED)
            .salted("key=row:3,salt=hash(*) % 2")
            .value("halite.filters.row-local", HidingAuthorization.OpenColumns.class.getName())
            .coprocessor(HidingAuthorization.class, 1000));
    create(
        TestTable.named(JUDGED_PLAIN)
            .salted("key=row:3,salt=none")
            .coprocessor(HidingAuthorization.class, 1000));
  }

  private static void create(TablePlan plan) throws Exception {
    TableName name = plan.families(F, G).create(cluster.cluster()).name();
    try (Table table = cluster.cluster().connection().getTable(name)) {
      for (int i = 0; i < ROWS; i++) {
        table.put(
            new Put(Bytes.toBytes("r%02d".formatted(i)))
                .addColumn(F, OPEN, OPEN)
                .addColumn(F, HIDDEN, HIDDEN)
                .addColumn(G, OPEN, OPEN));
      }
    }
    cluster.grant("column", name, F, OPEN, Action.READ);
    cluster.grant("family", name, F, null, Action.READ);
    cluster.grant("table", name, null, null, Action.READ);
    cluster.grant(HidingAuthorization.USER, name, null, null, Action.READ);
  }

  private static RegionReading reading(String user, TableName name, long number)
      throws IOException {
    try (Table table = cluster.table(user, name)) {
      return RegionStub.reading(table, new byte[0], List.of(KeyRange.all()), number);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void theEstimateCountsTheFamiliesThatAUserMayReadWhole(boolean flushed) throws Exception {
    for (TableName name : List.of(SALTED, PLAIN)) {
      if (flushed) {
        cluster.cluster().utility().flush(name);
      }
      assertThat(reading("column", name, 0).bytes()).isZero();
      assertThat(reading("column", name, 0).cells()).isZero();
      assertThat(reading("family", name, 0).bytes()).isPositive();
      assertThat(reading("family", name, 0).cells()).isEqualTo(2 * ROWS);
      assertThat(reading("table", name, 0).cells()).isEqualTo(3 * ROWS);
      assertThatThrownBy(() -> reading("nobody", name, 0))
          .isInstanceOf(AccessDeniedException.class);
    }
  }

  /** A scan of both columns of family f: the cells that its filters were shown, by its number. */
  private static long shown(Connection route, TableName name, long number) throws Exception {
    Scan scan =
        SaltedTableOperations.withQuery(
            new Scan().addColumn(F, OPEN).addColumn(F, HIDDEN), "row = r*");
    CountedAttribute.putOn(scan, number);
    try (Table table = route.getTable(name);
        ResultScanner rows = table.getScanner(scan)) {
      assertThat(rows).hasSize(ROWS);
    }
    Optional<Counted> counted = reading("table", name, number).counted();
    return counted.map(Counted::cells).orElse(-1L);
  }

  /** A filter is shown the keys of rows, too, of which the user may read no cell. */
  @Test
  void nothingIsCountedOfAScanOfWhichTheUserMayNotReadAll() throws Exception {
    assertThat(shown(cluster.connection("table"), SALTED, 1)).isEqualTo(2 * ROWS);
    assertThat(shown(cluster.connection("column"), SALTED, 2)).as("narrowed").isEqualTo(-1);
    PluginConnections plugin = new PluginConnections(cluster);
    plugin.blocking("table", all -> assertThat(shown(all, SALTED, 3)).isEqualTo(2 * ROWS));
    plugin.blocking(
        "column",
        some -> assertThat(shown(some, SALTED, 4)).as("marked and narrowed").isEqualTo(-1));
    assertThat(shown(cluster.connection("table"), PLAIN, 5)).isEqualTo(2 * ROWS);
    assertThat(shown(cluster.connection("column"), PLAIN, 6)).as("in place").isEqualTo(-1);
    assertThat(shown(cluster.connection("table"), SALTED, 0)).as("no number").isEqualTo(-1);
  }

  @Test
  void nothingIsCountedOfAScanOfWhichAJudgeOfAnotherHouseHidesAPart() throws Exception {
    Connection seeing = cluster.connection("table");
    Connection blind = cluster.connection(HidingAuthorization.USER);
    assertThat(shown(seeing, JUDGED_SALTED, 7)).isEqualTo(2 * ROWS);
    assertThat(shown(blind, JUDGED_SALTED, 8)).as("through a gateway").isEqualTo(-1);
    new PluginConnections(cluster)
        .blocking(
            HidingAuthorization.USER,
            direct -> assertThat(shown(direct, JUDGED_SALTED, 9)).as("marked").isEqualTo(-1));
    assertThat(shown(seeing, JUDGED_PLAIN, 10)).isEqualTo(2 * ROWS);
    assertThat(shown(blind, JUDGED_PLAIN, 11)).as("in place").isEqualTo(-1);
  }
}
