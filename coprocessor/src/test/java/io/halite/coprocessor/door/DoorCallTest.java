package io.halite.coprocessor.door;

import static io.halite.coprocessor.door.Doors.server;
import static io.halite.coprocessor.door.OpenRegion.info;
import static io.halite.coprocessor.host.Requests.each;
import static io.halite.coprocessor.host.Requests.get;
import static io.halite.coprocessor.host.Requests.multi;
import static io.halite.coprocessor.host.Requests.put;
import static io.halite.coprocessor.host.Requests.region;
import static io.halite.coprocessor.host.Requests.single;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.coprocessor.host.ClientRequest;
import io.halite.coprocessor.host.CurrentCall;
import io.halite.keys.KeyRange;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.exceptions.RegionMovedException;
import org.apache.hadoop.hbase.ipc.RpcServer;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.Action;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutateRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutateResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.RegionAction;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.RegionActionResult;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.ResultOrException;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos.NameBytesPair;
import org.apache.hadoop.hbase.util.Pair;
import org.apache.hbase.thirdparty.com.google.protobuf.Message;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DoorCallTest {
  private static final RegionInfo GATEWAY = info("m", "n");
  private static final Decision KEEP = new Decision.Keep();
  private static final Decision REDIRECT = new Decision.Redirect(server(1), 7);
  private static final Decision DECLINE = new Decision.Decline();
  private static final RegionActionResult DONE =
      RegionActionResult.newBuilder().setProcessed(true).build();
  private static final RegionActionResult MOVED =
      DoorAnswers.result(new RegionMovedException(server(2), 9), List.of());

  private final DoorTable table = new DoorTable(Redirects.assignments());
  private final Decision serve = new Decision.Serve(GATEWAY, table);
  private final List<Throwable> refused = new ArrayList<>();
  private final List<Message> sent = new ArrayList<>();
  private final DoorCounts counts = new DoorCounts(() -> 0);
  private OpenRegion guest;

  @BeforeEach
  void open() throws IOException {
    guest = OpenRegion.of("b", "c");
    table.add(guest);
  }

  /** What a client receives, if the server answers {@code answer} to what it is sent. */
  private Message answer(Message message, Message answer, Decision... decisions)
      throws IOException {
    Door.Next server =
        call -> {
          sent.add(call.getParam());
          assertThat(ClientRequest.current().isGuest()).isTrue();
          takeOver();
          return Pair.newPair(answer, null);
        };
    return serve(message, server, decisions);
  }

  /** What the guest's observer does with the first part that reaches it. */
  private void takeOver() {
    ClientRequest.current().pins().takeOver(guest.region());
  }

  private Message serve(Message message, Door.Next server, Decision... decisions)
      throws IOException {
    try (CurrentCall current = CurrentCall.of(message)) {
      Message answer =
          new DoorCall(
                  RpcServer.getCurrentCall().orElseThrow(),
                  DoorRequest.of(message).orElseThrow(),
                  List.of(decisions),
                  decided -> decided.forEach(counts::count))
              .serve(server, refused::add)
              .getFirst();
      assertThat(ClientRequest.current().isGuest()).isFalse();
      return answer;
    } finally {
      assertThat(guest.region().getReadLockCount()).isZero();
    }
  }

  private static MultiResponse answers(RegionActionResult... results) {
    return MultiResponse.newBuilder().addAllRegionActionResult(List.of(results)).build();
  }

  @Test
  void aMutationIsServedByTheGuestAndItsAnswerIsTheServers() throws Exception {
    MutateRequest put = single(put("m1"));
    MutateResponse done = MutateResponse.newBuilder().setProcessed(true).build();
    assertThat(answer(put, done, serve)).isSameAs(done);
    assertThat(sent)
        .containsExactly(put.toBuilder().setRegion(region(guest.name().toStringUtf8())).build());
    assertThat(refused).isEmpty();
  }

  @Test
  void aRequestWhoseGuestIsClosingCountsAsDeclined() throws Exception {
    guest.region().setClosing(true);
    assertThatThrownBy(() -> answer(single(put("m1")), DONE, serve))
        .isExactlyInstanceOf(NotServingRegionException.class);
    assertThat(counts).hasToString("redirected 0, served 0, declined 1");
    guest.region().setClosing(false);
    answer(single(put("m1")), MutateResponse.getDefaultInstance(), serve);
    assertThat(counts).hasToString("redirected 0, served 1, declined 1");
  }

  /** HBase would let the handler wait with the pins, for as long as memstores are too large. */
  @Test
  void whileTheServerHoldsWritesNoRequestWithAWritePinsAGuest() throws Exception {
    guest.holdsWrites = true;
    assertThatThrownBy(() -> answer(single(put("m1")), DONE, serve))
        .isExactlyInstanceOf(NotServingRegionException.class);
    assertThat(counts).hasToString("redirected 0, served 0, declined 1");
    MultiRequest writing = multi(each("kept", put("a")), each("g", get("m")));
    MultiResponse response =
        (MultiResponse) answer(writing, answers(DONE, MOVED), new Decision.Keep(), serve);
    assertThat(response.getRegionActionResult(0)).isEqualTo(DONE);
    assertThat(RequestParts.refusal(response.getRegionActionResult(1)))
        .isEqualTo(NotServingRegionException.class.getName());
    MultiRequest reading = multi(each("g", get("m")));
    assertThat(answer(reading, answers(DONE), serve)).isEqualTo(answers(DONE));
    guest.holdsWrites = false;
    answer(single(put("m1")), MutateResponse.getDefaultInstance(), serve);
    assertThat(counts).hasToString("redirected 0, served 2, declined 2");
  }

  @Test
  void aSingleRequestAnswersForTheRangeOfItsGatewayRegion() throws Exception {
    serve(
        single(put("m1")),
        call -> {
          assertThat(guest.region().getReadLockCount()).isEqualTo(1);
          assertThat(ClientRequest.current().takeGatewayRange())
              .contains(KeyRange.of(GATEWAY.getStartKey(), GATEWAY.getEndKey()));
          takeOver();
          return Pair.newPair(MutateResponse.getDefaultInstance(), null);
        },
        serve);
  }

  @Test
  void aSingleRequestThatIsRefusedFailsAndIsCounted() {
    assertThatThrownBy(() -> answer(single(put("m1")), DONE, REDIRECT))
        .isExactlyInstanceOf(RegionMovedException.class);
    assertThatThrownBy(() -> answer(single(put("m1")), DONE, DECLINE))
        .isExactlyInstanceOf(NotServingRegionException.class);
    assertThat(sent).isEmpty();
    assertThat(refused).hasSize(2);
  }

  @Test
  void aGuestThatHasMovedIsNotNamedToTheClient() {
    RegionMovedException moved = new RegionMovedException(server(2), 9);
    assertThatThrownBy(
            () ->
                serve(
                    single(put("m1")),
                    call -> {
                      throw moved;
                    },
                    serve))
        .isExactlyInstanceOf(NotServingRegionException.class)
        .hasMessageStartingWith(GATEWAY.getRegionNameAsString() + " is not on this server");
  }

  @Test
  void aGuestThatClosesDeclines() {
    guest.region().setClosing(true);
    assertThatThrownBy(() -> answer(single(put("m1")), DONE, serve))
        .isExactlyInstanceOf(NotServingRegionException.class);
    assertThat(sent).isEmpty();
  }

  @Test
  void eachPartOfSeveralIsAnsweredForItself() throws Exception {
    MultiRequest request =
        multi(
            each("kept", put("a")), each("r", put("b")), each("d", put("c")), each("g", put("m")));
    MultiResponse response =
        (MultiResponse)
            answer(request, answers(DONE, MOVED, MOVED, DONE), KEEP, REDIRECT, DECLINE, serve);
    assertThat(response.getRegionActionResult(0)).isEqualTo(DONE);
    assertThat(RequestParts.refusal(response.getRegionActionResult(1)))
        .isEqualTo(RegionMovedException.class.getName());
    assertThat(RequestParts.refusal(response.getRegionActionResult(2)))
        .isEqualTo(NotServingRegionException.class.getName());
    assertThat(response.getRegionActionResult(3)).isEqualTo(DONE);
    MultiRequest served = (MultiRequest) sent.get(0);
    assertThat(served.getRegionActionList())
        .extracting(part -> part.getRegion().getValue().toStringUtf8())
        .containsExactly("kept", "refused", "refused", guest.name().toStringUtf8());
  }

  /** Old clients follow the move of an action, but not that of a part. */
  @Test
  void aMoveAnswersEachActionOfAPartUnlessThePartIsAppliedAsAWhole() throws Exception {
    RegionAction each = each("r", put("a"), put("b"));
    RegionAction atomic = each.toBuilder().setAtomic(true).build();
    MultiResponse response = (MultiResponse) answer(multi(each, atomic), DONE, REDIRECT, REDIRECT);
    RegionActionResult moved = response.getRegionActionResult(0);
    assertThat(moved.hasException()).isFalse();
    assertThat(moved.getResultOrExceptionList())
        .extracting(ResultOrException::getIndex)
        .containsExactlyElementsOf(each.getActionList().stream().map(Action::getIndex).toList())
        .hasSize(2);
    assertThat(moved.getResultOrExceptionList())
        .allSatisfy(
            action -> {
              Throwable read = ProtobufUtil.toException(action.getException());
              assertThat(read).isInstanceOf(RegionMovedException.class);
              assertThat(((RegionMovedException) read).getServerName()).isEqualTo(server(1));
              assertThat(((RegionMovedException) read).getLocationSeqNum()).isEqualTo(7);
            });
    assertThat(response.getRegionActionResult(1).hasException()).isTrue();
    assertThat(RequestParts.refusal(response.getRegionActionResult(1)))
        .isEqualTo(RegionMovedException.class.getName());
  }

  @Test
  void aBatchOfWhichNothingIsRefusedHasTheServersAnswer() throws Exception {
    MultiRequest request = multi(each("kept", put("a")), each("g", put("m")));
    MultiResponse done = answers(DONE, DONE);
    assertThat(answer(request, done, KEEP, serve)).isSameAs(done);
  }

  @Test
  void theFailureOfOneActionOfAGuestNamesTheRegionOfTheClient() throws Exception {
    RegionActionResult some =
        RegionActionResult.newBuilder()
            .addResultOrException(ResultOrException.newBuilder().setIndex(0))
            .addResultOrException(
                ResultOrException.newBuilder().setIndex(1).setException(MOVED.getException()))
            .build();
    MultiRequest request = multi(each("kept", put("a"), put("b")), each("g", put("m"), put("m1")));
    MultiResponse response = (MultiResponse) answer(request, answers(some, some), KEEP, serve);
    assertThat(response.getRegionActionResult(0)).isEqualTo(some);
    assertThat(response.getRegionActionResult(1).getResultOrException(0).hasException()).isFalse();
    NameBytesPair failure =
        response.getRegionActionResult(1).getResultOrException(1).getException();
    assertThat(failure.getName()).isEqualTo(NotServingRegionException.class.getName());
    assertThat(failure.getValue().toStringUtf8()).contains("g is not on this server");
  }

  @Test
  void onlyTheFailuresOfGuestsAreChanged() throws Exception {
    RegionActionResult other = DoorAnswers.result(new IOException("too busy"), List.of());
    MultiRequest request = multi(each("kept", put("a")), each("g", put("m")), each("g", put("m")));
    MultiResponse response =
        (MultiResponse) answer(request, answers(MOVED, MOVED, other), KEEP, serve, serve);
    assertThat(response.getRegionActionResult(0)).isEqualTo(MOVED);
    assertThat(RequestParts.refusal(response.getRegionActionResult(1)))
        .isEqualTo(NotServingRegionException.class.getName());
    assertThat(response.getRegionActionResult(2)).isEqualTo(other);
  }

  @Test
  void whereAllPartsAreRefusedTheServerIsSentNothingAndEachIsCounted() throws Exception {
    MultiResponse response =
        (MultiResponse)
            answer(multi(each("r", put("a")), each("s", get("b"))), DONE, REDIRECT, DECLINE);
    assertThat(response.getRegionActionResultList())
        .extracting(RequestParts::refusal)
        .containsExactly(
            RegionMovedException.class.getName(), NotServingRegionException.class.getName());
    assertThat(sent).isEmpty();
    assertThat(refused).hasSize(2);
  }

  @Test
  void getsTravelWithARowOfTheGuest() throws Exception {
    answer(multi(each("g", get("m1"), put("m2"))), answers(DONE), serve);
    assertThat(((MultiRequest) sent.get(0)).getRegionAction(0).getAction(0).getGet())
        .isEqualTo(RequestParts.carried(get("m1").getGet(), "b"));
  }
}
