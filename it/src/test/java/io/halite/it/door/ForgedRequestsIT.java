package io.halite.it.door;

import static io.halite.it.door.PlacedTable.bytes;
import static io.halite.it.door.PlacedTable.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.coprocessor.door.DoorRpcServer;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.routing.table.Mark;
import java.io.IOException;
import java.lang.reflect.Field;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionReplicaUtil;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.regionserver.HRegionServer;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.GetRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos.RegionSpecifier;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos.RegionSpecifier.RegionSpecifierType;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;

/** Clients that forge what a door puts into requests, or name regions as they like. */
@ExtendWith(SharedDoorCluster.class)
@TestInstance(Lifecycle.PER_CLASS)
class ForgedRequestsIT {
  private static final String ATTRIBUTE = "halite.door";

  private EmbeddedCluster cluster;
  private PlacedTable placed;
  private PlacedTable other;
  private RawRequests requests;

  @BeforeAll
  void create(EmbeddedCluster shared) throws Exception {
    cluster = shared;
    placed = PlacedTable.create(cluster);
    other = PlacedTable.create(cluster, plan -> plan.value("halite.doors", "off"));
    requests = new RawRequests(cluster.connection());
    for (PlacedTable each : List.of(placed, other)) {
      each.table().put(List.of("Anna", "Bert", "anna", "bert"));
    }
    placed.awaitDoor(requests);
  }

  @AfterAll
  void drop() throws Exception {
    placed.close();
    other.close();
  }

  private static Get forged(String row, String claimed) {
    return new Get(bytes(row)).setAttribute(ATTRIBUTE, bytes(claimed));
  }

  private String answer(ServerName at, int region, Get get) throws Exception {
    return RawRequests.text(requests.get(at, RawRequests.region(placed.name(region)), get));
  }

  @Test
  void aForgedRowOfAGetIsIgnoredByTheDoorAndByTheGateway() throws Exception {
    assertThat(answer(placed.door(), 0x60, forged("anna", "Bert"))).isEqualTo("anna=anna");
    assertThat(answer(placed.door(), 0x40, forged("Anna", "bert"))).isEqualTo("Anna=Anna");
    assertThat(answer(placed.home(), 0x60, forged("bert", "Anna"))).isEqualTo("bert=bert");
  }

  @Test
  void aForgedRowIsIgnoredInAPartThatNoGuestServesBesideOneThatAGuestServes() throws Exception {
    assertThat(
            requests.multi(
                placed.door(),
                RawRequests.part(placed.name(0x60), RawRequests.action(forged("anna", "Bert"))),
                RawRequests.part(placed.name(0x40), RawRequests.action(forged("Bert", "bert")))))
        .containsExactly("anna=anna", "Bert=Bert");
    assertThat(
            requests.multi(
                placed.door(),
                RawRequests.part(other.name(0x40), RawRequests.action(forged("Anna", "Bert"))),
                RawRequests.part(placed.name(0x40), RawRequests.action(forged("Bert", "bert")))))
        .containsExactly("Anna=Anna", "Bert=Bert");
  }

  /** What the server answers to a get of a region of this name. */
  private Throwable refusal(RegionSpecifier region) {
    try {
      Result result = requests.get(placed.door(), region, new Get(bytes("anna")));
      throw new AssertionError("answered " + result + " for " + region);
    } catch (IOException refusal) {
      return refusal;
    }
  }

  @Test
  void aRegionThatNobodyHasIsNotServed() throws Exception {
    RegionInfo gateway = placed.region(0x60);
    String table = placed.table().name().getNameAsString();
    String text = gateway.getRegionNameAsString();
    List<String> ofTheTable =
        List.of(
            table + ",,1",
            table + ",a,1.0123456789abcdef0123456789abcdef.",
            text.substring(0, text.length() - 1));
    for (String name : ofTheTable) {
      assertThat(refusal(RawRequests.region(bytes(name))))
          .as(name)
          .isExactlyInstanceOf(NotServingRegionException.class);
    }
    List<String> ofOthers =
        List.of(
            table + "x" + text.substring(table.length()),
            "unknown,a,1.0123456789abcdef0123456789abcdef.",
            "hbase:unknown,a,1.0123456789abcdef0123456789abcdef.",
            "no good name \u0001,a,1.0123456789abcdef0123456789abcdef.",
            ":::,a,1",
            ",a,1",
            "without a comma",
            "");
    for (String name : ofOthers) {
      // HBase itself answers for tables that are not salted. It knows regions by encoded name, and
      // may say where one went that is named with the name of another table.
      assertThat(refusal(RawRequests.region(bytes(name))))
          .as(name)
          .isInstanceOf(NotServingRegionException.class);
    }
    assertThat(refusal(RawRequests.region(replica(gateway))))
        .isExactlyInstanceOf(NotServingRegionException.class);
    assertThat(
            refusal(
                RawRequests.region(
                    RegionSpecifierType.ENCODED_REGION_NAME, gateway.getEncodedNameAsBytes())))
        .isExactlyInstanceOf(NotServingRegionException.class);
  }

