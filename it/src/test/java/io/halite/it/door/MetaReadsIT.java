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
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
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

  MetaReadsIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  @BeforeEach
  void create() throws Exception {
    placed = PlacedTable.create(cluster, plan -> plan.coprocessor(TestTable.LATEST_ENDPOINT));
  }

  private AlternatingClients connect(DoorClient.Kind kind) throws IOException {
    return new AlternatingClients(cluster, placed, Map.of(), kind);
  }

  @AfterEach
  void close() throws Exception {
    placed.close();
  }

  /** What each client sends between the puts. */
  private interface Others {
    Request of(AlternatingClients clients);
  }

  private void assertCostsLittle(DoorClient.Kind kind, String what, String row, Others others)
      throws Exception {
    try (AlternatingClients clients = connect(kind)) {
      clients.awaitRedirects(clients.puts(row));
      Cost cost =
          clients.alternate(what, done -> done < ROUNDS, clients.puts(row), others.of(clients));
      // Each is sent to its door again after 5 and 30 seconds, if the test takes as long.
      assertThat(cost.redirects()).isLessThanOrEqualTo(3L * AlternatingClients.CONNECTIONS);
      assertThat(cost.metaReads()).isLessThan(MOST_READS);
      assertThat(cost.served()).as("the puts before the first of the others").isPositive();
      assertGuestsServe(kind, row);
    }
  }

  /** New connections are redirected at once, others when they have come back for some seconds. */
  private void assertGuestsServe(DoorClient.Kind kind, String row) throws Exception {
    try (AlternatingClients later = connect(kind)) {
      later.awaitRedirects(later.puts(row));
      KnownDoors.await(cluster, 10, () -> later.each(later.puts(row)));
    }
  }

  private void alternateWithCallsOfAnEndpoint(DoorClient.Kind kind) throws Exception {
    assertCostsLittle(kind, "a call of an endpoint", "row", AlternatingClients::callsOfAnEndpoint);
  }

  @Test
  void putsThatAlternateWithCallsOfAnEndpointAreRedirectedAFewTimesOnly() throws Exception {
    alternateWithCallsOfAnEndpoint(DoorClient.Kind.BLOCKING);
  }

  @Tag("wide")
  @Test
  void asynchronousPutsThatAlternateWithCallsOfAnEndpointAreRedirectedAFewTimesOnly()
      throws Exception {
    alternateWithCallsOfAnEndpoint(DoorClient.Kind.ASYNCHRONOUS);
  }

  /** The natural rows of {@code 01} on and the stored keys of bucket 1 are in one region. */
  private void alternateWithMarkedGets(DoorClient.Kind kind) throws Exception {
    List<String> natural = inBucketOne("marked", 10);
    placed.table().put(natural);
    Request marked =
        (client, number) -> {
          Get get = new Get(SPEC.salt().salt(bytes(natural.get(number % natural.size()))));
          Mark.of(SPEC).putOn(get);
          try (Table table = client.table(placed.table().name())) {
            assertThat(table.get(get).isEmpty()).isFalse();
          }
        };
    assertCostsLittle(kind, "a marked get", "\u0001row", clients -> marked);
  }

  @Test
  void putsThatAlternateWithMarkedGetsAreRedirectedAFewTimesOnly() throws Exception {
    alternateWithMarkedGets(DoorClient.Kind.BLOCKING);
  }

  @Tag("wide")
  @Test
  void asynchronousPutsThatAlternateWithMarkedGetsAreRedirectedAFewTimesOnly() throws Exception {
    alternateWithMarkedGets(DoorClient.Kind.ASYNCHRONOUS);
  }
}
