package io.halite.coprocessor.door;

import static io.halite.coprocessor.door.Doors.server;
import static io.halite.coprocessor.door.RequestParts.bytes;
import static io.halite.coprocessor.host.Requests.each;
import static io.halite.coprocessor.host.Requests.multi;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.halite.coprocessor.host.CurrentCall;
import io.halite.coprocessor.host.Requests;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.exceptions.RegionMovedException;
import org.apache.hadoop.hbase.ipc.RpcServer;
import org.apache.hadoop.hbase.shaded.protobuf.generated.AdminProtos.GetRegionInfoRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.RegionAction;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.ScanRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos.RegionSpecifier.RegionSpecifierType;
import org.apache.hadoop.hbase.util.Pair;
import org.apache.hbase.thirdparty.com.google.protobuf.Message;
import org.junit.jupiter.api.Test;

class DoorAnswersTest {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final RegionMovedException MOVED = new RegionMovedException(server(1), 5);

  /** Sends a request on to a server whose answer is {@code failure}; table t is salted. */
  private static void send(Message message, IOException failure) throws IOException {
    try (CurrentCall current = CurrentCall.of(message)) {
      DoorAnswers.withoutMoves(
          RpcServer.getCurrentCall().orElseThrow(),
          call -> {
            throw failure;
          },
          bytes("t")::equals);
    }
  }

  private static Message ofRegion(String name) {
    return GetRegionInfoRequest.newBuilder().setRegion(Requests.region(name)).build();
  }

  @Test
  void aRedirectNamesTheDoorWithItsSequenceNumber() {
    IOException refusal = DoorAnswers.refusal(new Decision.Redirect(server(1), 7), bytes("t,b,1."));
    assertThat(refusal).isExactlyInstanceOf(RegionMovedException.class);
    RegionMovedException moved = (RegionMovedException) refusal;
    assertThat(moved.getServerName()).isEqualTo(server(1));
    assertThat(moved.getLocationSeqNum()).isEqualTo(7);
  }

  @Test
  void aServerThatDeclinesSaysThatTheRegionIsNotHere() {
    assertThat(DoorAnswers.refusal(new Decision.Decline(), bytes("t,b,1.")))
        .isExactlyInstanceOf(NotServingRegionException.class)
        .hasMessage("t,b,1. is not on this server, which does not serve it as a guest now");
  }

  @Test
  void whereARegionOfASaltedTableHasGoneIsNotSaid() {
    assertThatThrownBy(() -> send(ofRegion("t,b,1.0."), MOVED))
        .isExactlyInstanceOf(NotServingRegionException.class)
        .hasMessageContaining("t,b,1.0. is not on this server");
  }

  @Test
  void whereARegionOfAnotherTableHasGoneIsSaid() {
    assertThatThrownBy(() -> send(ofRegion("other,b,1.0."), MOVED)).isSameAs(MOVED);
  }

  @Test
  void aRequestThatNamesNoRegionIsAnsweredWithoutAPlace() {
    assertThatThrownBy(() -> send(ScanRequest.newBuilder().setScannerId(5).build(), MOVED))
        .isExactlyInstanceOf(NotServingRegionException.class)
        .hasMessageStartingWith("the region of this request is not on this server");
  }

  @Test
  void aRegionByItsEncodedNameIsAnsweredWithoutAPlace() {
    GetRegionInfoRequest.Builder encoded = GetRegionInfoRequest.newBuilder();
    encoded
        .getRegionBuilder()
        .setType(RegionSpecifierType.ENCODED_REGION_NAME)
        .setValue(bytes("d1fab65d9098acc6aae60ceee02e6559"));
    assertThatThrownBy(() -> send(encoded.build(), MOVED))
        .isExactlyInstanceOf(NotServingRegionException.class)
        .hasMessageContaining("d1fab65d9098acc6aae60ceee02e6559 is not on this server");
  }

  /** 20,000 parts, each copied with all others, would take gigabytes. */
  @Test
  void theMovesOfVeryManyPartsAreReplacedAtOnce() throws Exception {
    MultiRequest request =
        multi(Collections.nCopies(20_000, each("t,b,1.0.")).toArray(RegionAction[]::new));
    MultiResponse moved =
        MultiResponse.newBuilder()
            .addAllRegionActionResult(
                Collections.nCopies(20_000, DoorAnswers.result(MOVED, List.of())))
            .build();
    long before = THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
    MultiResponse answer =
        (MultiResponse)
            DoorAnswers.withoutMoves(
                    Doors.call(request), call -> Pair.newPair(moved, null), bytes("t")::equals)
                .getFirst();
    assertThat(THREADS.getThreadAllocatedBytes(Thread.currentThread().getId()) - before)
        .isLessThan(1L << 30);
    assertThat(answer.getRegionActionResultList())
        .hasSize(20_000)
        .allMatch(
            each -> RequestParts.refusal(each).equals(NotServingRegionException.class.getName()));
  }

  @Test
  void everyOtherFailureStaysAsItIs() {
    IOException other = new IOException("other");
    assertThatThrownBy(() -> send(ofRegion("t,b,1.0."), other)).isSameAs(other);
  }

  @Test
  void aNameThatNoRegionCanHaveBelongsToNoTable() {
    assertThat(DoorTable.nameOf(bytes("t,b,1.0."))).contains(bytes("t"));
    assertThat(DoorTable.nameOf(bytes("n:t,,1.0."))).contains(bytes("n:t"));
    assertThat(DoorTable.nameOf(bytes(""))).isEmpty();
    assertThat(DoorTable.nameOf(bytes("no comma"))).isEmpty();
    assertThat(DoorTable.nameOf(bytes(",b,1.0."))).isEmpty();
  }
}
