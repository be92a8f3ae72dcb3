package io.halite.coprocessor.door;

import static io.halite.coprocessor.door.Doors.server;
import static io.halite.coprocessor.host.Requests.each;
import static io.halite.coprocessor.host.Requests.get;
import static io.halite.coprocessor.host.Requests.multi;
import static io.halite.coprocessor.host.Requests.put;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.coprocessor.host.ClientRequest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.ipc.RpcCall;
import org.apache.hadoop.hbase.ipc.RpcServer;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.Action;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.RegionAction;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.RegionActionResult;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.Pair;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A guest is held from the beginning of its request to the end. Parts that HBase itself serves
 * beside it may last for minutes, and in that time the guest could not move.
 */
class KeptPartsTest {
  private static final RegionInfo ELSEWHERE = OpenRegion.info("x", "y");
  private static final String NSRE = NotServingRegionException.class.getName();
  private static final String PLAIN = "plain,,1.p.";

  private final Set<String> online = new HashSet<>(Set.of(PLAIN));
  private final List<Integer> held = new ArrayList<>();
  private final Door door =
      new Door(
          DoorMode.ALL, name -> online.contains(Bytes.toString(name)), any -> false, any -> true);
  private OpenRegion region;

  @BeforeEach
  void open() throws Exception {
    region = OpenRegion.of("b", "c");
    region.locations =
        List.of(
            new HRegionLocation(region.region().getRegionInfo(), Doors.HERE),
            new HRegionLocation(ELSEWHERE, server(1)));
    online.add(region.name().toStringUtf8());
    door.opened(region);
    DoorTable table = door.tables().values().iterator().next();
    for (int i = 0; i < 600 && table.find(OpenRegion.name(ELSEWHERE)).isEmpty(); i++) {
      TimeUnit.MILLISECONDS.sleep(50);
    }
  }

  @AfterEach
  void close() {
    door.close();
  }

  /** The exception's name of each part; "" if it was served. */
  private List<String> refusals(RegionAction... parts) throws Exception {
    MultiRequest request = multi(parts);
    Door.Next server =
        sent -> {
          held.add(region.region().getReadLockCount());
          ClientRequest.current().pins().takeOver(region.region());
          int asked = ((MultiRequest) sent.getParam()).getRegionActionCount();
          return Pair.newPair(
              MultiResponse.newBuilder()
                  .addAllRegionActionResult(
                      Collections.nCopies(asked, RegionActionResult.getDefaultInstance()))
                  .build(),
              null);
        };
    RpcCall call = Doors.call(request);
    RpcServer.setCurrentCall(call);
    try {
      MultiResponse answer = (MultiResponse) door.serve(call, server, refused -> {}).getFirst();
      return answer.getRegionActionResultList().stream().map(RequestParts::refusal).toList();
    } finally {
      RpcServer.setCurrentCall(null);
    }
  }

  private static RegionAction guest(Action... actions) {
    return each(OpenRegion.name(ELSEWHERE).toStringUtf8(), actions);
  }

  @Test
  void noGuestIsHeldBesideAPartThatHBaseServesWithoutALimit() throws Exception {
    String own = region.name().toStringUtf8();
    for (RegionAction kept :
        List.of(
            each(PLAIN, get("a")),
            each(own, RequestParts.endpointCall()),
            each(own, RequestParts.with(get("b1"), RequestParts.mark())))) {
      assertThat(refusals(kept, guest())).containsExactly("", NSRE);
      assertThat(refusals(guest(put("x1")), kept)).containsExactly(NSRE, "");
    }
    assertThat(held).hasSize(6).containsOnly(0);
  }

  @Test
  void aGuestServesBesideNaturalPartsAndRegionsThatAreNotHere() throws Exception {
    String own = region.name().toStringUtf8();
    assertThat(refusals(each(own, get("b1")), guest(get("x1")))).containsExactly("", "");
    assertThat(refusals(each("plain,z,1.q.", get("z")), guest(get("x1")))).containsExactly("", "");
    assertThat(held).containsExactly(1, 1);
  }
}
