package io.halite.it.rights;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.it.cluster.GuardedCluster;
import io.halite.it.cluster.LoadedOnceMore;
import io.halite.it.cluster.TestTable;
import io.halite.keys.KeyRange;
import io.halite.routing.endpoint.RegionFacts;
import io.halite.routing.endpoint.RegionStub;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.hbase.Coprocessor;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.security.access.Permission.Action;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A class that is derived from HBase's AccessController decides about rights, whatever its name and
 * wherever HBase has loaded it from, also where HBase's own is loaded beside it.
 */
class DerivedJudgesIT {
  private static final int AHEAD = 1000;
  private static @TempDir Path directory;
  private static GuardedCluster cluster;

  @BeforeAll
  static void start() throws Exception {
    OwnRights.writeJar(jar());
    cluster =
        GuardedCluster.start(1, site -> site.setBoolean("hbase.coprocessor.abortonerror", false));
  }

  @AfterAll
  static void stop() throws Exception {
    cluster.close();
  }

  private static Path jar() {
    return directory.resolve("rights.jar");
  }

  private static String name(boolean fromJar) {
    return fromJar ? OwnRights.NAME_IN_JAR : OwnRights.class.getName();
  }

  private static TestTable table(boolean fromJar, int priority) throws Exception {
    return TestTable.numbered("derived")
        .salted(TestTable.FOUR_BUCKETS)
        .attribute((fromJar ? jar().toUri() : "") + "|" + name(fromJar) + "|" + priority + "|")
        .create(cluster.cluster());
  }

  private static Get get() {
    return new Get(Bytes.toBytes("row"));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void behindTheObserverItIsRefused(boolean fromJar) throws Exception {
    try (TestTable table = table(fromJar, Coprocessor.PRIORITY_LOWEST)) {
      assertThatThrownBy(() -> table.table().get(get()))
          .isInstanceOf(DoNotRetryIOException.class)
          .hasMessageContaining(
              "security coprocessor " + name(fromJar) + " runs behind the observer");
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aDerivedJudgeIsMissedWhenItHasFailed(boolean fromJar) throws Exception {
    try (TestTable table = table(fromJar, AHEAD)) {
      assertThat(table.table().get(get()).isEmpty()).isTrue();

      Get failing = get();
      failing.setAttribute(OwnRights.ATTRIBUTE, new byte[] {1});
      assertThatThrownBy(() -> table.table().get(failing))
          .hasMessageContaining("a judge has failed");

      assertThatThrownBy(() -> table.table().get(get()))
          .isInstanceOf(DoNotRetryIOException.class)
          .hasMessageContaining(
              name(fromJar)
                  + (fromJar
                      ? " was loaded and is not any more"
                      : " is an attribute of the table and not loaded"));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whomItRefusesLearnsNothingOfTheTable(boolean fromJar) throws Exception {
    try (TestTable table = table(fromJar, AHEAD)) {
      for (String user : new String[] {"reader", OwnRights.REFUSED}) {
        cluster.grant(user, table.name(), null, null, Action.READ);
      }
      assertThat(facts("reader", table).spec()).contains("hash(*) % 4");
      assertThatThrownBy(() -> facts(OwnRights.REFUSED, table))
          .hasStackTraceContaining("AccessDeniedException: not by " + name(fromJar));
    }
  }

  /** It may hide some of them; HBase's AccessController, which is asked, would not know. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void anEstimateCountsNoCellsForItsUsers(boolean fromJar) throws Exception {
    try (TestTable table = table(fromJar, AHEAD)) {
      table.put(List.of("row1", "row2"));
      cluster.grant("reader", table.name(), null, null, Action.READ);
      assertThat(cells(cluster.connection("reader"), table)).isZero();
      assertThat(cells(table.connection(), table)).isEqualTo(2);
    }
  }

  /** HBase then loads all coprocessors once more, and asks those of before for endpoints. */
  @Test
  void aServerThatLoadsItsCoprocessorsOnceMoreMissesNone() throws Exception {
    try (TestTable table =
        TestTable.numbered("derived").salted(TestTable.FOUR_BUCKETS).create(cluster.cluster())) {
      assertThat(table.table().get(get()).isEmpty()).isTrue();
      LoadedOnceMore.load(cluster.cluster(), table);
      assertThat(RegionStub.facts(table.table(), new byte[0]).spec()).contains("hash(*) % 4");
      assertThat(table.table().get(get()).isEmpty()).isTrue();
    }
  }

  private static RegionFacts facts(String user, TestTable table) throws Exception {
    return RegionStub.facts(cluster.table(user, table.name()), new byte[0]);
  }

  private static long cells(Connection route, TestTable table) throws Exception {
    try (Table read = route.getTable(table.name())) {
      return RegionStub.reading(read, new byte[0], List.of(KeyRange.all()), 0).cells();
    }
  }
}
