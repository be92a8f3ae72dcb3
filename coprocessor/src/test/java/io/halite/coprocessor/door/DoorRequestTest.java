package io.halite.coprocessor.door;

import static io.halite.coprocessor.door.RequestParts.attribute;
import static io.halite.coprocessor.door.RequestParts.bytes;
import static io.halite.coprocessor.door.RequestParts.carried;
import static io.halite.coprocessor.door.RequestParts.endpointCall;
import static io.halite.coprocessor.door.RequestParts.mark;
import static io.halite.coprocessor.door.RequestParts.with;
import static io.halite.coprocessor.host.Requests.each;
import static io.halite.coprocessor.host.Requests.get;
import static io.halite.coprocessor.host.Requests.increment;
import static io.halite.coprocessor.host.Requests.multi;
import static io.halite.coprocessor.host.Requests.put;
import static io.halite.coprocessor.host.Requests.region;
import static io.halite.coprocessor.host.Requests.single;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.coprocessor.host.Requests;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.BulkLoadHFileRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.CoprocessorServiceRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.GetRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutateRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.Scan;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.ScanRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos.NameBytesPair;
import org.apache.hbase.thirdparty.com.google.protobuf.Message;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DoorRequestTest {
  private static final Target GUEST = new Target(bytes("guest"), Optional.of(bytes("g")));

  private static GetRequest getOf(NameBytesPair... attributes) {
    GetRequest.Builder request =
        GetRequest.newBuilder().setRegion(region("r")).setGet(get("row").getGet());
    request.getGetBuilder().addAllAttribute(List.of(attributes));
    return request.build();
  }

  private static MutateRequest conditional(NameBytesPair... attributes) {
    MutateRequest.Builder request =
        single(increment("row", 7)).toBuilder().setCondition(Requests.condition());
    request.getMutationBuilder().addAllAttribute(List.of(attributes));
    return request.build();
  }

  private static ScanRequest opening(NameBytesPair... attributes) {
    Scan scan =
        Scan.newBuilder().addAllAttribute(List.of(attributes)).setStartRow(bytes("a")).build();
    return ScanRequest.newBuilder()
        .setRegion(region("r"))
        .setScan(scan)
        .setNumberOfRows(5)
        .setCloseScanner(true)
        .build();
  }

  private static DoorRequest read(Message message) {
    return DoorRequest.of(message).orElseThrow();
  }

  static Stream<Message> plain() {
    return Stream.of(getOf(), conditional(), opening(), multi(each("r", put("row"))));
  }

  static Stream<Message> marked() {
    return Stream.of(
        getOf(attribute("a", "b"), mark()),
        conditional(mark()),
        opening(mark(), attribute("a", "b")),
        multi(each("r", put("row"), with(put("row"), mark()))),
        multi(each("r", get("row"), with(get("row"), mark()))),
        multi(each("r", endpointCall())));
  }

  static Stream<Message> ofOtherKinds() {
    return Stream.of(
        ScanRequest.newBuilder().setScannerId(5).setNumberOfRows(3).build(),
        opening().toBuilder().setScannerId(5).build(),
        CoprocessorServiceRequest.newBuilder()
            .setRegion(region("r"))
            .setCall(endpointCall().getServiceCall())
            .build(),
        BulkLoadHFileRequest.newBuilder().setRegion(region("r")).build());
  }

  @ParameterizedTest
  @MethodSource("plain")
  void anUnmarkedRequestIsNaturalAndNamesItsRegion(Message message) {
    DoorRequest request = read(message);
    assertThat(request.parts()).isEqualTo(1);
    assertThat(request.isNatural(0)).isTrue();
    assertThat(request.operations(0)).isEqualTo(message instanceof ScanRequest ? 0 : 1);
    assertThat(request.region(0)).isEqualTo(region("r"));
  }

  @ParameterizedTest
  @MethodSource("marked")
  void aMarkedRequestOrTheCallOfAnEndpointIsNotNatural(Message message) {
    assertThat(read(message).isNatural(0)).isFalse();
  }

  @ParameterizedTest
  @MethodSource("ofOtherKinds")
  void doorsLeaveOtherKindsToTheServer(Message message) {
    assertThat(DoorRequest.of(message)).isEmpty();
  }

  @Test
  void attributesOfClientsAndHalitesOtherAttributesAreNoMarks() {
    assertThat(read(getOf(attribute("halite.latest", "1"), attribute("Halite", "x"))).isNatural(0))
        .isTrue();
  }

  @Test
  void eachPartIsJudgedByItself() {
    DoorRequest request =
        read(
            multi(
                each("r", get("a"), put("b"), put("c")),
                each("s", with(put("d"), mark())),
                each("t")));
    assertThat(request.parts()).isEqualTo(3);
    assertThat(request.isNatural(0)).isTrue();
    assertThat(request.isNatural(1)).isFalse();
    assertThat(request.isNatural(2)).isTrue();
    assertThat(request.operations(0)).isEqualTo(3);
    assertThat(request.operations(2)).isZero();
    assertThat(request.region(1)).isEqualTo(region("s"));
  }

  @Test
  void onlyGetsAreGets() {
    assertThat(read(getOf()).hasGets()).isTrue();
    assertThat(read(conditional()).hasGets()).isFalse();
    assertThat(read(opening()).hasGets()).isFalse();
    assertThat(read(multi(each("r", put("a")), each("s", put("b"), get("c")))).hasGets()).isTrue();
    assertThat(read(multi(each("r", put("a")))).hasGets()).isFalse();
  }

  @ParameterizedTest
  @MethodSource("plain")
  void aPartThatKeepsItsRegionIsUnchanged(Message message) {
    assertThat(read(message).with(List.of(Optional.empty()))).isEqualTo(message);
  }

  @Test
  void aMutationChangesItsRegionOnly() {
    assertThat(read(conditional()).with(List.of(Optional.of(GUEST))))
        .isEqualTo(conditional().toBuilder().setRegion(region("guest")).build());
  }

  @Test
  void theOpeningOfAScanChangesItsRegionOnly() {
    assertThat(read(opening()).with(List.of(Optional.of(GUEST))))
        .isEqualTo(opening().toBuilder().setRegion(region("guest")).build());
  }

  @Test
  void aGetChangesItsRegionAndItsRow() {
    GetRequest get = getOf(attribute("a", "b"), attribute("halite.door", "forged"));
    assertThat(read(get).with(List.of(Optional.of(GUEST))))
        .isEqualTo(
            get.toBuilder().setRegion(region("guest")).setGet(carried(get.getGet(), "g")).build());
    assertThat(read(get).with(List.of(Optional.of(GUEST.natural()))))
        .isEqualTo(get.toBuilder().setRegion(region("guest")).build());
  }

  /** Most requests have thousands of them, and are read again only where hooks need their place. */
  @Test
  void whereGetsKeepTheirRowsNoActionIsCopied() {
    MultiRequest multi = multi(each("r", get("m1"), put("m2"), get("m3")));
    MultiRequest natural = (MultiRequest) read(multi).with(List.of(Optional.of(GUEST.natural())));
    assertThat(natural.getRegionAction(0).getRegion()).isEqualTo(region("guest"));
    for (int i = 0; i < 3; i++) {
      assertThat(natural.getRegionAction(0).getAction(i))
          .isSameAs(multi.getRegionAction(0).getAction(i));
    }
  }
}
