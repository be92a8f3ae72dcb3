package io.halite.it.door;

import static io.halite.it.door.PlacedTable.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.coprocessor.door.DoorCounts;
import io.halite.coprocessor.door.DoorRpcServer;
import io.halite.it.cluster.EmbeddedCluster;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.metrics.Gauge;
import org.apache.hadoop.hbase.metrics.MetricRegistries;
import org.apache.hadoop.hbase.metrics.MetricRegistry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * What a server shows of its door. The servers of one JVM share HBase's registry of metrics, so it
 * shows the counts of the server that has opened a region of a table with doors first.
 */
@ExtendWith(SharedDoorCluster.class)
@Timeout(180)
class DoorMetricsIT {
  private static final List<String> NAMES =
      List.of(
          "DoorRedirects", "DoorGuestRequests", "DoorDeclinedRequests", "DoorRedirectingRegions");

  private final EmbeddedCluster cluster;
  private PlacedTable placed;
  private Optional<ServerName> shown = Optional.empty();

  DoorMetricsIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  /** Those of an earlier cluster of this JVM would stay. */
  @BeforeEach
  void create() throws Exception {
    for (MetricRegistry registry : MetricRegistries.global().getMetricRegistries()) {
      NAMES.forEach(name -> registry.remove(inRegistry(name)));
    }
    placed = PlacedTable.create(cluster);
    placed.awaitDoor();
    for (ServerName server : placed.servers()) {
      long before = gauge("DoorDeclinedRequests");
      decline(server);
      if (gauge("DoorDeclinedRequests") > before) {
        shown = Optional.of(server);
      }
    }
    assertThat(shown).as("the server whose counts are shown").isPresent();
  }

  @AfterEach
  void drop() throws Exception {
    DoorCluster.update(cluster, "all");
    placed.close();
  }

  private static String inRegistry(String name) {
    return name.substring(0, 1).toLowerCase(Locale.ROOT) + name.substring(1);
  }

  private static long gauge(String name) {
    return MetricRegistries.global().getMetricRegistries().stream()
        .flatMap(registry -> registry.get(inRegistry(name)).stream())
        .mapToLong(metric -> (Long) ((Gauge<?>) metric).getValue())
        .sum();
  }

  private static Map<String, Long> gauges() {
    Map<String, Long> gauges = new TreeMap<>();
    NAMES.forEach(name -> gauges.put(name, gauge(name)));
    return gauges;
  }

  private ServerName shown() {
    return shown.orElseThrow();
  }

  private DoorCounts counts() {
    return DoorRpcServer.doorOf(cluster.utility().getMiniHBaseCluster().getRegionServer(shown()))
        .orElseThrow()
        .counts();
  }

  /** Asks a server for a region that the table never had. */
  private void decline(ServerName server) {
    RegionInfo unknown =
        RegionInfoBuilder.newBuilder(placed.table().name())
            .setStartKey(PlacedTable.bytes("zz"))
            .build();
    assertThatThrownBy(
            () ->
                new RawRequests(cluster.connection())
                    .put(server, RawRequests.region(unknown.getRegionName()), put("zz")))
        .isExactlyInstanceOf(NotServingRegionException.class);
  }

  private void assertAsCounted() {
    assertThat(gauges())
        .containsEntry("DoorRedirects", counts().redirected())
        .containsEntry("DoorGuestRequests", counts().served())
        .containsEntry("DoorDeclinedRequests", counts().declined())
        .containsEntry("DoorRedirectingRegions", counts().redirecting());
  }

  /** Lets clients write to a gateway region of the server until it redirects them. */
  private void redirect() throws Exception {
    placed.move(0x60, shown());
    try (PlacedClients clients = new PlacedClients(cluster, placed)) {
      Polling.until(
          "the server redirects",
          () -> {
            clients.put();
            return gauge("DoorRedirectingRegions") > 0 && gauge("DoorRedirects") > 0;
          });
    }
  }

  @Test
  void theRegistryShowsWhatTheDoorHasDone() throws Exception {
    long declined = gauge("DoorDeclinedRequests");
    decline(shown());
    decline(shown());
    assertThat(gauge("DoorDeclinedRequests")).isEqualTo(declined + 2);
    redirect();
    assertAsCounted();
    assertThat(gauge("DoorRedirectingRegions")).isEqualTo(1);
    DoorCluster.update(cluster, "off");
    assertThat(gauge("DoorRedirectingRegions")).isZero();
    assertAsCounted();
  }
}
