package io.halite.client.plugin;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.util.FutureUtils;

/**
 * One list of requests on its way, as {@link DirectBatch}: each answer is given when it arrives,
 * and the requests whose mark was refused are sent again when every other of their round has its
 * answer. Thread-safe.
 */
final class AsyncBatch<R extends Row, T> {
  private final TableSpec spec;
  private final List<? extends R> naturals;
  private final Function<List<R>, List<CompletableFuture<T>>> call;
  private final List<CompletableFuture<T>> answers;

  private AsyncBatch(
      TableSpec spec,
      List<? extends R> naturals,
      Function<List<R>, List<CompletableFuture<T>>> call) {
    this.spec = spec;
    this.naturals = List.copyOf(naturals);
    this.call = call;
    this.answers =
        Stream.<CompletableFuture<T>>generate(CompletableFuture::new)
            .limit(naturals.size())
            .toList();
  }

  /** Sends a list by a call of the real table; returns one answer for each request. */
  static <R extends Row, T> List<CompletableFuture<T>> send(
      AsyncQuestions questions,
      List<? extends R> naturals,
      Function<List<R>, List<CompletableFuture<T>>> call) {
    AsyncBatch<R, T> batch = new AsyncBatch<>(questions.spec(), naturals, call);
    List<Integer> all = IntStream.range(0, naturals.size()).boxed().toList();
    try {
      questions.route(
          batch.naturals, routing -> batch.send(routing, all, 0), e -> batch.fail(all, e));
    } catch (IOException e) {
      batch.fail(all, e);
    }
    return batch.answers;
  }

  private void fail(List<Integer> open, Exception failure) {
    open.forEach(position -> answers.get(position).completeExceptionally(failure));
  }

  private void send(Routing routing, List<Integer> open, int repeats) throws IOException {
    Round<R> round = Round.of(routing, naturals, open);
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
            Settled<T> settled = settle(request, answer, failure, repeats);
            settled.next().ifPresent(shown::add);
            if (settled.next().isPresent()) {
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
            settled.giveTo(answers.get(position));
          });
    }
  }

  private void sendOn(Routing routing, List<Integer> rest, int repeats) {
    try {
      if (!rest.isEmpty()) {
        send(routing, rest, repeats);
      }
    } catch (IOException | RuntimeException e) {
      fail(rest, e);
    }
  }

  /**
   * What becomes of a request.
   *
   * @param next how it is to be sent again; empty if {@code answer} is its answer
   */
  private record Settled<T>(Optional<Routing> next, CompletableFuture<T> answer) {
    /** Ends the future that the application has; it may run the application's own code. */
    void giveTo(CompletableFuture<T> future) {
      if (next.isEmpty()) {
        FutureUtils.addListener(
            answer,
            (value, failure) -> {
              if (failure == null) {
                future.complete(value);
              } else {
                future.completeExceptionally(failure);
              }
            });
      }
    }
  }

  private Settled<T> settle(Sent<R> request, T answer, Throwable failure, int repeats) {
    try {
      if (failure == null) {
        spec.answered(request);
        return new Settled<>(
            Optional.empty(), CompletableFuture.completedFuture(request.answer(answer)));
      }
      Optional<Routing> next = spec.afterFailure(request, failure);
      if (next.isPresent() && repeats + 1 < TableSpec.MOST_SENDINGS) {
        return new Settled<>(next, new CompletableFuture<>());
      }
      return failed(request.failure(failure));
    } catch (IOException | RuntimeException e) {
      // HBase drops what a listener throws, and the rest of the list would never be sent.
      return failed(e);
    }
  }

  private static <T> Settled<T> failed(Throwable failure) {
    return new Settled<>(Optional.empty(), CompletableFuture.failedFuture(failure));
  }
}
