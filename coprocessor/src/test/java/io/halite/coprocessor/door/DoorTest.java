package io.halite.coprocessor.door;

import static io.halite.coprocessor.door.Doors.server;
import static io.halite.coprocessor.host.Requests.conditional;
import static io.halite.coprocessor.host.Requests.each;
import static io.halite.coprocessor.host.Requests.multi;
import static io.halite.coprocessor.host.Requests.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.coprocessor.host.ClientRequest;
import java.io.IOException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.exceptions.RegionMovedException;
import org.apache.hadoop.hbase.ipc.RpcCall;
import org.apache.hadoop.hbase.ipc.RpcServer;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.GetResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.ScanRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.RPCProtos.RequestHeader;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.Pair;
import org.apache.hbase.thirdparty.com.google.protobuf.Message;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A door with two regions of its own, and a third one that another server has. */
class DoorTest {
  private static final RegionInfo ELSEWHERE = OpenRegion.info("x", "y");

  private final Set<String> online = new HashSet<>();
  private final List<Message> served = new ArrayList<>();
  private final Door door =
      new Door(
          DoorMode.ALL, name -> online.contains(Bytes.toString(name)), any -> false, any -> true);
  private OpenRegion region;
  private OpenRegion other;

  @BeforeEach
  void open() throws Exception {
    region = OpenRegion.of("b", "c");
    other = OpenRegion.of("c", "d");
    for (OpenRegion each : List.of(region, other)) {
      each.doors.add(server(1));
      each.locations =
          List.of(
              new HRegionLocation(region.region().getRegionInfo(), Doors.HERE),
              new HRegionLocation(other.region().getRegionInfo(), Doors.HERE),
              new HRegionLocation(ELSEWHERE, server(1)));
      online.add(each.name().toStringUtf8());
      door.opened(each);
    }
    until(() -> isKnown(ELSEWHERE));
  }

  @AfterEach
  void close() {
    door.close();
  }

  private boolean isKnown(RegionInfo info) {
    return door.tables().values().stream()
        .anyMatch(table -> table.find(OpenRegion.name(info)).isPresent());
  }

  private static void until(BooleanSupplier reached) throws Exception {
    for (int i = 0; i < 600 && !reached.getAsBoolean(); i++) {
      TimeUnit.MILLISECONDS.sleep(50);
    }
    assertThat(reached.getAsBoolean()).isTrue();
  }

  private static RpcCall call(Message message, int port, User user, Map<String, byte[]> request) {
    return call(message, port, user, request, Map.of(), 0);
  }

  private static RpcCall call(
      Message message,
      int port,
      User user,
      Map<String, byte[]> request,
      Map<String, byte[]> connection,
      int priority) {
    return Doors.call(
        Map.of(
            "getParam", message,
            "getRemoteAddress", InetAddress.getLoopbackAddress(),
            "getRemotePort", port,
            "getRequestUser", Optional.of(user),
            "getRequestAttributes", request,
            "getConnectionAttributes", connection,
            "getPriority", priority,
            "getReceiveTime", System.currentTimeMillis(),
            "getHeader", RequestHeader.getDefaultInstance()));
  }

  private static User user() {
    return User.createUserForTesting(new Configuration(false), "anna", new String[0]);
  }

  private Message serve(Message message, int port, User user) throws IOException {
    return serve(call(message, port, user, Map.of()));
  }

  private Message serve(RpcCall call) throws IOException {
    Door.Next next =
        toServer -> {
          served.add(toServer.getParam());
          Message answer =
              toServer.getParam() instanceof MultiRequest multi
                  ? done(multi)
                  : GetResponse.getDefaultInstance();
          ClientRequest.current().pins().takeOver(region.region());
          ClientRequest.current().pins().takeOver(other.region());
          return Pair.newPair(answer, null);
        };
    RpcServer.setCurrentCall(call);
    try {
      return door.serve(call, next, refused -> {}).getFirst();
    } finally {
      RpcServer.setCurrentCall(null);
    }
  }

  private static MultiResponse done(MultiRequest multi) {
    MultiResponse.Builder answer = MultiResponse.newBuilder();
    multi.getRegionActionList().forEach(any -> answer.addRegionActionResultBuilder());
    return answer.build();
  }

  private static List<String> refusals(Message answer) {
    return ((MultiResponse) answer)
        .getRegionActionResultList().stream().map(RequestParts::refusal).toList();
  }

  /** A request makes its region redirect, which the watch notes within a second. */
  private void awaitRedirects() throws Exception {
    serve(multi(each(region.name().toStringUtf8(), put("b0"))), 1, user());
    until(() -> door.counts().redirecting() > 0);
    served.clear();
  }

  /** HBase's client makes a part of each conditional write, and the server applies them in turn. */
  @Test
  void allPartsOfOneRegionAreRedirectedTogether() throws Exception {
    awaitRedirects();
    String name = region.name().toStringUtf8();
    User fresh = user();
    int redirected = 0;
    for (int port = 100; port < 120; port++) {
      List<String> refusals =
          refusals(
              serve(
                  multi(
                      conditional(name, put("b1")),
                      each(other.name().toStringUtf8(), put("c1")),
                      conditional(name, put("b1"))),
                  port,
                  fresh));
      assertThat(refusals.get(2)).isEqualTo(refusals.get(0));
      redirected += refusals.get(0).equals(RegionMovedException.class.getName()) ? 1 : 0;
    }
    assertThat(redirected).as("of 20 connections, half go to the other server").isPositive();
  }

