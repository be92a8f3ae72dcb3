package io.halite.client.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.junit.jupiter.api.Test;

/** HBase drops what a listener throws, so an error would leave the application's future open. */
class ErrorsInAnswersTest {
  private final Fake<AsyncTable> real = Salted.asyncTable();

  /** An answer that cannot be read, as where a class is missing or the heap is full. */
  private static final class Unreadable extends Result {
    @Override
    public boolean isEmpty() {
      return false;
    }

    @Override
    public Cell[] rawCells() {
      throw new NoClassDefFoundError("missing");
    }
  }

  @SuppressWarnings("unchecked")
  private AsyncTable<AdvancedScanResultConsumer> table() {
    return DirectAsyncTable.onNetwork(real.build(), real.build(), Salted.known(), Runnable::run);
  }

  @Test
  void anErrorInAnAnswerEndsItsFuture() {
    Object answer = CompletableFuture.completedFuture(new Unreadable());
    real.on("get", asked -> answer);
    CompletableFuture<Result> got = table().get(new Get(Salted.key("one")));
    assertThat(got).isDone();
    assertThatThrownBy(got::join).hasRootCauseInstanceOf(NoClassDefFoundError.class);
  }

  @Test
  void theOthersOfAListHaveTheirAnswers() {
    Result readable = Salted.row(Salted.stored(Salted.BEFORE, "two"));
    real.on(
        "get",
        asked ->
            List.of(
                CompletableFuture.completedFuture(new Unreadable()),
                CompletableFuture.completedFuture(readable)));
    List<CompletableFuture<Result>> got =
        table().get(List.of(new Get(Salted.key("one")), new Get(Salted.key("two"))));
    assertThat(got.get(0)).isDone();
    assertThatThrownBy(got.get(0)::join).hasRootCauseInstanceOf(NoClassDefFoundError.class);
    assertThat(Salted.natural(got.get(1).join())).isEqualTo("two");
  }
}
