package io.halite.coprocessor.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class LivingServersTest {
  @Test
  void eachNodeIsAServer() {
    assertThat(LivingServers.latest(List.of("a.example,16020,17", "b.example,16020,18")))
        .containsExactlyInAnyOrder("a.example,16020,17", "b.example,16020,18");
  }

  /** Such as a container that is started again under its name while the old one stands still. */
  @Test
  void theLaterStartOfAHostAndPortIsTheServer() {
    assertThat(
            LivingServers.latest(
                List.of("a.example,16020,18", "a.example,16020,17", "a.example,16021,16")))
        .containsExactlyInAnyOrder("a.example,16020,18", "a.example,16021,16");
  }

  @Test
  void whatIsNoNameOfAServerIsNone() {
    assertThat(LivingServers.latest(List.of("a.example,16020,18", "draining"))).hasSize(1);
  }
}
