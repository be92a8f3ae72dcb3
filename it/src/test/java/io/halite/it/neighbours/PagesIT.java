package io.halite.it.neighbours;

import static io.halite.it.cluster.TestTable.F;
import static io.halite.it.cluster.TestTable.Q;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.TestTable;
import io.halite.it.door.DoorCluster;
import io.halite.it.door.PlacedTable;
import io.halite.keys.SaltingSpec;
import java.lang.reflect.Field;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.OnlineLogRecord;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.ServerType;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.namequeues.NamedQueueRecorder;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.JVMClusterUtil.RegionServerThread;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What HBase's own pages, request counts and slow log show of a salted table. */
@Timeout(60)
class PagesIT {
  private static final byte[] ROW = Bytes.toBytes("row");
  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static EmbeddedCluster cluster;
  private static TestTable table;
  private static HRegionLocation gateway;
  private static HRegionLocation owner;

  @BeforeAll
  static void start() throws Exception {
    forgetTheSlowLog();
    cluster =
        EmbeddedCluster.startWithoutHdfs(
            2,
            settings -> {
              for (String server : new String[] {"master", "regionserver"}) {
                settings.setInt("hbase." + server + ".info.port", 0);
                settings.set("hbase." + server + ".info.bindAddress", "127.0.0.1");
              }
              DoorCluster.turnOn(settings);
              settings.setBoolean("hbase.master.infoserver.redirect", false);
              settings.setBoolean("hbase.regionserver.slowlog.buffer.enabled", true);
              settings.setInt("hbase.ipc.warn.response.time", 10);
              settings.setInt("hbase.ipc.warn.response.size", 100);
            });
    table =
        TestTable.named("pages")
            .salted(TestTable.FOUR_BUCKETS)
            .coprocessor(SlowObserver.class, 1000)
            .value("halite.doors", "off")
            .splits(new byte[] {1}, new byte[] {2}, new byte[] {3}, new byte[] {'A'})
            .create(cluster);
    try (RegionLocator regions = cluster.connection().getRegionLocator(table.name())) {
      gateway = regions.getRegionLocation(ROW);
      owner = regions.getRegionLocation(stored());
    }
    try (Table client = table.table()) {
      for (int i = 0; i < 10; i++) {
        client.put(new Put(ROW).addColumn(F, Q, new byte[200]));
      }
      client.get(new Get(ROW));
    }
  }

  @AfterAll
  static void stop() throws Exception {
    cluster.close();
    forgetTheSlowLog();
  }

  /** All servers of a JVM share one slow log, which the first of them makes by its own site. */
  private static void forgetTheSlowLog() throws Exception {
    Field recorder = NamedQueueRecorder.class.getDeclaredField("namedQueueRecorder");
    recorder.setAccessible(true);
    recorder.set(null, null);
    Field made = NamedQueueRecorder.class.getDeclaredField("isInit");
    made.setAccessible(true);
    made.setBoolean(null, false);
  }

  private static byte[] stored() {
    return SaltingSpec.parse(TestTable.FOUR_BUCKETS).salt().salt(ROW);
  }

  private static String page(int port, String path) throws Exception {
    HttpResponse<String> response =
        HTTP.send(
            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/" + path)).build(),
            BodyHandlers.ofString());
    assertThat(response.statusCode()).as("%s: %s", path, response.body()).isEqualTo(200);
    assertThat(response.body()).doesNotContain("Exception", "HTTP ERROR");
    return response.body().replaceAll("<[^>]*>", "");
  }

  @Test
  void theMastersPagesShowTheTableAndItsRegions() throws Exception {
    int port = cluster.utility().getMiniHBaseCluster().getMaster().getInfoServer().getPort();
    assertThat(page(port, "master-status")).contains("pages");
    assertThat(page(port, "tablesDetailed.jsp")).contains("SaltingObserver");
    String shown = page(port, "table.jsp?name=pages");
    // The servers report their counts from time to time.
    for (int i = 0; i < 200 && !shown.contains("WriteRequests(20)"); i++) {
      Thread.sleep(50);
      shown = page(port, "table.jsp?name=pages");
    }
    assertThat(shown)
        .contains(gateway.getRegion().getEncodedName(), owner.getRegion().getEncodedName())
        .contains("\\x01", "WriteRequests(20)", "ReadRequests(1)");
  }

  @Test
  void theServersPagesShowTheRegionsAndTheSlowRequests() throws Exception {
    logOf(gateway);
    for (RegionServerThread each :
        cluster.utility().getMiniHBaseCluster().getLiveRegionServerThreads()) {
      int port = each.getRegionServer().getInfoServer().getPort();
      String shown = page(port, "rs-status");
      page(port, "rsOperationDetails.jsp");
      for (HRegionLocation region : List.of(gateway, owner)) {
        if (region.getServerName().equals(each.getRegionServer().getServerName())) {
          assertThat(shown).contains(region.getRegion().getEncodedName());
          assertThat(page(port, "region.jsp?name=" + region.getRegion().getEncodedName()))
              .contains(region.getRegion().getEncodedName());
        }
      }
    }
  }

  /** HBase counts a write before Halite takes it, and a read where it reads. */
  @Test
  void theGatewayCountsWritesAndTheOwnerWritesAndReads() {
    assertThat(region(gateway).getWriteRequestsCount()).isEqualTo(10);
    assertThat(region(gateway).getReadRequestsCount()).isZero();
    assertThat(region(owner).getWriteRequestsCount()).isEqualTo(10);
    assertThat(region(owner).getReadRequestsCount()).isEqualTo(1);
  }

