package io.halite.it.door;

import static io.halite.it.door.PlacedTable.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.it.cluster.EmbeddedCluster;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
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

  private void alter(String doors) throws IOException {
    Admin admin = placed.table().admin();
    admin.modifyTable(
        TableDescriptorBuilder.newBuilder(admin.getDescriptor(placed.table().name()))
            .setValue("halite.doors", doors)
            .build());
  }

  /** A guest needs nothing of the region's own server, and its owners are the same. */
  @Test
  void itServesARegionThatHasMovedSinceAsBefore() throws Exception {
    placed.move(0x60, placed.servers().get(2));
    assertThat(read()).isEqualTo("anna=anna");
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
