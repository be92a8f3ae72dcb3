package io.halite.client.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.keys.SaltingSpec;
import org.apache.hadoop.hbase.client.Put;
import org.junit.jupiter.api.Test;

class SentWritesTest {
  private final SentWrites writes = new SentWrites();

  private static Routing learned(String spec) {
    return Salted.unknown().learn(SaltingSpec.parse(spec));
  }

  @Test
  void aSpecThatIsLearnedAgainTakesNoMoreRoom() throws Exception {
    Routing first = learned(Salted.BEFORE);
    writes.remember(first);
    Put stored = first.route(Salted.put("one"));
    Routing again = learned(Salted.BEFORE);
    writes.remember(again);
    writes.remember(Routing.natural());
    assertThat(writes.specs()).isEqualTo(1);
    Sent<?> sent = writes.of(stored);
    assertThat(sent.routing()).isSameAs(again);
    assertThat(sent.natural().getRow()).isEqualTo(Salted.key("one"));
  }

  @Test
  void writesAreReportedByTheSpecUnderWhichTheyWereSent() throws Exception {
    Routing before = learned(Salted.BEFORE);
    Routing after = learned(Salted.AFTER);
    writes.remember(before);
    writes.remember(after);
    assertThat(writes.of(before.route(Salted.put("one"))).routing()).isSameAs(before);
    assertThat(writes.of(after.route(Salted.put("one"))).routing()).isSameAs(after);
    assertThat(writes.of(Salted.put("one")).isRouted()).isFalse();
  }
}
