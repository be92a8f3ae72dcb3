package io.halite.it.linear;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.IntFunction;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Row;

/** One client: it sends its requests and writes down what it saw of each. For one thread. */
record RegisterClient(
    int number, Rows rows, IntFunction<byte[]> keys, RandomRequests requests, History history) {
  /**
   * Sends the next requests, of rows from {@code first} on, and waits for all answers. Each request
   * is a call of its own: answered at its own answer, and unknown if it failed itself.
   *
   * @return how many failed
   */
  int step(int first) throws InterruptedException, ExecutionException {
    Round round = requests.next(first);
    Sender sender = new Sender(number, round.shape());
    List<Row> actions =
        round.asks().stream()
            .map(ask -> Rows.action(keys.apply(ask.row()), ask.request(), ask.mutations()))
            .toList();
    long invoked = System.nanoTime();
    List<? extends CompletableFuture<?>> answers = send(round.shape(), actions);
    List<CompletableFuture<Integer>> noted = new ArrayList<>();
    for (int i = 0; i < answers.size(); i++) {
      Round.Ask ask = round.asks().get(i);
      noted.add(
          answers
              .get(i)
              .handle(
                  (result, failure) -> {
                    long now = System.nanoTime();
                    if (failure != null) {
                      history.add(ask.row(), Call.unknown(sender, ask.request(), invoked));
                      return 1;
                    }
                    Object answer = Rows.answer(ask.request(), result);
                    Call call = Call.answered(sender, ask.request(), invoked, now, answer);
                    history.add(ask.row(), call.of(Rows.time(result)));
                    requests.learn(ask.row(), ask.request(), answer);
                    return 0;
                  }));
    }
    int failed = 0;
    for (CompletableFuture<Integer> each : noted) {
      failed += each.get();
    }
    return failed;
  }

  private List<? extends CompletableFuture<?>> send(Shape shape, List<Row> actions)
      throws InterruptedException {
    return switch (shape) {
      case SINGLE, MUTATE_ROW -> List.of(rows.send(actions.get(0)));
      case BATCH -> rows.batch(actions);
      case EXCHANGES -> rows.exchange(actions.stream().map(CheckAndMutate.class::cast).toList());
    };
  }
}
