package io.halite.client.operate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ServersToAskTest {
  @Test
  void aServerIsAskedUntilOneOfItsRegionsAnswers() {
    ServersToAsk servers = new ServersToAsk(3, Set.of("silent"));
    assertThat(servers.ask("silent")).isFalse();
    assertThat(servers.ask("a")).isTrue();
    assertThat(servers.ask("a")).as("its region has moved").isTrue();
    servers.answered("a");
    assertThat(servers.ask("a")).isFalse();
    assertThat(servers.isAnyLeft()).isTrue();
    servers.answered("b");
    assertThat(servers.isAnyLeft()).isFalse();
    assertThat(servers.ask("started since")).isFalse();
  }

  /** Each takes HBase's client seconds, and after an outage there may be thousands. */
  @Test
  void fewRegionsAreAskedWhichNoServerServes() {
    ServersToAsk servers = new ServersToAsk(2, Set.of());
    assertThat(IntStream.range(0, 1_000).filter(i -> servers.ask("")).count()).isZero();
    assertThat(IntStream.range(0, 1_000).filter(i -> servers.ask("a")).count()).isEqualTo(3);
  }
}