  private static byte[] replica(RegionInfo region) {
    return RegionReplicaUtil.getRegionInfoForReplica(region, 1).getRegionName();
  }

  @Test
  void unknownRegionsBesideOneOfAGuestFailAlone() throws Exception {
    byte[] illegal = Bytes.toBytes("no good name \u0001,a,1");
    assertThat(
            requests.multi(
                placed.door(),
                RawRequests.part(Bytes.toBytes("no comma"), RawRequests.action(put("x"))),
                RawRequests.part(placed.name(0x60), RawRequests.action(new Get(bytes("anna")))),
                RawRequests.part(illegal, RawRequests.action(put("y")))))
        .containsExactly("NotServingRegionException", "anna=anna", "NotServingRegionException");
  }

  @Test
  void namesOfUnknownTablesLeaveNothingOnTheServer() throws Exception {
    String table = "never-seen-" + System.nanoTime();
    assertThat(refusal(RawRequests.region(bytes(table + ",a,1")))).isNotNull();
    // HBase remembers each name that it has parsed, for ever, in a list that it walks along.
    Field names = TableName.class.getDeclaredField("tableCache");
    names.setAccessible(true);
    assertThat(names.get(null).toString()).doesNotContain(table);
  }

  @Test
  void aRequestWithAMarkIsServedByNoGuest() throws Exception {
    long served = DoorRpcServer.doorOf(server()).orElseThrow().counts().served();
    byte[] gateway = placed.name(0x60);
    Get marked = new Get(bytes("anna"));
    marked.setAttribute(Mark.ATTRIBUTE, new byte[] {1});
    assertThatThrownBy(() -> requests.get(placed.door(), RawRequests.region(gateway), marked))
        .isExactlyInstanceOf(NotServingRegionException.class);
    assertThat(requests.multi(placed.door(), RawRequests.part(gateway, RawRequests.action(marked))))
        .containsExactly("NotServingRegionException");
    assertThat(DoorRpcServer.doorOf(server()).orElseThrow().counts().served()).isEqualTo(served);
  }

  private HRegionServer server() {
    return cluster.utility().getMiniHBaseCluster().getRegionServer(placed.door());
  }

  @Test
  void aGetWithoutARowIsRefusedByADoorAsByTheGateway() throws Exception {
    RegionSpecifier gateway = RawRequests.region(placed.name(0x60));
    for (byte[] row : List.of(new byte[0], new byte[40_000])) {
      for (ServerName server : List.of(placed.home(), placed.door())) {
        assertThat(refusal(server, gateway, row))
            .containsIgnoringCase("row")
            .doesNotContain("answered", "halite failed");
      }
    }
  }

  private String refusal(ServerName at, RegionSpecifier region, byte[] row) {
    var get = ClientProtos.Get.newBuilder().setRow(ByteString.copyFrom(row));
    var request = GetRequest.newBuilder().setRegion(region).setGet(get).build();
    try {
      return "answered " + requests.send(at, (server, rpc) -> server.get(rpc, request));
    } catch (IOException e) {
      return e.toString();
    }
  }

  @Test
  void aScanThroughADoorIsHeldToTheRegionThatItNames() throws Exception {
    Scan all = new Scan();
    var home = requests.open(placed.home(), placed.name(0x60), all, 100);
    var door = requests.open(placed.door(), placed.name(0x60), all, 100);
    assertThat(door.getCellsPerResultList()).isEqualTo(home.getCellsPerResultList());
    assertThat(door.getMoreResultsInRegion()).isFalse();
    assertThat(door.getMoreResults()).isEqualTo(home.getMoreResults());
  }

  @Test
  void aDoorSaysOfNoRegionWhereItWentEvenIfItIsTurnedOff() throws Exception {
    placed.move(0x60, placed.door());
    placed.move(0x60, placed.home());
    byte[] gateway = placed.name(0x60);
    Get marked = new Get(bytes("anna"));
    marked.setAttribute(Mark.ATTRIBUTE, new byte[] {1});
    assertNotThere(gateway, marked);
    turn("off");
    try {
      assertNotThere(gateway, marked);
      assertNotThere(gateway, new Get(bytes("anna")));
    } finally {
      turn("all");
      placed.awaitDoor(requests);
    }
  }

  private void assertNotThere(byte[] gateway, Get get) throws Exception {
    assertThatThrownBy(() -> requests.get(placed.door(), RawRequests.region(gateway), get))
        .isExactlyInstanceOf(NotServingRegionException.class);
    assertThat(requests.multi(placed.door(), RawRequests.part(gateway, RawRequests.action(get))))
        .containsExactly("NotServingRegionException");
  }

  private void turn(String doors) {
    Configuration changed = new Configuration(server().getConfiguration());
    changed.set("halite.doors", doors);
    ((DoorRpcServer) server().getRpcServer()).onConfigurationChange(changed);
  }
}
