package io.halite.coprocessor.door;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.coprocessor.host.ClientRequest;
import io.halite.coprocessor.host.CurrentCall;
import io.halite.coprocessor.host.Pins;
import io.halite.coprocessor.host.Requests;
import java.util.Optional;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.ipc.RpcServer;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiRequest;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class GuestGetTest {
  private static final MultiRequest REQUEST = Requests.multi();

  /** What a hook of the guest gets of the client's get. */
  private static Get travelled(Get natural) throws Exception {
    return ProtobufUtil.toGet(
        GuestGet.carried(ProtobufUtil.toGet(natural), RequestParts.bytes("guest")));
  }

  private static Get natural(Get get, boolean asGuest) throws Exception {
    try (CurrentCall call = CurrentCall.of(REQUEST)) {
      if (asGuest) {
        ClientRequest.serveAsGuest(
            RpcServer.getCurrentCall().orElseThrow(), REQUEST, Pins.NONE, Optional.empty());
      }
      return GuestGet.natural(get);
    } finally {
      ClientRequest.ended();
    }
  }

  @Test
  void aGetArrivesAsTheClientSentIt() throws Exception {
    Get sent = new Get(Bytes.toBytes("row"));
    sent.addColumn(Bytes.toBytes("f"), Bytes.toBytes("q")).readVersions(3).setTimeRange(5, 9);
    sent.setAttribute("a", Bytes.toBytes("b"));
    Get travelled = travelled(sent);
    assertThat(travelled.getRow()).isEqualTo(Bytes.toBytes("guest"));
    assertThat(ProtobufUtil.toGet(natural(travelled, true))).isEqualTo(ProtobufUtil.toGet(sent));
  }

  @Test
  void theAttributeOfAClientIsOverwritten() throws Exception {
    Get sent = new Get(Bytes.toBytes("row"));
    sent.setAttribute(GuestGet.ATTRIBUTE, Bytes.toBytes("forged"));
    Get arrived = natural(travelled(sent), true);
    assertThat(arrived.getRow()).isEqualTo(Bytes.toBytes("row"));
    assertThat(arrived.getAttribute(GuestGet.ATTRIBUTE)).isNull();
  }

  @Test
  void withoutAGuestTheAttributeMeansNothing() throws Exception {
    Get sent = new Get(Bytes.toBytes("row"));
    sent.setAttribute(GuestGet.ATTRIBUTE, Bytes.toBytes("forged"));
    assertThat(natural(sent, false)).isSameAs(sent);
    assertThat(GuestGet.natural(sent)).isSameAs(sent);
  }

  @Test
  void aGetOfAGuestsOwnRequestWithoutTheAttributeStaysAsItIs() throws Exception {
    Get sent = new Get(Bytes.toBytes("row"));
    assertThat(natural(sent, true)).isSameAs(sent);
  }
}
