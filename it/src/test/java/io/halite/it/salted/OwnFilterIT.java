package io.halite.it.salted;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.coprocessor.door.DoorCounts;
import io.halite.filters.segment.SegmentFilter;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.TestTable;
import io.halite.it.door.DoorCluster;
import io.halite.it.door.PlacedTable;
import io.halite.it.door.SharedDoorCluster;
import io.halite.it.forwards.AttributedRoutes;
import io.halite.it.forwards.AttributedRoutes.Route;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.FilterList.Operator;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Filter classes of an application's own, which a table's administrator admits. Under random salts
 * the gateway runs the filter itself and admits all; such a table has no doors.
 */
@ExtendWith(SharedDoorCluster.class)
@Timeout(120)
class OwnFilterIT {
  private static final String SETTING = "halite.filters.row-local";
  private static final byte[] NAME = Bytes.toBytes(ShortRows.class.getName());

  /** All of the gateway region that the door serves as a guest. */
  private static final List<String> ROWS = List.of("b", "aaaaa", "cccc", "zzzzzz", "d");

  private final EmbeddedCluster cluster;

  OwnFilterIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  private static Scan scan() {
    return new Scan().setFilter(new ShortRows());
  }

  private long served() {
    return DoorCluster.sum(cluster, DoorCounts::served);
  }

  @Test
  void theTableAdmitsAFilterAndTheUserWhoSendsItCannot() throws Exception {
    try (PlacedTable placed = PlacedTable.create(cluster, plan -> {});
        AttributedRoutes routes = new AttributedRoutes(cluster, placed)) {
      TestTable fixture = placed.table();
      fixture.put(ROWS);
      placed.awaitDoor();
      for (Route route : Route.values()) {
        try (Table vouching = routes.table(route, Map.of(SETTING, NAME))) {
          Scan claiming = scan();
          claiming.setAttribute(SETTING, NAME);
          assertThatThrownBy(() -> TestTable.scan(vouching, claiming))
              .as("%s", route)
              .isInstanceOf(DoNotRetryIOException.class)
              .hasMessageContaining("CONFIGURATION => {'" + SETTING + "' => '<class>'}");
        }
      }
      fixture
          .admin()
          .modifyTable(
              TableDescriptorBuilder.newBuilder(fixture.admin().getDescriptor(fixture.name()))
                  .setValue(SETTING, ShortRows.class.getName())
                  .build());
      placed.awaitDoor();
      for (Route route : Route.values()) {
        long served = served();
        assertThat(found(routes, route)).as("%s", route).containsExactly("b", "cccc", "d");
        if (route == Route.DOOR) {
          assertThat(served()).isGreaterThan(served);
        }
      }
    }
  }

  private static List<String> found(AttributedRoutes routes, Route route) throws Exception {
    try (Table table = routes.table(route, Map.of())) {
      return TestTable.scan(table, scan());
    }
  }

  @Test
  void aRandomSaltAdmitsEveryFilter() throws Exception {
    try (PlacedTable placed =
            PlacedTable.create(cluster, plan -> plan.salted("key=row:*,salt=random % 4"));
        AttributedRoutes routes = new AttributedRoutes(cluster, placed)) {
      placed.table().put(ROWS);
      for (Route route : Route.values()) {
        assertThat(found(routes, route)).as("%s", route).containsExactly("b", "cccc", "d");
      }
    }
  }

  /** In lists, HBase shows a filter cells of rows that it has rejected, if another has a hint. */
  @ParameterizedTest
  @ValueSource(strings = {"hash(*) % 4", "reverse(a),scan=passes", "random % 4", "none"})
  void aFilterRejectsItsRowsBesideConditionsOnTheirKeys(String salt) throws Exception {
    String spec = "key=a:1 rest:*,salt=" + salt;
    try (PlacedTable placed =
            PlacedTable.create(
                cluster, plan -> plan.salted(spec).value(SETTING, ShortRows.class.getName()));
        AttributedRoutes routes = new AttributedRoutes(cluster, placed)) {
      placed.table().put(ROWS);
      for (Route route : Route.values()) {
        try (Table table = routes.table(route, Map.of())) {
          Scan where = scan().setAttribute("halite.where", Bytes.toBytes("a != d"));
          assertThat(TestTable.scan(table, where)).as("%s", route).containsExactly("b", "cccc");
          assertThat(TestTable.scan(table, new Scan().setFilter(list(Operator.MUST_PASS_ALL))))
              .as("all, %s", route)
              .isEmpty();
          assertThat(TestTable.scan(table, new Scan().setFilter(list(Operator.MUST_PASS_ONE))))
              .as("one, %s", route)
              .containsExactly("b", "cccc", "d", "zzzzzz");
        }
      }
    }
  }

  private static Filter list(Operator operator) {
    return new FilterList(
        operator, SegmentFilter.where("@0:1 = z").alwaysSeeking(), new ShortRows());
  }
}
