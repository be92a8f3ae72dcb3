package io.halite.coprocessor.door;

import static io.halite.coprocessor.door.Doors.call;
import static io.halite.coprocessor.door.Doors.server;
import static io.halite.coprocessor.host.Requests.each;
import static io.halite.coprocessor.host.Requests.multi;
import static io.halite.coprocessor.host.Requests.put;
import static io.halite.coprocessor.host.Requests.region;
import static io.halite.coprocessor.host.Requests.single;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hbase.CellScanner;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.exceptions.RegionMovedException;
import org.apache.hadoop.hbase.ipc.RpcCall;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.RegionAction;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.RegionActionResult;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.Pair;
import org.apache.hbase.thirdparty.com.google.protobuf.Message;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A region that is here when the door looks for it, and has left when HBase does, which then says
 * where it went.
 */
class LeavingRegionTest {
  private static final String LEAVING = "t,x,1.x.";
  private static final String NEVER_HERE = "t,y,1.y.";
  private static final String OF_ANOTHER_TABLE = "plain,x,1.x.";
  private static final RegionMovedException MOVED = new RegionMovedException(server(1), 5);
  private static final String REFUSED = NotServingRegionException.class.getName();

  private final Set<String> online = Set.of(LEAVING, OF_ANOTHER_TABLE);
  private final Door door =
      new Door(
          DoorMode.ALL, name -> online.contains(Bytes.toString(name)), any -> false, any -> true);

  @BeforeEach
  void open() throws IOException {
    door.opened(OpenRegion.of("b", "c"));
  }

  @AfterEach
  void close() {
    door.close();
  }

  private static Pair<Message, CellScanner> moved(RpcCall call) throws IOException {
    if (!(call.getParam() instanceof MultiRequest multi)) {
      throw MOVED;
    }
    RegionActionResult moved = DoorAnswers.result(MOVED, List.of());
    MultiResponse.Builder answer = MultiResponse.newBuilder();
    multi.getRegionActionList().forEach(any -> answer.addRegionActionResult(moved));
    return Pair.newPair(answer.build(), null);
  }

  private List<String> refusals(RegionAction... parts) throws IOException {
    Message answer = door.serve(call(multi(parts)), LeavingRegionTest::moved, any -> {}).getFirst();
    return ((MultiResponse) answer)
        .getRegionActionResultList().stream().map(RequestParts::refusal).toList();
  }

  @Test
  void aClientOfOneRequestDoesNotLearnWhereItWent() {
    Message put = single(put("x1")).toBuilder().setRegion(region(LEAVING)).build();
    assertThatThrownBy(() -> door.serve(call(put), LeavingRegionTest::moved, any -> {}))
        .isExactlyInstanceOf(NotServingRegionException.class)
        .hasMessageStartingWith(LEAVING);
  }

  @Test
  void neitherIsThatOfABatchUnlessTheTableIsAnother() throws Exception {
    assertThat(refusals(each(LEAVING, put("x1")), each(OF_ANOTHER_TABLE, put("x1"))))
        .containsExactly(REFUSED, RegionMovedException.class.getName());
  }

  @Test
  void neitherIsThatOfABatchOfWhichTheDoorRefusesAnotherPart() throws Exception {
    assertThat(refusals(each(NEVER_HERE, put("y1")), each(LEAVING, put("x1"))))
        .containsExactly(REFUSED, REFUSED);
  }
}
