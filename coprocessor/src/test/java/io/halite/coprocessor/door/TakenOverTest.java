package io.halite.coprocessor.door;

import static io.halite.coprocessor.door.MultiAnswers.answers;
import static io.halite.coprocessor.door.MultiAnswers.cell;
import static io.halite.coprocessor.door.MultiAnswers.cellOf;
import static io.halite.coprocessor.door.MultiAnswers.cells;
import static io.halite.coprocessor.door.MultiAnswers.failed;
import static io.halite.coprocessor.door.MultiAnswers.ofCells;
import static io.halite.coprocessor.door.OpenRegion.info;
import static io.halite.coprocessor.host.Requests.atomic;
import static io.halite.coprocessor.host.Requests.conditional;
import static io.halite.coprocessor.host.Requests.delete;
import static io.halite.coprocessor.host.Requests.each;
import static io.halite.coprocessor.host.Requests.get;
import static io.halite.coprocessor.host.Requests.increment;
import static io.halite.coprocessor.host.Requests.multi;
import static io.halite.coprocessor.host.Requests.put;
import static io.halite.coprocessor.host.Requests.region;
import static io.halite.coprocessor.host.Requests.single;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.coprocessor.host.ClientRequest;
import io.halite.coprocessor.host.CurrentCall;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellScanner;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.exceptions.FailedSanityCheckException;
import org.apache.hadoop.hbase.ipc.RpcServer;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.Action;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.GetRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.GetResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutateResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.RegionAction;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.RegionActionResult;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.Scan;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.ScanRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.ScanResponse;
import org.apache.hadoop.hbase.util.Pair;
import org.apache.hbase.thirdparty.com.google.protobuf.Message;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A guest's answer is passed on only if the guest's observer has taken the request over. */
class TakenOverTest {
  private static final Decision KEEP = new Decision.Keep();
  private static final RegionActionResult DENIED =
      DoorAnswers.result(new AccessDeniedException("by an observer ahead"), List.of());

  private final DoorTable table = new DoorTable(Redirects.assignments());
  private final Decision serve = new Decision.Serve(info("m", "n"), table);
  private OpenRegion guest;

  @BeforeEach
  void open() throws IOException {
    guest = OpenRegion.of("b", "c");
    table.add(guest);
  }

  private Pair<Message, CellScanner> serve(Message message, Door.Next next, Decision... decisions)
      throws IOException {
    try (CurrentCall current = CurrentCall.of(message)) {
      return new DoorCall(
              RpcServer.getCurrentCall().orElseThrow(),
              DoorRequest.of(message).orElseThrow(),
              List.of(decisions),
              counted -> {})
          .serve(next, refused -> {});
    }
  }

  private void takeOver() {
    ClientRequest.current().pins().takeOver(guest.region());
  }

  /** As HBase does with an observer that fails, where that does not end the server. */
  private void unload() {
    guest.observed = false;
  }

  static Stream<Message> requestsOfOnePart() {
    return Stream.of(
        GetRequest.newBuilder().setRegion(region("r")).setGet(get("m1").getGet()).build(),
        ScanRequest.newBuilder().setRegion(region("r")).setScan(Scan.newBuilder()).build(),
        single(put("m1")));
  }

  private static Message answer(Message request) {
    return request instanceof GetRequest
        ? GetResponse.getDefaultInstance()
        : request instanceof ScanRequest
            ? ScanResponse.getDefaultInstance()
            : MutateResponse.getDefaultInstance();
  }

  @ParameterizedTest
  @MethodSource("requestsOfOnePart")
  void anAnswerThatNoObserverHasTakenOverIsNotPassedOn(Message request) throws Exception {
    Message answer = answer(request);
    assertThatThrownBy(() -> serve(request, call -> Pair.newPair(answer, null), serve))
        .isExactlyInstanceOf(NotServingRegionException.class)
        .hasMessageStartingWith(info("m", "n").getRegionNameAsString());
    Door.Next taken =
        call -> {
          takeOver();
          return Pair.newPair(answer, null);
        };
    assertThat(serve(request, taken, serve).getFirst()).isSameAs(answer);
  }

  /** The client would repeat it elsewhere, and a compare-and-set answer false. */
  @ParameterizedTest
  @MethodSource("requestsOfOnePart")
  void whatWasTakenOverIsAnsweredWhenTheObserverIsUnloadedThen(Message request) throws Exception {
    Message answer = answer(request);
    Door.Next unloading =
        call -> {
          takeOver();
          unload();
          return Pair.newPair(answer, null);
        };
    assertThat(serve(request, unloading, serve).getFirst()).isSameAs(answer);
  }

  /** Such as that of a row that is none of the guest's, or of an unknown outcome. */
  @ParameterizedTest
  @MethodSource("requestsOfOnePart")
  void aFailureIsTheClientsUnlessTheObserverIsUnloadedBeforeItTakesOver(Message request) {
    Door.Next failing =
        call -> {
          throw new DoNotRetryIOException("not of this region");
        };
    Door.Next failingLater =
        call -> {
          takeOver();
          unload();
          throw new DoNotRetryIOException("unknown outcome");
        };
    assertThatThrownBy(() -> serve(request, failing, serve)).hasMessage("not of this region");
    assertThatThrownBy(() -> serve(request, failingLater, serve)).hasMessage("unknown outcome");
    assertThatThrownBy(() -> serve(request, failing, serve))
        .isExactlyInstanceOf(NotServingRegionException.class);
  }

