package io.halite.it.door;

import static io.halite.it.door.AlternatingClients.SPEC;
import static io.halite.it.door.AlternatingClients.inBucketOne;
import static io.halite.it.door.PlacedTable.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.TestTable;
import io.halite.it.door.AlternatingClients.Cost;
import io.halite.it.door.AlternatingClients.Request;
import io.halite.routing.table.Mark;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** How often clients read {@code hbase:meta} that use doors and the regions' own servers. */
@ExtendWith(SharedDoorCluster.class)
@Timeout(240)
class MetaReadsIT {
  private static final int ROUNDS = 150;

  /**
   * A connection reads the location once more when it comes back to the region's own server, at
   * first and after 5 and 30 seconds; the servers read the table's twelve regions a few times.
   */
  private static final long MOST_READS = 60;

  private final EmbeddedCluster cluster;
  private PlacedTable placed;
  private AlternatingClients clients;

  MetaReadsIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  @BeforeEach
  void create() throws Exception {
    placed = PlacedTable.create(cluster, plan -> plan.coprocessor(TestTable.LATEST_ENDPOINT));
    clients = new AlternatingClients(cluster, placed, Map.of());
  }

  @AfterEach
  void close() throws Exception {
    clients.close();
    placed.close();
  }

  private void assertCostsLittle(String what, String row, Request others) throws Exception {
    clients.awaitRedirects(clients.puts(row));
    Cost cost = clients.alternate(what, done -> done < ROUNDS, clients.puts(row), others);
    // Each is sent to its door again after 5 and 30 seconds, if the test takes as long.
    assertThat(cost.redirects()).isLessThanOrEqualTo(3L * AlternatingClients.CONNECTIONS);
    assertThat(cost.metaReads()).isLessThan(MOST_READS);
    assertThat(cost.served()).as("the puts before the first of the others").isPositive();
    assertGuestsServe(row);
  }

  /** New connections are redirected at once, others when they have come back for some seconds. */
  private void assertGuestsServe(String row) throws Exception {
    try (AlternatingClients later = new AlternatingClients(cluster, placed, Map.of())) {
      later.awaitRedirects(later.puts(row));
      KnownDoors.await(cluster, 10, () -> later.each(later.puts(row)));
    }
  }

  @Test
  void putsThatAlternateWithCallsOfAnEndpointAreRedirectedAFewTimesOnly() throws Exception {
    assertCostsLittle("a call of an endpoint", "row", clients.callsOfAnEndpoint());
  }

  /** The natural rows of {@code 01} on and the stored keys of bucket 1 are in one region. */
  @Test
  void putsThatAlternateWithMarkedGetsAreRedirectedAFewTimesOnly() throws Exception {
    List<String> natural = inBucketOne("marked", 10);
    placed.table().put(natural);
    Request marked =
        (connection, number) -> {
          Get get = new Get(SPEC.salt().salt(bytes(natural.get(number % natural.size()))));
          Mark.of(SPEC).putOn(get);
          try (Table table = connection.getTable(placed.table().name())) {
            assertThat(table.get(get).isEmpty()).isFalse();
          }
        };
    assertCostsLittle("a marked get", "\u0001row", marked);
  }
}
