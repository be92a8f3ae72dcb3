package io.halite.client.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.keys.SaltingSpec;
import java.util.List;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.Test;

/** What the application's array holds when a batch has ended before all had their answers. */
class EndedBatchTest {
  private final Fake<Table> real = new Fake<>(Table.class).on("getName", any -> Salted.NAME);
  private final List<Put> puts = List.of(Salted.put("one"), Salted.put("two"));
  private final Object[] results = {"of an earlier batch", "of an earlier batch"};

  private DirectTable table(TableSpec spec) {
    return new DirectTable(
        real.build(), Salted.conf(), spec, any -> null, IdleScanners.never(), () -> null);
  }

  private static Object stop() throws InterruptedException {
    throw new InterruptedException("stop");
  }

  /** As HBase's client, which empties the array first; here the first request asks alone. */
  @Test
  void nothingOfAnEarlierBatchForRequestsThatWereNotSent() {
    real.on("batch", any -> stop());
    assertThatThrownBy(() -> table(Salted.unknown()).batch(puts, results))
        .isInstanceOf(InterruptedException.class);
    assertThat(results).containsOnlyNulls();
  }

  @Test
  void nothingOfAnEarlierBatchInTheFormWithACallback() {
    real.on("batchCallback", any -> stop());
    assertThatThrownBy(() -> table(Salted.unknown()).batchCallback(puts, results, null))
        .isInstanceOf(InterruptedException.class);
    assertThat(results).containsOnlyNulls();
  }

  @Test
  void nothingOfAnEarlierBatchForGetsOfRowsInManyPlaces() {
    TableSpec spec = Salted.unknown();
    spec.learn(SaltingSpec.parse("key=row:*,salt=random % 4"));
    real.on("batch", any -> stop());
    List<Get> gets = List.of(new Get(Salted.key("one")), new Get(Salted.key("two")));
    assertThatThrownBy(() -> table(spec).batch(gets, results))
        .isInstanceOf(InterruptedException.class);
    assertThat(results).containsOnlyNulls();
  }

  /** The mark is nothing of the application's, and the request has no answer. */
  @Test
  void noRefusalOfAMarkWhenTheThreadIsInterruptedWhileOthersHaveNoAnswer() {
    real.on(
        "batch",
        asked -> {
          ((Object[]) asked.get(1))[0] = Salted.markRefusal(Salted.AFTER);
          return stop();
        });
    assertThatThrownBy(() -> table(Salted.known()).batch(puts, results))
        .isInstanceOf(InterruptedException.class);
    assertThat(results).containsOnlyNulls();
  }
}