  @Test
  void theObserverOfAnotherInstanceOfTheRegionDoesNotCount() throws Exception {
    OpenRegion later = OpenRegion.of("b", "c");
    Door.Next taken =
        call -> {
          ClientRequest.current().pins().takeOver(later.region());
          return Pair.newPair(MutateResponse.getDefaultInstance(), null);
        };
    assertThatThrownBy(() -> serve(single(put("m1")), taken, serve))
        .isExactlyInstanceOf(NotServingRegionException.class);
  }

  /** The client counts the cells behind the message, so those of a dropped answer have to go. */
  @Test
  void ofSeveralPartsOnlyTheGuestsAreRefusedAndTheirCellsDropped() throws Exception {
    Door.Next unloading =
        call -> {
          unload();
          return Pair.newPair(
              answers(ofCells(1), ofCells(2), DENIED, ofCells(1)),
              CellUtil.createCellScanner(
                  new Cell[] {cell("a"), cell("raw"), cell("raw"), cell("z")}));
        };
    Message request =
        multi(
            each("kept", get("a")),
            each("g", get("m1")),
            each("g", put("m2")),
            each("kept", get("z")));
    Pair<Message, CellScanner> answer = serve(request, unloading, KEEP, serve, serve, KEEP);
    MultiResponse response = (MultiResponse) answer.getFirst();
    assertThat(response.getRegionActionResult(0)).isEqualTo(ofCells(1));
    assertThat(response.getRegionActionResult(3)).isEqualTo(ofCells(1));
    assertThat(response.getRegionActionResultList().subList(1, 3))
        .extracting(RequestParts::refusal)
        .containsOnly(NotServingRegionException.class.getName());
    assertThat(cells(answer.getSecond())).containsExactly(cell("a"), cell("z"));
  }

  @Test
  void aPartThatAnObserverAheadHasDeniedKeepsThatAnswer() throws Exception {
    Message request = multi(each("g", put("m1")), each("g", get("m2")));
    MultiResponse response =
        (MultiResponse)
            serve(request, call -> Pair.newPair(answers(DENIED, ofCells(0)), null), serve, serve)
                .getFirst();
    assertThat(response.getRegionActionResult(0)).isEqualTo(DENIED);
    assertThat(RequestParts.refusal(response.getRegionActionResult(1)))
        .isEqualTo(NotServingRegionException.class.getName());
  }

  private Door.Next takingOverAndUnloading(RegionActionResult... results) {
    return call -> {
      takeOver();
      unload();
      return Pair.newPair(
          answers(results), CellUtil.createCellScanner(new Cell[] {cell("x"), cell("y")}));
    };
  }

  static Stream<RegionAction> wholes() {
    return Stream.of(
        conditional("g", put("m1")),
        conditional("g", put("m1"), delete("m1")),
        atomic("g", put("m1"), delete("m1")));
  }

  /** Else a client would repeat a compare-and-set that was applied, and hear that it was not. */
  @ParameterizedTest
  @MethodSource("wholes")
  void aWholeThatWasTakenOverIsAnsweredWhenTheObserverIsUnloadedThen(RegionAction whole)
      throws Exception {
    RegionActionResult applied = ofCells(2).toBuilder().setProcessed(true).build();
    RegionActionResult unknown =
        DoorAnswers.result(new DoNotRetryIOException("unknown outcome"), List.of());
    var answer = serve(multi(whole, whole), takingOverAndUnloading(applied, unknown), serve, serve);
    assertThat(((MultiResponse) answer.getFirst()).getRegionActionResultList())
        .containsExactly(applied, unknown);
    assertThat(cells(answer.getSecond())).containsExactly(cell("x"), cell("y"));
  }

  @Test
  void ofAPartThatWasTakenOverOnlyTheReadsAreRefusedWhenTheObserverIsUnloadedThen()
      throws Exception {
    IOException outside =
        new FailedSanityCheckException("Requested row out of range for batchMutate on HRegion t");
    RegionActionResult results =
        RegionActionResult.newBuilder()
            .addResultOrException(cellOf(0))
            .addResultOrException(cellOf(1))
            .addResultOrException(failed(2, new DoNotRetryIOException("unknown outcome")))
            .addResultOrException(failed(3, outside))
            .build();
    RegionAction actions =
        each(
            "g",
            indexed(0, increment("m1", 7)),
            indexed(1, get("m2")),
            indexed(2, put("m3")),
            indexed(3, put("m4")));
    var answer = serve(multi(actions), takingOverAndUnloading(results), serve);
    RegionActionResult given = ((MultiResponse) answer.getFirst()).getRegionActionResult(0);
    assertThat(given.getResultOrException(0)).isEqualTo(results.getResultOrException(0));
    assertThat(given.getResultOrException(2)).isEqualTo(results.getResultOrException(2));
    for (int refused : new int[] {1, 3}) {
      assertThat(given.getResultOrException(refused).hasResult()).isFalse();
      assertThat(given.getResultOrException(refused).getException().getName())
          .isEqualTo(NotServingRegionException.class.getName());
    }
    assertThat(cells(answer.getSecond())).containsExactly(cell("x"));
  }

  private static Action indexed(int index, Action action) {
    return action.toBuilder().setIndex(index).build();
  }
}
