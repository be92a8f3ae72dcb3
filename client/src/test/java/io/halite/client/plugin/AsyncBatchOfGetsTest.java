package io.halite.client.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.keys.SaltingSpec;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.junit.jupiter.api.Test;

/**
 * A batch of gets of rows that lie in many places. A batch of HBase's client waits by the time-out
 * of all RPCs, and a list of gets by that of reads.
 */
class AsyncBatchOfGetsTest {
  private static final List<Get> GETS =
      List.of(new Get(Salted.key("one")), new Get(Salted.key("two")));

  @SuppressWarnings("rawtypes")
  private final Fake<AsyncTable> real =
      Salted.asyncTable().on("batch", asked -> answers((List<?>) asked.get(0)));

  private String ownerSpec = "key=row:*,salt=random % 4";

  private Object answers(List<?> gets) {
    return gets.stream().map(get -> answer((Get) get)).toList();
  }

  private CompletableFuture<Result> answer(Get get) {
    try {
      return Salted.mark(ownerSpec).isThisOn(get)
          ? CompletableFuture.completedFuture(Salted.row(get.getRow()))
          : CompletableFuture.failedFuture(Salted.markRefusal(ownerSpec));
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @SuppressWarnings("unchecked")
  private List<String> rows() {
    TableSpec spec = Salted.unknown();
    spec.learn(SaltingSpec.parse("key=row:*,salt=random % 4"));
    AsyncTable<AdvancedScanResultConsumer> table =
        DirectAsyncTable.onNetwork(real.build(), real.build(), spec, Runnable::run);
    return table.<Result>batch(GETS).stream().map(any -> Salted.natural(any.join())).toList();
  }

  @Test
  void isSentInBatchesOfTheRealTable() {
    assertThat(rows()).containsExactly("one", "two");
    assertThat(real.given("batch", List.class)).extracting(List::size).containsExactly(8);
  }

  @Test
  void isSentInBatchesAlsoWhenItsPlacesHaveChanged() {
    ownerSpec = Salted.AFTER;
    assertThat(rows()).containsExactly("one", "two");
    assertThat(real.given("batch", List.class)).extracting(List::size).containsExactly(8, 1, 1);
  }
}