  @Test
  void partsThatAreRedirectedServedHereAndServedByAGuestGetAnswersOfTheirOwn() throws Exception {
    awaitRedirects();
    Message request =
        multi(
            each(region.name().toStringUtf8(), put("b1")),
            each(OpenRegion.name(ELSEWHERE).toStringUtf8(), put("x1")),
            each(other.name().toStringUtf8(), put("c1")));
    Set<List<Boolean>> redirected = new HashSet<>();
    for (int port = 100; port < 140; port++) {
      List<String> refusals = refusals(serve(request, port, user()));
      redirected.add(refusals.stream().map(refusal -> !refusal.isEmpty()).toList());
    }
    assertThat(redirected).contains(List.of(true, false, false));
    assertThat(redirected).allMatch(parts -> !parts.get(1));
  }

  @Test
  void requestsThatOptOutAreNeverRedirected() throws Exception {
    awaitRedirects();
    Message request = multi(each(region.name().toStringUtf8(), put("b1")));
    Map<String, byte[]> off = Map.of("halite.doors", Bytes.toBytes("off"));
    for (int port = 100; port < 120; port++) {
      for (RpcCall each :
          List.of(
              call(request, port, user(), off, Map.of(), 0),
              call(request, port, user(), Map.of(), off, 0),
              call(request, port, user(), Map.of(), Map.of(), HConstants.QOS_THRESHOLD))) {
        assertThat(refusals(serve(each))).containsExactly("");
      }
    }
    assertThat(door.counts()).hasToString("redirected 0, served 0, declined 0");
  }

  /** 7 is a scan of which this server knows the row in pieces, 8 one that has ended. */
  @Test
  void aScanThatThisServerKnowsStaysWhereItIsOpenedAgain() throws Exception {
    region.scans.add(7L);
    awaitRedirects();
    for (long readPoint : new long[] {0, 7, 8}) {
      ScanRequest scan =
          ScanRequest.newBuilder()
              .setRegion(DoorRequest.specifier(region.name()))
              .setScan(ClientProtos.Scan.newBuilder().setMvccReadPoint(readPoint))
              .build();
      int redirected = 0;
      for (int port = 100; port < 120; port++) {
        try {
          serve(scan, port, user());
        } catch (RegionMovedException expected) {
          redirected++;
        }
      }
      assertThat(redirected > 0).as("read point %d", readPoint).isEqualTo(readPoint != 7);
    }
  }

  @Test
  void aConnectionFromThePortOfAnEarlierOneIsANewConnection() throws Exception {
    awaitRedirects();
    Message request = multi(each(region.name().toStringUtf8(), put("b1")));
    int port = 100;
    User first = user();
    while (refusals(serve(request, port, first)).get(0).isEmpty()) {
      port++;
    }
    assertThat(refusals(serve(request, port, first))).as("in flight").containsExactly("");
    int redirected = 0;
    for (int i = 0; i < 20; i++) {
      redirected += refusals(serve(request, port, user())).get(0).isEmpty() ? 0 : 1;
    }
    assertThat(redirected).isPositive();
  }

  /** HBase calls the observer before it has told the master that the region is open. */
  @Test
  void aRegionThatIsNotOnlineYetIsServedByAGuest() throws Exception {
    OpenRegion opening = OpenRegion.of("x", "y");
    opening.serving = false;
    opening.locations = region.locations;
    door.opened(opening);
    String name = opening.name().toStringUtf8();
    assertThat(refusals(serve(multi(each(name, put("x1"))), 1, user()))).containsExactly("");
    assertThat(((MultiRequest) served.get(0)).getRegionAction(0).getRegion().getValue())
        .isIn(region.name(), other.name());
    online.add(name);
    serve(multi(each(name, put("x1"))), 1, user());
    assertThat(((MultiRequest) served.get(1)).getRegionAction(0).getRegion().getValue())
        .isEqualTo(opening.name());
  }

  @Test
  void aProbeIsNoRequestOfAClient() throws Exception {
    RpcCall asking = call(Doors.probe(ELSEWHERE), 1, user(), LoadReport.asking());
    serve(asking);
    door.turn(DoorMode.OFF);
    assertThatThrownBy(() -> serve(asking)).isInstanceOf(NotServingRegionException.class);
    assertThat(door.counts()).hasToString("redirected 0, served 0, declined 0");
    RpcCall client = call(Doors.probe(ELSEWHERE), 1, user(), Map.of());
    assertThatThrownBy(() -> serve(client)).isInstanceOf(NotServingRegionException.class);
    assertThat(door.counts()).hasToString("redirected 0, served 0, declined 1");
  }

  /** It declines all writes, and a get alone would make it a door of the least load. */
  @Test
  void aServerWhoseMemstoresAreFullAnswersNoProbe() throws Exception {
    RpcCall asking = call(Doors.probe(ELSEWHERE), 1, user(), LoadReport.asking());
    RpcCall client = call(Doors.probe(ELSEWHERE), 1, user(), Map.of());
    List.of(region, other).forEach(each -> each.holdsWrites = true);
    assertThatThrownBy(() -> serve(asking)).isInstanceOf(NotServingRegionException.class);
    serve(client);
    List.of(region, other).forEach(each -> each.holdsWrites = false);
    serve(asking);
    assertThat(door.counts()).hasToString("redirected 0, served 1, declined 0");
  }
}
