package io.halite.it.segments;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.client.latest.KeyAnswer;
import io.halite.client.latest.LatestAnswers;
import io.halite.client.latest.LatestClient;
import io.halite.client.latest.LatestQuery;
import io.halite.client.operate.Explanation;
import io.halite.client.operate.SaltedTableOperations;
import io.halite.client.shell.ExplainCommand;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import io.halite.routing.endpoint.RegionFacts;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Conditions on segments behind delimiters, on tables with and without salt, by all clients. */
@ExtendWith(SharedCluster.class)
class DelimitedSegmentsIT {
  private final EmbeddedCluster cluster;

  DelimitedSegmentsIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "hash(event) % 4", "hash(*) % 4", "reverse(event)", "random % 2"})
  void questionsFindWhatAClientSideCheckFinds(String salt) throws Exception {
    Configuration plugIn = HBaseConfiguration.create(cluster.configuration());
    plugIn.set("hbase.client.connection.impl", "io.halite.client.plugin.SaltedConnection");
    try (EventTable events = EventTable.create(cluster, salt, false);
        Connection connection = ConnectionFactory.createConnection(plugIn)) {
      events.askAll(cluster.connection());
      events.askAll(connection);
    }
  }

  @Test
  void knownEventReadsOneBucketAndTheExplanationNamesWhatWasSought() throws Exception {
    try (EventTable events = EventTable.create(cluster, "hash(event) % 4", false)) {
      SaltedTableOperations operations =
          SaltedTableOperations.of(cluster.connection(), events.table().name());
      Explanation known = operations.explain(new Scan(), "event = login and host in (a, web1)");
      assertThat(known.asked()).hasSize(1);
      assertThat(known.query()).hasToString("event@#3A = login and host@#3A#3A in (a, web1)");
      assertThat(known.seeks()).isTrue();
      Explanation free = operations.explain(new Scan(), "host = a");
      assertThat(free.asked()).hasSameSizeAs(free.storing());
      List<String> lines = new ArrayList<>();
      ExplainCommand.explain(
          cluster.connection(),
          events.table().name().getNameAsString(),
          Bytes.toBytes("event = login and host in (a, web1) and rest = x"),
          new byte[0],
          new byte[0],
          true,
          lines::add);
      assertThat(lines)
          .contains(
              "range     [6C 6F 67 69 6E 3A 61 3A 00 00 00 00 00 00 00 00 78, "
                  + "6C 6F 67 69 6E 3A 77 65 62 31 3A FF FF FF FF FF FF FF FF 78 00)",
              "order     event@#3A in 1, host@#3A#3A in 2, rest@#3A#3A+8:rest in 1")
          .anyMatch(line -> line.startsWith("seeks     to 2 ranges of natural keys over all"))
          .anyMatch(line -> line.matches("estimate  [0-9]+ B with [0-9]+ cells: .*"))
          .anyMatch(line -> line.startsWith("was       6 rows with 6 cells, "))
          .anyMatch(
              line -> line.matches("sought    [1-9][0-9]* hints of the filters, which were .*"));
    }
  }

  @Test
  void regionsBetweenTheRangesAreNotReadAndWordsLongerThanARowHangNoScan() throws Exception {
    String m = "m".repeat(20_000);
    String query = "event = boot or event = %1$s and host = %1$s or event = stop".formatted(m);
    Configuration plugIn = HBaseConfiguration.create(cluster.configuration());
    plugIn.set("hbase.client.connection.impl", "io.halite.client.plugin.SaltedConnection");
    try (EventTable events =
            EventTable.create(cluster, "hash(*) % 2", false, "bop", "log", "m", "s");
        Connection connection = ConnectionFactory.createConnection(plugIn);
        Table direct = connection.getTable(events.table().name());
        Table gateways = cluster.connection().getTable(events.table().name())) {
      SaltedTableOperations operations =
          SaltedTableOperations.of(cluster.connection(), events.table().name());
      List<String> wanted = events.thatAre(row -> List.of("boot", "stop").contains(row.event()));
      List<String> backwards = new ArrayList<>(wanted);
      Collections.reverse(backwards);
      Scan scan = SaltedTableOperations.withQuery(new Scan(), query);
      long before = readOf(operations, "log");
      for (Table table : List.of(direct, gateways)) {
        assertThat(EventTable.scan(table, scan)).isEqualTo(wanted);
        assertThat(EventTable.scan(table, new Scan(scan).setReversed(true))).isEqualTo(backwards);
      }
      assertThat(operations.explain(new Scan(), query).asked())
          .noneMatch(region -> holds(region, "log"));
      assertThat(readOf(operations, "log")).isEqualTo(before);
      String longest = "event = " + "v".repeat(32_766);
      assertThat(EventTable.scan(direct, SaltedTableOperations.withQuery(new Scan(), longest)))
          .isEmpty();
      assertThat(EventTable.scan(gateways, SaltedTableOperations.withQuery(new Scan(), longest)))
          .isEmpty();
    }
  }

  private static long readOf(SaltedTableOperations operations, String event) throws Exception {
    return operations.facts().stream()
        .filter(region -> holds(region, event))
        .mapToLong(RegionFacts::reads)
        .sum();
  }

  /** Whether a region of any bucket begins with an event. */
  private static boolean holds(RegionFacts region, String event) {
    byte[] start = region.rows().start();
    return start.length > 1 && Bytes.toString(start, 1).equals(event);
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "hash(event host) % 4"})
  void newestRowsOfTheHostsWanted(String salt) throws Exception {
    String query = "host in (a, web10) and rest != ''";
    List<String> wanted = new ArrayList<>();
    for (String event : List.of("boot", "log!", "login", "login2", "stop")) {
      wanted.add(event + ":a: 8 7");
      wanted.add(event + ":web10: 8 7");
    }
    try (EventTable events = EventTable.create(cluster, salt, true);
        LatestClient client = LatestClient.open(cluster.connection(), events.table().name());
        LatestAnswers answers = client.ask(LatestQuery.newest(2).ofAllKeys().where(query))) {
      List<String> found = new ArrayList<>();
      for (KeyAnswer answer : answers) {
        if (!answer.rows().isEmpty()) {
          StringBuilder text = new StringBuilder(Bytes.toString(answer.key()));
          answer.rows().forEach(row -> text.append(' ').append(row.time() / 3_600_000));
          found.add(text.toString());
        }
      }
      assertThat(found).containsExactlyInAnyOrderElementsOf(wanted);
      Scan scan =
          new Scan()
              .setAttribute("halite.latest", Bytes.toBytes("2"))
              .setAttribute("halite.where", Bytes.toBytes(query));
      try (Table table = events.table().table()) {
        List<String> rows = EventTable.scan(table, scan);
        assertThat(rows)
            .containsExactlyInAnyOrderElementsOf(
                events.thatAre(
                    row ->
                        List.of("a", "web10").contains(row.host())
                            && !row.rest().isEmpty()
                            && row.hour() >= 7));
      }
    }
  }
}
