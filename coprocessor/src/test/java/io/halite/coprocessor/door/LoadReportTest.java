package io.halite.coprocessor.door;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.stream.DoubleStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.ipc.RpcCall;
import org.apache.hadoop.hbase.security.Superusers;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.GetRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos.RegionSpecifier;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;
import org.apache.hbase.thirdparty.com.google.protobuf.Message;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class LoadReportTest {
  private static final DoorLoad LOAD = new DoorLoad(1, 2.5, 1e9, 3, 0.5);
  private static final GetRequest EXISTS = get(true);

  private final Configuration site = new Configuration(false);

  @BeforeAll
  static void readSuperusers() throws Exception {
    Superusers.initialize(new Configuration(false));
  }

  private static GetRequest get(boolean existenceOnly) {
    return GetRequest.newBuilder()
        .setRegion(RegionSpecifier.newBuilder(DoorRequest.specifier(ByteString.EMPTY)))
        .setGet(
            ClientProtos.Get.newBuilder()
                .setRow(ByteString.copyFromUtf8("a"))
                .setExistenceOnly(existenceOnly))
        .build();
  }

  private boolean isAsked(Message message, Map<String, byte[]> attributes, User user) {
    RpcCall call =
        Doors.call(
            Map.of(
                "getParam", message,
                "getRequestAttributes", attributes,
                "getRequestUser", Optional.ofNullable(user)));
    return LoadReport.isAskedBy(call, each -> LoadReport.mayAsk(each, site));
  }

  private static Result result(ClientProtos.Result result) throws Exception {
    return ProtobufUtil.toResult(result, null);
  }

  private static Optional<DoorLoad> sent(DoorLoad load) throws Exception {
    return LoadReport.of(result(LoadReport.answer(load).getResult()));
  }

  @Test
  void aReportArrivesAsItWasSent() throws Exception {
    assertThat(sent(LOAD)).contains(LOAD);
    assertThat(sent(DoorLoad.NONE)).contains(DoorLoad.NONE);
  }

  @Test
  void anAnswerAboutExistenceHasNoReport() throws Exception {
    for (boolean exists : new boolean[] {true, false}) {
      ClientProtos.Result answer = ClientProtos.Result.newBuilder().setExists(exists).build();
      assertThat(LoadReport.of(result(answer))).isEmpty();
    }
  }

  @Test
  void numbersThatNoDoorMeasuresAreNoReport() throws Exception {
    for (double wrong : new double[] {-1, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThat(sent(new DoorLoad(wrong, 1, 1, 0, 1))).isEmpty();
      assertThat(sent(new DoorLoad(1, wrong, 1, 0, 1))).isEmpty();
      assertThat(sent(new DoorLoad(1, 1, wrong, 0, 1))).isEmpty();
      assertThat(sent(new DoorLoad(1, 1, 1, wrong, 1))).isEmpty();
      assertThat(sent(new DoorLoad(1, 1, 1, 0, wrong))).isEmpty();
    }
  }

  /** What a server reads that receives the numbers alone, or those before {@code length} bytes. */
  private static Optional<DoorLoad> read(int length, double... numbers) throws Exception {
    ByteBuffer value = ByteBuffer.allocate(numbers.length * Double.BYTES);
    DoubleStream.of(numbers).forEach(value::putDouble);
    ClientProtos.Result.Builder answer = LoadReport.answer(LOAD).getResult().toBuilder();
    answer.getCellBuilder(0).setValue(ByteString.copyFrom(value.array(), 0, length));
    return LoadReport.of(result(answer.build()));
  }

  @Test
  void aReportIsFiveNumbersInTheOrderOfTheDocumentation() {
    byte[] value =
        LoadReport.answer(new DoorLoad(1, 2, 1, 2, 1))
            .getResult()
            .getCell(0)
            .getValue()
            .toByteArray();
    assertThat(HexFormat.of().withUpperCase().formatHex(value))
        .isEqualTo("3FF00000000000004000000000000000".repeat(2) + "3FF0000000000000");
  }

  @Test
  void aReportOfAServerThatDoesNotCountScansApartHasItsRateAsNaturalOperations() throws Exception {
    assertThat(read(32, 1, 2.5, 1e9, 3)).contains(new DoorLoad(1, 2.5, 1e9, 3, 1));
    assertThat(read(40, 1, 2.5, 1e9, 3, 0.5)).contains(LOAD);
  }

  @Test
  void ofALongerReportOfALaterVersionTheFirstFiveNumbersAreRead() throws Exception {
    assertThat(read(48, 1, 2.5, 1e9, 3, 0.5, -7)).contains(LOAD);
    assertThat(read(41, 1, 2.5, 1e9, 3, 0.5, -7)).contains(LOAD);
  }

  @Test
  void aShorterValueIsNoReport() throws Exception {
    for (int length : new int[] {0, 8, 24, 31}) {
      assertThat(read(length, 1, 2.5, 1e9, 3)).as("%d bytes", length).isEmpty();
    }
  }

  @Test
  void withoutAnAuthorityOfRightsAnyProbeIsAnsweredWithAReport() throws Exception {
    User anna = User.createUserForTesting(new Configuration(false), "anna", new String[0]);
    assertThat(isAsked(EXISTS, LoadReport.asking(), anna)).isTrue();
    assertThat(isAsked(EXISTS, LoadReport.asking(), null)).isFalse();
  }

  @Test
  void whereUsersHaveRightsOnlyAProbeOfASuperuserIsAnsweredWithAReport() throws Exception {
    site.setBoolean("hbase.security.authorization", true);
    User server = User.getCurrent();
    User anna = User.createUserForTesting(new Configuration(false), "anna", new String[0]);
    assertThat(isAsked(EXISTS, LoadReport.asking(), server)).isTrue();
    assertThat(isAsked(EXISTS, LoadReport.asking(), anna)).isFalse();
    assertThat(isAsked(EXISTS, LoadReport.asking(), null)).isFalse();
    assertThat(isAsked(EXISTS, Map.of(), server)).isFalse();
    assertThat(isAsked(get(false), LoadReport.asking(), server)).isFalse();
    MultiRequest multi = MultiRequest.getDefaultInstance();
    assertThat(isAsked(multi, LoadReport.asking(), server)).isFalse();
  }
}
