package io.halite.coprocessor.owner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.coprocessor.host.ClientRequest;
import io.halite.coprocessor.host.CurrentCall;
import io.halite.coprocessor.host.Requests;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.hbase.CallDroppedException;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hbase.thirdparty.com.google.protobuf.Message;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FenceTest {
  private static final String GATEWAY = "rs7.example,16020,1764100000000";
  private static final Message WRITE = Requests.single(Requests.put("row"));

  private long wall = 1_700_000_000_000L;
  private final Pulse pulse = new Pulse(() -> wall, () -> wall);

  @Test
  void theWriteOfALivingGatewayPasses() {
    assertThatCode(() -> Fence.requireLiving(GATEWAY, Optional.of(Set.of("other,1,1", GATEWAY))))
        .doesNotThrowAnyException();
  }

  @Test
  void theWriteOfAGatewayThatWasGivenUpIsRefused() {
    assertThatThrownBy(() -> Fence.requireLiving(GATEWAY, Optional.of(Set.of("other,1,1"))))
        .isInstanceOf(CallDroppedException.class)
        .hasMessageContaining(GATEWAY);
  }

  @Test
  void aServerThatWasStartedAgainAtTheSamePortIsAnother() {
    assertThatThrownBy(
            () ->
                Fence.requireLiving(
                    GATEWAY, Optional.of(Set.of("rs7.example,16020,1764100099000"))))
        .isInstanceOf(CallDroppedException.class);
  }

  @Test
  void noForwardedWritePassesBeforeTheServersAreKnown() {
    assertThatThrownBy(() -> Fence.requireLiving(GATEWAY, Optional.empty()))
        .isInstanceOf(CallDroppedException.class)
        .hasMessageContaining("ZooKeeper");
  }

  /** Its gateway sends the write again, or has its client do so. */
  @Test
  void theRefusalProvesThatNothingRan() {
    assertThatThrownBy(() -> Fence.requireLiving(GATEWAY, Optional.empty()))
        .satisfies(refusal -> assertThat(ForwardRetry.nothingRan(refusal)).isTrue());
  }

  @Test
  void aTicketOfAServerThatLivesIsKnownByItsServersName() {
    ServerName server = ServerName.valueOf(GATEWAY);
    ScanTicket ticket = ScanTicket.first(server);
    assertThat(Fence.mayLive(Optional.of(Set.of("other,1,1", GATEWAY)), ticket::mayBeOf)).isTrue();
    assertThat(Fence.mayLive(Optional.of(Set.of("other,1,1")), ticket::mayBeOf)).isFalse();
    assertThat(Fence.mayLive(Optional.empty(), ticket::mayBeOf)).isTrue();
  }

  @Test
  void whatIsNoRegionServerRefusesNothing() {
    try (Fence fence = Fence.start(ServerName.valueOf("s1,1,1"), Optional.empty())) {
      assertThatCode(() -> fence.requireAwaited(ClientRequest.current()))
          .doesNotThrowAnyException();
      assertThat(fence.deadline(ClientRequest.current())).isEqualTo(Long.MAX_VALUE);
      assertThat(fence.mayLive(any -> false)).isTrue();
    }
  }

  /** What a gateway sent 8 s before its patience ended, and the owner receives now. */
  private void requireInTime() throws CallDroppedException {
    Fence.requireInTime(pulse, wall, wall + 8_000);
  }

  private void beatForTwoSeconds() {
    pulse.beat(() -> {});
    for (int i = 0; i < 4; i++) {
      wall += Pulse.PERIOD_MILLIS;
      pulse.beat(() -> {});
    }
  }

  /** The gateway gave it up after 8 s, and the client has repeated it and written again. */
  @Test
  void anOwnerThatStoodStillRefusesWhatAGatewayMayHaveGivenUp() throws CallDroppedException {
    requireInTime();
    wall += 20_000;
    assertThatThrownBy(this::requireInTime)
        .isInstanceOf(CallDroppedException.class)
        .hasMessageContaining("stood still")
        .satisfies(refusal -> assertThat(ForwardRetry.nothingRan(refusal)).isTrue());
    beatForTwoSeconds();
    assertThatThrownBy(this::requireInTime).isInstanceOf(CallDroppedException.class);
    wall++;
    requireInTime();
  }

  @Test
  void anOwnerThatStoodStillForLessThanGatewaysWaitRefusesNothing() throws CallDroppedException {
    wall += 5_000;
    requireInTime();
    beatForTwoSeconds();
    requireInTime();
  }

  @Test
  void aWriteThatWaitedForAHandlerWhileItsOwnerStoodStillIsAsOldAsItLooks() {
    long received = wall;
    wall += 8_001;
    assertThatThrownBy(() -> Fence.requireInTime(pulse, received, received + 8_000))
        .isInstanceOf(CallDroppedException.class);
  }

  /** Forwards of the owner's own server lie in its sockets like those of others. */
  @ParameterizedTest
  @ValueSource(strings = {GATEWAY, "s1,1,1"})
  void aForwardedWriteThatNobodyWaitsForIsRefusedAndAClientsIsNot(String gateway) {
    long over = System.currentTimeMillis() - 1;
    ServerName here = ServerName.valueOf("s1,1,1");
    try (Fence fence = Fence.start(here, Optional.empty())) {
      try (CurrentCall forwarded = CurrentCall.of(WRITE, over, Optional.of(gateway))) {
        assertThatThrownBy(() -> fence.requireAwaited(ClientRequest.current()))
            .isInstanceOf(CallDroppedException.class)
            .hasMessageContaining("waited here for too long");
      }
      try (CurrentCall direct = CurrentCall.of(WRITE, over, Optional.empty())) {
        assertThatCode(() -> fence.requireAwaited(ClientRequest.current()))
            .doesNotThrowAnyException();
      }
    }
  }
}
