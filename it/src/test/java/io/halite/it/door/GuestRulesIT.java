package io.halite.it.door;

import static io.halite.it.door.PlacedTable.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.LoadedOnceMore;
import io.halite.it.rights.WatchingObserver;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.exceptions.RegionMovedException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** By which rules a guest serves a region that has moved, or whose table has been altered. */
@ExtendWith(SharedDoorCluster.class)
@Timeout(180)
class GuestRulesIT {
  private final EmbeddedCluster cluster;
  private PlacedTable placed;
  private RawRequests requests;

  GuestRulesIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  @BeforeEach
  void create() throws Exception {
    placed = PlacedTable.create(cluster);
    placed.table().put(List.of("anna"));
    requests = new RawRequests(cluster.connection());
    placed.awaitDoor(requests);
  }

  @AfterEach
  void drop() throws Exception {
    placed.close();
  }

  private String read() throws IOException {
    return RawRequests.text(
        requests.get(placed.door(), RawRequests.region(placed.name(0x60)), new Get(bytes("anna"))));
  }

  /** A new connection, since some of all connections stay at the region's own server. */
  private boolean isRedirected() throws IOException {
    try (Connection connection = ConnectionFactory.createConnection(cluster.configuration())) {
      RawRequests.redirectable(connection)
          .get(placed.home(), RawRequests.region(placed.name(0x60)), new Get(bytes("anna")));
      return false;
    } catch (RegionMovedException redirect) {
      return true;
    }
  }

  private void alter(String doors) throws IOException {
    Admin admin = placed.table().admin();
    admin.modifyTable(
        TableDescriptorBuilder.newBuilder(admin.getDescriptor(placed.table().name()))
            .setValue("halite.doors", doors)
            .build());
  }

  /** A guest needs nothing of the region's own server, and its owners are the same. */
  @Test
  void aGuestServesARegionThatHasMovedSinceAsBefore() throws Exception {
    placed.move(0x60, placed.servers().get(2));
    assertThat(read()).isEqualTo("anna=anna");
  }

  /**
   * HBase does so after {@code update_config}, and neither closes the region nor opens it again.
   */
  @Test
  void aRegionWhoseCoprocessorsAreLoadedOnceMoreRedirectsAndIsAGuestAsBefore() throws Exception {
    Polling.until("the region redirects", this::isRedirected);
    LoadedOnceMore.load(cluster, placed.table());
    placed.awaitDoor(requests);
    assertThat(read()).isEqualTo("anna=anna");
    Polling.until("the region redirects as before", this::isRedirected);
  }

  /** Of a get through a guest it would see another row than the one that is read. */
  @Test
  void aRegionIntoWhichAnotherObserverIsLoadedIsNoGuestAnyMore() throws Exception {
    LoadedOnceMore.load(cluster, placed.table(), WatchingObserver.class);
    assertThatThrownBy(this::read)
        .isExactlyInstanceOf(NotServingRegionException.class)
        .hasMessageContaining("does not serve it as a guest");
    LoadedOnceMore.load(cluster, placed.table());
    placed.awaitDoor(requests);
  }

  /**
   * It is a region of the table, and the alter has reopened all of them. Without the master's
   * observer nobody refuses a wrong value, which counts as {@code off}.
   */
  @ParameterizedTest
  @ValueSource(strings = {"off", "OFF"})
  void whenAnAlterHasEndedNoGuestServesByTheRulesBefore(String noDoors) throws Exception {
    assertThat(read()).isEqualTo("anna=anna");
    alter(noDoors);
    assertThatThrownBy(this::read)
        .isExactlyInstanceOf(NotServingRegionException.class)
        .hasMessageContaining("does not serve it as a guest");
    placed.move(0x60, placed.servers().get(2));
    assertThatThrownBy(this::read).isExactlyInstanceOf(NotServingRegionException.class);
    assertThat(placed.value("anna")).isEqualTo("anna");
  }
}
