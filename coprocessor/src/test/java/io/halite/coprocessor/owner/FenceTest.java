package io.halite.coprocessor.owner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.coprocessor.host.ClientRequest;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.hbase.CallDroppedException;
import org.apache.hadoop.hbase.ServerName;
import org.junit.jupiter.api.Test;

class FenceTest {
  private static final String GATEWAY = "rs7.example,16020,1764100000000";

  @Test
  void theWriteOfALivingGatewayPasses() {
    assertThatCode(() -> Fence.require(GATEWAY, Optional.of(Set.of("other,1,1", GATEWAY))))
        .doesNotThrowAnyException();
  }

  @Test
  void theWriteOfAGatewayThatWasGivenUpIsRefused() {
    assertThatThrownBy(() -> Fence.require(GATEWAY, Optional.of(Set.of("other,1,1"))))
        .isInstanceOf(CallDroppedException.class)
        .hasMessageContaining(GATEWAY);
  }

  @Test
  void aServerThatWasStartedAgainAtTheSamePortIsAnother() {
    assertThatThrownBy(
            () -> Fence.require(GATEWAY, Optional.of(Set.of("rs7.example,16020,1764100099000"))))
        .isInstanceOf(CallDroppedException.class);
  }

  @Test
  void noForwardedWritePassesBeforeTheServersAreKnown() {
    assertThatThrownBy(() -> Fence.require(GATEWAY, Optional.empty()))
        .isInstanceOf(CallDroppedException.class)
        .hasMessageContaining("ZooKeeper");
  }

  /** Its gateway sends the write again, or has its client do so. */
  @Test
  void theRefusalProvesThatNothingRan() {
    assertThatThrownBy(() -> Fence.require(GATEWAY, Optional.empty()))
        .satisfies(refusal -> assertThat(ForwardRetry.nothingRan(refusal)).isTrue());
  }

  @Test
  void whatIsNoRegionServerRefusesNothing() {
    try (Fence fence = Fence.start(ServerName.valueOf("s1,1,1"), Optional.empty())) {
      assertThatCode(() -> fence.requireLiving(ClientRequest.current())).doesNotThrowAnyException();
      assertThat(fence.deadline(ClientRequest.current())).isEqualTo(Long.MAX_VALUE);
    }
  }
}
