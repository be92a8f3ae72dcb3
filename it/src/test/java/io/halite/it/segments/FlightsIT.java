package io.halite.it.segments;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.filters.segment.SegmentFilter;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.shell.HBaseShell;
import io.halite.it.shell.ShellExtension;
import io.halite.keys.KeyLayout;
import java.time.Duration;
import java.util.List;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.KeyOnlyFilter;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Questions about 20,000 real flights, asked of a plain table, of one that has a layout, and of a
 * salted one: each way of asking gives what a client finds that looks at every key itself.
 */
@ExtendWith(SharedCluster.class)
class FlightsIT {
  private static FlightTables tables;
  private static EmbeddedCluster cluster;

  @BeforeAll
  static void fill(EmbeddedCluster shared) throws Exception {
    cluster = shared;
    tables = FlightTables.fill(shared.connection());
  }

  @AfterAll
  static void drop() throws Exception {
    tables.close();
  }

  @ParameterizedTest
  @EnumSource
  void inJavaByTheFilterAlone(FlightQuestion question) throws Exception {
    SegmentFilter filter = SegmentFilter.where(KeyLayout.parse(FlightTables.LAYOUT), question.text);
    for (String table : FlightTables.NAMES) {
      for (boolean reversed : new boolean[] {false, true}) {
        List<String> expected = tables.thatAre(question.wanted, reversed);
        assertThat(tables.scan(table, new Scan().setReversed(reversed).setFilter(filter)))
            .as(table)
            .isEqualTo(expected);
        Scan listed = new Scan().setFilter(new FilterList(new KeyOnlyFilter(), filter));
        assertThat(tables.scan(table, listed.setReversed(reversed))).as(table).isEqualTo(expected);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void inJavaWithNarrowedBounds(FlightQuestion question) throws Exception {
    SegmentFilter filter = SegmentFilter.where(KeyLayout.parse(FlightTables.LAYOUT), question.text);
    for (String table : FlightTables.NAMES) {
      for (boolean reversed : new boolean[] {false, true}) {
        Scan scan = new Scan().setReversed(reversed);
        assertThat(tables.scan(table, filter.applyTo(scan)))
            .as(table)
            .isEqualTo(tables.thatAre(question.wanted, reversed));
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void byTheTextOfTheAttribute(FlightQuestion question) throws Exception {
    for (String table : FlightTables.WITH_LAYOUT) {
      for (boolean reversed : new boolean[] {false, true}) {
        Scan scan = new Scan().setReversed(reversed);
        scan.setAttribute("halite.where", question.text.getBytes("UTF-8"));
        assertThat(tables.scan(table, scan))
            .as(table)
            .isEqualTo(tables.thatAre(question.wanted, reversed));
      }
    }
  }

  @Test
  void inTheShellByFilterAndByAttribute() throws Exception {
    try (HBaseShell shell =
        HBaseShell.open(
            "localhost", cluster.zooKeeperPort(), Duration.ofMinutes(2), ShellExtension.built())) {
      shell.run("require 'halite'");
      for (FlightQuestion question : FlightQuestion.values()) {
        String filter =
            "FILTER => \"SegmentFilter('%s', '%s')\"".formatted(FlightTables.LAYOUT, question.text);
        String attribute = "ATTRIBUTES => {'halite.where' => \"" + question.text + "\"}";
        for (boolean reversed : new boolean[] {false, true}) {
          List<String> expected = tables.thatAre(question.wanted, reversed);
          for (String table : FlightTables.NAMES) {
            assertThat(scan(shell, table, filter, reversed)).as(table).isEqualTo(expected);
          }
          for (String table : FlightTables.WITH_LAYOUT) {
            assertThat(scan(shell, table, attribute, reversed)).as(table).isEqualTo(expected);
          }
        }
      }
    }
  }

  private static List<String> scan(HBaseShell shell, String table, String how, boolean reversed)
      throws Exception {
    return ShellRows.of(
        shell.run("scan '%s', {%s%s}".formatted(table, how, reversed ? ", REVERSED => true" : "")));
  }
}
