package io.halite.client.plugin;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.util.FutureUtils;

/**
 * One list of requests on its way, as {@link DirectBatch}: each answer is given when it arrives,
 * and the requests whose mark was refused are sent again when every other of their round has its
 * answer. Those whose futures the application has ended are not sent again. Thread-safe.
 */
final class AsyncBatch<R extends Row, T> {
  private final TableSpec spec;
  private final List<? extends R> naturals;
  private final Function<List<R>, List<CompletableFuture<T>>> call;
  private final List<CompletableFuture<T>> answers;
  private final ConcurrentMap<Integer, Sent<R>> refused = new ConcurrentHashMap<>();

  private AsyncBatch(
      TableSpec spec,
      List<? extends R> naturals,
      Function<List<R>, List<CompletableFuture<T>>> call,
      List<CompletableFuture<T>> answers) {
    this.spec = spec;
    this.naturals = List.copyOf(naturals);
    this.call = call;
    this.answers = answers;
  }

  /** Sends a list by a call of the real table; returns one answer for each request. */
  static <R extends Row, T> List<CompletableFuture<T>> send(
      AsyncQuestions questions,
      List<? extends R> naturals,
      Function<List<R>, List<CompletableFuture<T>>> call) {
    List<CompletableFuture<T>> answers =
        Stream.<CompletableFuture<T>>generate(CompletableFuture::new)
            .limit(naturals.size())
            .toList();
    AsyncBatch<R, T> batch = new AsyncBatch<>(questions.spec(), naturals, call, answers);
    try {
      questions.route(
          batch.naturals, routing -> batch.send(routing, batch.all(), 0), batch::failAll);
    } catch (IOException | RuntimeException e) {
      // HBase's client refuses a cell that its salt makes larger than the limit. HBase's mutator
      // would not catch that, and would never end the futures of the whole buffer.
      batch.failAll(e);
    }
    // HBase's client returns a list that can be changed, too.
    return new ArrayList<>(answers);
  }

  /**
   * The same for requests that are routed already.
   *
   * @param answers end when the requests have their answers; what has ended by now is not sent
   */
  static <R extends Row, T> void send(
      TableSpec spec,
      Routing routing,
      List<? extends R> naturals,
      Function<List<R>, List<CompletableFuture<T>>> call,
      List<CompletableFuture<T>> answers) {
    AsyncBatch<R, T> batch = new AsyncBatch<>(spec, naturals, call, answers);
    batch.sendOn(routing, batch.all(), 0);
  }

  private List<Integer> all() {
    return IntStream.range(0, naturals.size()).boxed().toList();
  }

  private void failAll(Throwable failure) {
    fail(all(), failure);
  }

  private void fail(List<Integer> open, Throwable failure) {
    open.forEach(position -> answers.get(position).completeExceptionally(failure));
  }

  private void send(Routing routing, List<Integer> unsettled, int repeats) throws IOException {
    List<Integer> open =
        unsettled.stream().filter(position -> !answers.get(position).isDone()).toList();
    if (open.isEmpty()) {
      return;
    }
    Round<R> round = Round.of(routing, naturals, open, refused);
    List<CompletableFuture<T>> sent = call.apply(round.stored());
    ConcurrentLinkedQueue<Integer> again = new ConcurrentLinkedQueue<>();
    ConcurrentLinkedDeque<Routing> shown = new ConcurrentLinkedDeque<>();
    AtomicInteger left = new AtomicInteger(sent.size());
    for (int i = 0; i < sent.size(); i++) {
      int position = round.positions().get(i);
      Sent<R> request = round.sent().get(i);
      FutureUtils.addListener(
          sent.get(i),
          (answer, failure) -> {
            Settled settled = settle(answers.get(position), request, answer, failure, repeats);
            settled.next().ifPresent(shown::add);
            if (settled.next().isPresent()) {
              refused.put(position, request);
              again.add(position);
            }
            if (left.decrementAndGet() == 0) {
              List<Integer> rest = round.rest(open, List.copyOf(again));
              sendOn(
                  Round.next(routing, Optional.ofNullable(shown.peekLast())),
                  rest,
                  again.isEmpty() ? repeats : repeats + 1);
            }
            // At the end, since the application may do anything now, and wait for the rest.
            settled.end().run();
          });
    }
  }

  private void sendOn(Routing routing, List<Integer> rest, int repeats) {
    try {
      if (!rest.isEmpty()) {
        send(routing, rest, repeats);
      }
    } catch (Throwable e) {
      // It runs in a listener, too.
      fail(rest, e);
    }
  }

  /**
   * What becomes of a request.
   *
   * @param next how it is to be sent again; empty if it has its answer
   * @param end ends the future that the application has, which may run the application's code
   */
  private record Settled(Optional<Routing> next, Runnable end) {}

  private Settled settle(
      CompletableFuture<T> done, Sent<R> request, T answer, Throwable failure, int repeats) {
    try {
      if (failure == null) {
        spec.answered(request);
        T natural = request.answer(answer);
        return new Settled(Optional.empty(), () -> done.complete(natural));
      }
      Optional<Routing> next = spec.afterFailure(request, failure);
      if (next.isPresent() && TableSpec.mayRepeat(repeats + 1)) {
        return new Settled(next, () -> {});
      }
      Throwable natural = request.failure(failure);
      return new Settled(Optional.empty(), () -> done.completeExceptionally(natural));
    } catch (Throwable e) {
      // HBase drops what a listener throws, and the rest of the list would never be sent.
      return new Settled(Optional.empty(), () -> done.completeExceptionally(e));
    }
  }
}