  private static HRegion region(HRegionLocation location) {
    RegionInfo info = location.getRegion();
    return cluster.utility().getHBaseCluster().getRegions(info.getTable()).stream()
        .filter(region -> region.getRegionInfo().equals(info))
        .findFirst()
        .orElseThrow();
  }

  /** The entries of this region, once the server's log has one of a get. */
  private static List<OnlineLogRecord> logOf(HRegionLocation location) throws Exception {
    return logOf(
        location.getServerName(),
        record -> record.getRegionName().equals(name(location)),
        PagesIT::isGet);
  }

  /** The records of requests; waits for each of some kinds, since servers write the log later. */
  @SafeVarargs
  private static List<OnlineLogRecord> logOf(
      ServerName server, Predicate<OnlineLogRecord> wanted, Predicate<OnlineLogRecord>... kinds)
      throws Exception {
    List<OnlineLogRecord> found = new ArrayList<>();
    try (Admin admin = cluster.connection().getAdmin()) {
      for (int i = 0; i < 200 && !hasAll(found, kinds); i++) {
        Thread.sleep(50);
        found.clear();
        for (String log : List.of("SLOW_LOG", "LARGE_LOG")) {
          admin
              .getLogEntries(Set.of(server), log, ServerType.REGION_SERVER, 1_000, Map.of())
              .forEach(entry -> found.add((OnlineLogRecord) entry));
        }
        found.removeIf(wanted.negate());
      }
    }
    return found;
  }

  @SafeVarargs
  private static boolean hasAll(List<OnlineLogRecord> found, Predicate<OnlineLogRecord>... kinds) {
    return Stream.of(kinds).allMatch(kind -> found.stream().anyMatch(kind));
  }

  /** A get shows the guest region's first key, too, since HBase would refuse the client's row. */
  @Test
  void aDoorShowsItsGuestInPlaceOfTheRegionThatTheClientAskedFor() throws Exception {
    try (PlacedTable placed =
            PlacedTable.create(cluster, plan -> plan.coprocessor(SlowObserver.class));
        Connection client = ConnectionFactory.createConnection(cluster.configuration())) {
      // The guest is no owner, which would count reads of its own, nor without a first key.
      for (int bucket : new int[] {0, 1, 2, 3}) {
        placed.move(bucket, placed.home());
      }
      placed.awaitDoor();
      Table atDoor = placed.atDoor(client);
      HRegionLocation asked = home(placed);
      TableName table = placed.table().name();
      for (int i = 0; i < 10; i++) {
        atDoor.put(new Put(ROW).addColumn(F, Q, new byte[200]));
      }
      assertThat(atDoor.get(new Get(ROW)).value()).hasSize(200);
      List<OnlineLogRecord> log =
          logOf(
              placed.door(),
              record -> record.getRegionName().startsWith(table + ","),
              PagesIT::isGet,
              PagesIT::isOfRow);
      assertThat(log).anyMatch(PagesIT::isOfRow);
      String guest =
          log.stream()
              .filter(PagesIT::isOfRow)
              .map(OnlineLogRecord::getRegionName)
              .distinct()
              .collect(Collectors.joining(" and "));
      assertThat(log).extracting(OnlineLogRecord::getRegionName).doesNotContain(name(asked));
      HRegion serving = region(placed, guest);
      assertThat(log)
          .filteredOn(PagesIT::isGet)
          .extracting(OnlineLogRecord::getParam)
          .contains(
              "region= %s, row= %s"
                  .formatted(guest, Bytes.toStringBinary(serving.getRegionInfo().getStartKey())));
      assertThat(serving.getWriteRequestsCount()).isEqualTo(10);
      assertThat(serving.getReadRequestsCount()).isZero();
      assertThat(region(asked).getWriteRequestsCount()).isZero();
      assertThat(region(asked).getReadRequestsCount()).isZero();
      int port =
          cluster
              .utility()
              .getMiniHBaseCluster()
              .getRegionServer(placed.door())
              .getInfoServer()
              .getPort();
      assertThat(page(port, "rs-status").replaceAll("\\s+", " ")).contains(guest + " 0 0 10 ");
    }
  }

  private static boolean isOfRow(OnlineLogRecord record) {
    return record.getParam().endsWith(", row= row");
  }

  private static HRegionLocation home(PlacedTable placed) throws Exception {
    try (RegionLocator regions = cluster.connection().getRegionLocator(placed.table().name())) {
      return regions.getRegionLocation(ROW);
    }
  }

  @Test
  void theSlowLogShowsTheGetAtTheGatewayAndAtTheOwner() throws Exception {
    OnlineLogRecord natural = get(gateway);
    OnlineLogRecord stored = get(owner);
    assertThat(natural.getParam()).endsWith("row= row");
    assertThat(stored.getParam()).endsWith("row= " + Bytes.toStringBinary(stored()));
    assertThat(natural.getClientAddress()).isNotEqualTo(stored.getClientAddress());
    assertThat(natural.getProcessingTime()).isGreaterThanOrEqualTo(stored.getProcessingTime());
  }

  private static String name(HRegionLocation location) {
    return location.getRegion().getRegionNameAsString();
  }

  private static HRegion region(PlacedTable placed, String name) {
    return cluster.utility().getHBaseCluster().getRegions(placed.table().name()).stream()
        .filter(region -> region.getRegionInfo().getRegionNameAsString().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static boolean isGet(OnlineLogRecord record) {
    return record.getMethodName().equals("Get");
  }

  private static OnlineLogRecord get(HRegionLocation location) throws Exception {
    return logOf(location).stream().filter(PagesIT::isGet).findFirst().orElseThrow();
  }
}
