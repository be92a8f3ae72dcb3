package io.halite.it.linear;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.linear.Checker.Verdict;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

final class RegisterClientTest {
  /** Answers each exchange but the first of a list, and never anything else. */
  private record FirstFails(List<Integer> sizes) implements Rows {
    @Override
    public CompletableFuture<?> send(Row action) {
      throw new AssertionError(action);
    }

    @Override
    public List<CompletableFuture<?>> batch(List<Row> actions) {
      throw new AssertionError(actions);
    }

    @Override
    public List<CompletableFuture<?>> exchange(List<CheckAndMutate> exchanges) {
      sizes.add(exchanges.size());
      List<CompletableFuture<?>> answers = new ArrayList<>();
      for (int i = 0; i < exchanges.size(); i++) {
        answers.add(
            i == 0
                ? CompletableFuture.failedFuture(new IOException("lost"))
                : CompletableFuture.supplyAsync(
                    () -> new CheckAndMutateResult(true, Result.EMPTY_RESULT),
                    CompletableFuture.delayedExecutor(50, TimeUnit.MILLISECONDS)));
      }
      return answers;
    }
  }

  @Test
  void oneOfAListThatFailedIsUnknownAndTheOthersAreAnswered() throws Exception {
    History history = new History();
    List<Integer> sizes = new ArrayList<>();
    RegisterClient client =
        new RegisterClient(
            3,
            new FirstFails(sizes),
            Bytes::toBytes,
            new RandomRequests(1, 3, EnumSet.of(Shape.EXCHANGES)),
            history);

    assertThat(client.step(0)).as("how many failed").isEqualTo(1);

    assertThat(sizes).singleElement().satisfies(size -> assertThat(size).isGreaterThan(1));
    assertThat(history.calls()).isEqualTo(sizes.get(0).longValue());
    assertThat(history.unknown()).isEqualTo(1);
    assertThat(history.changes())
        .isEqualTo(Map.of(new Sender(3, Shape.EXCHANGES), sizes.get(0) - 1L));
    assertThat(history.verdicts()).containsOnlyKeys(Verdict.LINEARIZABLE);
  }

  @Test
  void blockingBatchFailsWhereItHasNoResult() throws Exception {
    IOException thrown = new IOException("1 of 3 failed");
    Table table =
        (Table)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {Table.class},
                (proxy, method, arguments) -> {
                  Object[] results = (Object[]) arguments[1];
                  results[0] = Result.EMPTY_RESULT;
                  results[1] = new IOException("this one");
                  throw thrown;
                });
    List<Row> actions = List.of(new Put(new byte[1]), new Put(new byte[2]), new Put(new byte[3]));

    assertThat(new BlockingRows(table).batch(actions))
        .extracting(CompletableFuture::isCompletedExceptionally)
        .containsExactly(false, true, true);
  }

  @Test
  void writesAndRemovesAreMutationsOfARowAsOftenAsAsked() {
    for (Request request : List.of(new Request.Write(7), new Request.Remove())) {
      Row alone = Rows.action(new byte[] {1}, request, 0);

      assertThat(alone).isInstanceOf(Mutation.class);
      for (int mutations = 1; mutations <= 2; mutations++) {
        RowMutations together = (RowMutations) Rows.action(new byte[] {1}, request, mutations);
        assertThat(together.getMutations()).hasSize(mutations);
        assertThat(together.getMutations().stream().mapToInt(Mutation::size).sum())
            .as("cells")
            .isEqualTo(((Mutation) alone).size());
      }
    }
  }
}
