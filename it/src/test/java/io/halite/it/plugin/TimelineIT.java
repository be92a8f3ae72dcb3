package io.halite.it.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.TestTable;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Consistency;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Reads of a timeline, which replicas may answer. A salted table has none, so its owners answer, to
 * every client alike, and none of these answers can be stale. Replicas of a plain table answer also
 * the first read.
 */
@ExtendWith(SharedCluster.class)
class TimelineIT {
  private final EmbeddedCluster cluster;

  TimelineIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  private static Get get(String row) {
    Get get = new Get(Bytes.toBytes(row));
    get.setConsistency(Consistency.TIMELINE);
    return get;
  }

  private static Scan scan() {
    Scan scan = new Scan();
    scan.setConsistency(Consistency.TIMELINE);
    return scan;
  }

  /** A kind of read, which asks for the spec if it comes first. */
  private enum Read {
    GET {
      @Override
      String of(Table table) throws Exception {
        return row(table.get(get("one")));
      }
    },
    GETS {
      @Override
      String of(Table table) throws Exception {
        Result[] rows = table.get(List.of(get("one"), get("two")));
        return row(rows[0]) + row(rows[1]);
      }
    },
    EXISTS {
      @Override
      String of(Table table) throws Exception {
        return String.valueOf(table.exists(get("one")));
      }
    },
    SCAN {
      @Override
      String of(Table table) throws Exception {
        return String.valueOf(TestTable.scan(table, scan()));
      }
    };

    abstract String of(Table table) throws Exception;
  }

  private static List<String> answers(Read read, List<Table> tables) throws Exception {
    List<String> answers = new ArrayList<>();
    for (Table table : tables) {
      answers.add(read.of(table));
    }
    return answers;
  }

  private static String row(Result result) {
    return Bytes.toString(result.getRow()) + (result.isStale() ? " (stale)" : "");
  }

  private TestTable create(String spec) throws Exception {
    TestTable table = TestTable.numbered("timeline").salted(spec).splitBuckets().create(cluster);
    table.put(List.of("one", "two"));
    return table;
  }

  private static void readsAlike(Table table, TestTable gateways, String name) throws Exception {
    for (Read read : Read.values()) {
      assertThat(read.of(table)).as("%s by %s", read, name).isEqualTo(read.of(gateways.table()));
    }
  }

  @Test
  void theFirstReadOfAConnectionIsAnsweredWhateverItsKind() throws Exception {
    Configuration plugIns = PluginTables.plugIns(cluster);
    try (TestTable salted = create(TestTable.FOUR_BUCKETS);
        TestTable plain = TestTable.numbered("timeline").create(cluster)) {
      plain.put(List.of("one", "two"));
      for (TestTable each : List.of(salted, plain)) {
        for (Read read : Read.values()) {
          String expected = read.of(plain.table());
          assertThat(read.of(salted.table())).as("%s by gateways", read).isEqualTo(expected);
          try (ClientRoutes routes = ClientRoutes.apart(plugIns)) {
            assertThat(answers(read, routes.tables(each.name())))
                .as("%s of %s", read, each.name())
                .containsOnly(expected);
          }
        }
      }
    }
  }

  /** With an age of 400 ms nearly each read asks, at half of it or when it is over. */
  @Test
  void readsAreAnsweredWhenTheSpecIsAskedForAgainAndWhenItHasChanged() throws Exception {
    Configuration conf = PluginTables.plugIns(cluster);
    conf.setLong("halite.client.spec.max-age", 400);
    try (TestTable salted = create(TestTable.FOUR_BUCKETS);
        Connection plugin = ConnectionFactory.createConnection(conf);
        ClientRoutes lasting = ClientRoutes.apart(PluginTables.plugIns(cluster))) {
      List<Table> clients = lasting.tables(salted.name());
      for (Table client : clients) {
        readsAlike(client, salted, "client %d that learns it".formatted(clients.indexOf(client)));
      }
      for (int i = 0; i < 10; i++) {
        readsAlike(plugin.getTable(salted.name()), salted, "a client that asks");
        Thread.sleep(100);
      }
      salted.admin().disableTable(salted.name());
      salted.admin().truncateTable(salted.name(), true);
      salted.adopt("key=row:*,salt=hash(*) % 3");
      salted.put(List.of("one", "two"));
      for (Table client : clients) {
        readsAlike(client, salted, "client %d with the old one".formatted(clients.indexOf(client)));
      }
    }
  }

  /**
   * The first read of a connection asks for the spec, and a replica has answered that. HBase's
   * asynchronous client sends lists to primary regions alone.
   */
  @Test
  void aReplicaOfAPlainTableAnswersTheFirstReadWhileThePrimaryRegionIsAway() throws Exception {
    try (TestTable plain =
        TestTable.numbered("timeline").value("REGION_REPLICATION", "2").create(cluster)) {
      plain.put(List.of("one", "two"));
      Admin admin = plain.admin();
      admin.flush(plain.name());
      // A replica that opens reads the files.
      admin.disableTable(plain.name());
      admin.enableTable(plain.name());
      byte[] primary = admin.getRegions(plain.name()).get(0).getRegionName();
      admin.unassign(primary, true);
      Configuration plugIns = PluginTables.plugIns(cluster);
      plugIns.setInt("hbase.client.operation.timeout", 20_000);
      for (Read read : List.of(Read.GET, Read.EXISTS)) {
        try (Connection usual = ConnectionFactory.createConnection(cluster.configuration());
            ClientRoutes routes = ClientRoutes.apart(plugIns)) {
          String expected = read.of(usual.getTable(plain.name()));
          assertThat(expected).as("%s by a replica", read).containsPattern("stale|true");
          assertThat(answers(read, routes.tables(plain.name())))
              .as("%s", read)
              .containsOnly(expected);
        }
      }
    }
  }
}
