package io.halite.coprocessor.host;

import static io.halite.coprocessor.host.Requests.GROUP;
import static io.halite.coprocessor.host.Requests.atomic;
import static io.halite.coprocessor.host.Requests.bytes;
import static io.halite.coprocessor.host.Requests.each;
import static io.halite.coprocessor.host.Requests.get;
import static io.halite.coprocessor.host.Requests.increment;
import static io.halite.coprocessor.host.Requests.multi;
import static io.halite.coprocessor.host.Requests.put;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.hadoop.hbase.CellScanner;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.codec.KeyValueCodec;
import org.apache.hadoop.hbase.ipc.RpcCall;
import org.apache.hadoop.hbase.ipc.RpcServer;
import org.apache.hadoop.hbase.nio.SingleByteBuff;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.ScanRequest;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class ClientRequestTest {
  private static final byte[] R = bytes("r");
  private static final byte[] ROW = bytes("row");

  private static void serve(MultiRequest request) {
    try (CurrentCall call = CurrentCall.of(request)) {
      new ServedMulti(Set.of("r")).serve(request);
    }
  }

  @Test
  void aThreadThatServesNoRequestHasNoNonceAndNoDeadline() {
    ClientRequest none = ClientRequest.current();
    assertThat(none.deadline()).isEqualTo(Long.MAX_VALUE);
    assertThat(none.isAbandoned()).isFalse();
    assertThat(none.scan().limit()).isZero();
    assertThat(none.scan().caching()).isZero();
    assertThat(none.singleNonce(R, ROW)).isEqualTo(Nonce.NONE);
    assertThat(none.conditionalNonce()).isEqualTo(Nonce.NONE);
  }

  @Test
  void aBatchWhoseRequestCannotBeReadCountsAsAtomic() {
    assertThat(ClientRequest.current().atomicNonce(R, ROW, 2, true)).contains(Nonce.NONE);
    try (CurrentCall call = CurrentCall.of(multi(each("r", get("row"))))) {
      assertThat(ClientRequest.current().atomicNonce(R, ROW, 2, true)).contains(Nonce.NONE);
    }
  }

  @Test
  void aSingleMutationTellsItsNonce() {
    try (CurrentCall call = CurrentCall.of(Requests.single(increment("row", 7)))) {
      assertThat(ClientRequest.current().singleNonce(R, ROW)).isEqualTo(new Nonce(GROUP, 7));
      assertThat(ClientRequest.current().conditionalNonce()).isEqualTo(new Nonce(GROUP, 7));
    }
    try (CurrentCall call = CurrentCall.of(Requests.single(put("row")))) {
      assertThat(ClientRequest.current().conditionalNonce()).isEqualTo(Nonce.NONE);
    }
  }

  private static final MultiRequest CONDITIONS =
      multi(
          each("r", put("row")),
          Requests.conditional("r", increment("row", 1)),
          Requests.conditional("r", put("row"), increment("row", 2)),
          Requests.conditional("r", put("row")));

  /** Halite refuses the first one, or its owner need not know its nonce. */
  @Test
  void aConditionForWhoseNonceNobodyAsksLeavesTheNextOneOfItsRowItsOwn() {
    try (CurrentCall call = CurrentCall.of(CONDITIONS)) {
      ClientRequest.current().conditionBegins(R, ROW, true);
      ClientRequest.current().conditionBegins(R, ROW, true);
      assertThat(ClientRequest.current().conditionalNonce()).isEqualTo(new Nonce(GROUP, 2));
      ClientRequest.current().conditionBegins(R, ROW, false);
      assertThat(ClientRequest.current().conditionalNonce()).isEqualTo(Nonce.NONE);
    }
  }

  /** HBase refuses it for a quota, for example, and passes over its cells. */
  @Test
  void aConditionThatNoHookHasSeenLeavesTheNextOneOfItsRowItsOwn() throws IOException {
    CellScanner cells = Requests.cells(CONDITIONS);
    try (CurrentCall call = CurrentCall.of(CONDITIONS, cells)) {
      for (int read = 0; read < 6; read++) {
        assertThat(cells.advance()).isTrue();
      }
      ClientRequest.current().conditionBegins(R, ROW, true);
      assertThat(ClientRequest.current().conditionalNonce()).isEqualTo(new Nonce(GROUP, 2));
    }
  }

  /** Such as one of another coprocessor, or what HBase applies when a condition is met. */
  @Test
  void aWriteThatIsNotOfTheRequestTakesNoNonceOfIt() throws IOException {
    MultiRequest request = multi(each("r", increment("row", 1), increment("row", 2)));
    CellScanner cells = Requests.cells(request);
    try (CurrentCall call = CurrentCall.of(request, cells)) {
      ClientRequest.current().batchBegins(R);
      for (long nonce = 1; nonce <= 2; nonce++) {
        assertThat(cells.advance()).isTrue();
        ClientRequest.current().batchBegins(R);
        assertThat(ClientRequest.current().singleNonce(R, ROW)).isEqualTo(new Nonce(GROUP, nonce));
      }
    }
  }

  /** A client may send whatever it likes beside its request. */
  @Test
  void cellsThatDoNotFitTheRequestLeaveTheOrderOfItsConditions() throws IOException {
    for (byte[] block : List.of(bytes("abc"), bytes("abcdefgh"), Bytes.toBytes(-1L))) {
      CellScanner cells =
          new KeyValueCodec().getDecoder(new SingleByteBuff(ByteBuffer.wrap(block)));
      try (CurrentCall call = CurrentCall.of(CONDITIONS, cells)) {
        ClientRequest.current().conditionBegins(R, ROW, true);
        assertThat(ClientRequest.current().conditionalNonce()).isEqualTo(new Nonce(GROUP, 1));
      }
    }
  }

  @Test
  void whatAThreadKnowsOfARequestOutlivesARequestThatTheServerSendsToItself() {
    try (CurrentCall call = CurrentCall.of(Requests.single(increment("row", 7)))) {
      RpcCall served = RpcServer.getCurrentCall().orElseThrow();
      ClientRequest.serveAsGuest(served, served.getParam(), Pins.NONE, Optional.empty());
      Optional<RpcCall> hidden = RpcServer.unsetCurrentCall();
      assertThat(ClientRequest.current().isGuest()).isFalse();
      RpcServer.setCurrentCall(hidden.orElseThrow());
      assertThat(ClientRequest.current().isGuest()).isTrue();
      ClientRequest.ended();
      assertThat(ClientRequest.current().isGuest()).isFalse();
    }
  }

  @Test
  void deadlineAndHangUpAreThoseOfTheCall() {
    try (CurrentCall call = CurrentCall.of(null, 1234, 5)) {
      assertThat(ClientRequest.current().deadline()).isEqualTo(1234);
      assertThat(ClientRequest.current().isAbandoned()).isTrue();
    }
    assertThat(ClientRequest.current().isAbandoned()).isFalse();
  }

  @Test
  void aScanTellsItsLimitAndItsCaching() {
    try (CurrentCall call =
        CurrentCall.of(ScanRequest.newBuilder().setLimitOfRows(5).setNumberOfRows(7).build())) {
      assertThat(ClientRequest.current().scan().limit()).isEqualTo(5);
      assertThat(ClientRequest.current().scan().caching()).isEqualTo(7);
    }
    try (CurrentCall call = CurrentCall.of(ScanRequest.getDefaultInstance())) {
      assertThat(ClientRequest.current().scan().limit()).isZero();
      assertThat(ClientRequest.current().scan().caching()).isZero();
    }
  }

  @Test
  void aScanShowsWhetherItsClientWantsCounts() {
    for (boolean wanted : new boolean[] {true, false}) {
      try (CurrentCall call =
          CurrentCall.of(ScanRequest.newBuilder().setTrackScanMetrics(wanted).build())) {
        assertThat(ClientRequest.current().scan().wantsCounts()).isEqualTo(wanted);
      }
    }
    assertThat(ClientRequest.current().scan().wantsCounts()).as("of no request").isTrue();
  }

  @Test
  void theSecondIncrementOfARowHasTheSecondNonce() {
    serve(multi(each("r", increment("row", 1), get("row"), increment("row", 2))));
  }

  @Test
  void aNewRequestOfTheSameThreadStartsAfresh() {
    MultiRequest request = multi(each("r", increment("row", 1), increment("row", 2)));
    serve(request);
    serve(request);
  }

  @Test
  void aRowMutationOfOneIncrementKeepsItsNonce() {
    serve(multi(atomic("r", increment("row", 1))));
    serve(multi(atomic("r", increment("row", 1)), each("r", increment("row", 2))));
  }

  @Test
  void aRowMutationBehindABatchThatBeginsLikeItIsAtomic() {
    serve(
        multi(
            each("r", put("row"), put("row"), put("other")), atomic("r", put("row"), put("row"))));
    serve(
        multi(each("r", put("row"), put("row"), put("row")), atomic("r", put("row"), put("row"))));
  }

  @Test
  void getsDoNotPartTheWritesAroundThem() {
    serve(
        multi(each("r", put("row"), get("row"), put("row")), atomic("r", put("row"), put("row"))));
  }

  private static List<String> run(String row, Predicate<Get> plain) throws IOException {
    return ClientRequest.current().run(R, bytes(row), 3, plain).stream()
        .map(get -> Bytes.toString(get.getRow()))
        .toList();
  }

  @Test
  void getsInARowAreFoundTogether() throws IOException {
    try (CurrentCall call =
        CurrentCall.of(multi(each("r", get("a"), get("b"), get("c"), get("d"), put("a"))))) {
      assertThat(run("a", get -> true)).containsExactly("a", "b", "c");
      assertThat(run("d", get -> true)).containsExactly("d");
      assertThat(run("d", get -> true)).isEmpty();
    }
  }

  @Test
  void aGetThatIsReadByItselfEndsARunAndThoseBehindItAreFoundTogether() throws IOException {
    Predicate<Get> plain = get -> !Bytes.toString(get.getRow()).equals("alone");
    try (CurrentCall call =
        CurrentCall.of(multi(each("r", get("a"), get("alone"), get("b"), get("c"))))) {
      assertThat(run("a", plain)).containsExactly("a");
      assertThat(run("alone", plain)).isEmpty();
      assertThat(run("none", plain)).isEmpty();
      assertThat(run("b", plain)).containsExactly("b", "c");
    }
  }

  @Test
  void theConditionOfAnOldClientStandsOutsideOfItsRegionAction() {
    serve(
        multi(atomic("r", put("row"), increment("row", 3))).toBuilder()
            .setCondition(Requests.condition())
            .build());
  }
}
