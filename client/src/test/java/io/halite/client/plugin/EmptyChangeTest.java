package io.halite.client.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.keys.SaltingSpec;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Increment;
import org.junit.jupiter.api.Test;

/** Changes without columns, which HBase's asynchronous client refuses on the caller's thread. */
class EmptyChangeTest {
  private final IllegalArgumentException refusal =
      new IllegalArgumentException("Invalid arguments, zero columns specified");

  @SuppressWarnings("rawtypes")
  private final Fake<AsyncTable> real =
      Salted.asyncTable()
          .on("get", any -> unanswered())
          .on("append", any -> refuse())
          .on("increment", any -> refuse());

  private static Object unanswered() {
    Object answer = new CompletableFuture<>();
    return answer;
  }

  private Object refuse() {
    throw refusal;
  }

  /** Its requests ask for the spec, and wait for the answer. */
  @SuppressWarnings("unchecked")
  private AsyncTable<AdvancedScanResultConsumer> table() {
    AtomicLong now = new AtomicLong();
    TableSpec spec = new TableSpec(Salted.NAME, 9, now::get);
    spec.learn(SaltingSpec.parse(Salted.BEFORE));
    now.set(9);
    return DirectAsyncTable.onNetwork(real.build(), real.build(), spec, Runnable::run);
  }

  @Test
  void anAppendIsRefusedBeforeItAsksForTheSpec() {
    Append append = new Append(Salted.key("one"));
    assertThatThrownBy(() -> table().append(append)).isSameAs(refusal);
    assertThat(real.given("append", Append.class)).containsExactly(append);
  }

  @Test
  void anIncrementIsRefusedBeforeItAsksForTheSpec() {
    Increment increment = new Increment(Salted.key("one"));
    assertThatThrownBy(() -> table().increment(increment)).isSameAs(refusal);
    assertThat(real.given("increment", Increment.class)).containsExactly(increment);
  }
}
