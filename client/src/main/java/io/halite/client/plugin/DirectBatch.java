package io.halite.client.plugin;

import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.coprocessor.Batch;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Sends a list of requests of any kind in a {@code batch} of HBase's own table: each under its
 * stored key to its owner, or as it is to its gateway where {@link Routing} leaves it so.
 *
 * <p>An owner refuses the mark of another spec before it runs anything. Only such requests are sent
 * again, under the spec that the refusal shows. Thread-safe.
 */
final class DirectBatch {
  private final Table real;
  private final TableSpec spec;
  private final Questions questions;

  DirectBatch(Table real, TableSpec spec) {
    this.real = real;
    this.spec = spec;
    this.questions = new Questions(spec, real::get);
  }

  /** A way to send a list and put each answer at its position. */
  private interface Sending {
    void send(Round<Row> round, Object[] answers) throws IOException, InterruptedException;
  }

  /** As {@link Table#batch}. */
  void run(List<? extends Row> naturals, Object @Nullable [] results)
      throws IOException, InterruptedException {
    empty(naturals, results);
    run(questions.routing(naturals), naturals, results);
  }

  /** The same for requests that are routed already. */
  void run(Routing routing, List<? extends Row> naturals, Object @Nullable [] results)
      throws IOException, InterruptedException {
    if (JoinedGets.areFor(routing, naturals)) {
      joined(routing, naturals, results == null ? new Object[naturals.size()] : results);
    } else {
      sendRounds(routing, naturals, results, (round, all) -> real.batch(round.stored(), all));
    }
  }

  /** Sends gets to the places of their rows, a bounded number together. */
  private void joined(Routing routing, List<? extends Row> gets, Object[] results)
      throws IOException, InterruptedException {
    int atOnce = JoinedGets.atOnce(routing, (Get) gets.get(0));
    Failures failures = new Failures();
    boolean placesHold = true;
    for (int from = 0; from < gets.size(); ) {
      // When the places have changed, the rest is routed again.
      int to = placesHold ? Math.min(gets.size(), from + atOnce) : gets.size();
      List<? extends Row> some = gets.subList(from, to);
      Object[] answers = new Object[to - from];
      try {
        if (placesHold) {
          placesHold = joinPlaces(JoinedGets.of(routing, some).orElseThrow(), answers);
        } else {
          // Before it is sent: a failure is the answer of the rest, which is not sent once more.
          placesHold = true;
          sendRounds(
              spec.routing(), some, answers, (round, all) -> real.batch(round.stored(), all));
        }
      } catch (RetriesExhaustedWithDetailsException e) {
        failures.addAll(e);
      }
      System.arraycopy(answers, 0, results, from, answers.length);
      from = placesHold ? to : from;
    }
    if (!failures.isEmpty()) {
      throw failures.exception();
    }
  }

  /** What a request has no answer for is null, also after an exception, as in HBase. */
  private static void empty(List<? extends Row> naturals, Object @Nullable [] results) {
    if (results == null) {
      return;
    }
    if (results.length != naturals.size()) {
      throw new IllegalArgumentException(
          results.length + " results for " + naturals.size() + " actions: give one for each");
    }
    Arrays.fill(results, null);
  }

  /** Returns false if the places have changed, so that the gets are to be routed again. */
  private boolean joinPlaces(JoinedGets gets, Object[] results)
      throws IOException, InterruptedException {
    Object[] parts = new Object[gets.stored().size()];
    Failures failures = new Failures();
    boolean[] failed = new boolean[results.length];
    try {
      real.batch(gets.stored(), parts);
    } catch (RetriesExhaustedWithDetailsException e) {
      for (int i = 0; i < e.getNumExceptions(); i++) {
        if (spec.afterFailure(gets.routing(), e.getCause(i)).isPresent()) {
          return false;
        }
        int position = gets.position(e.getRow(i));
        boolean answered = gets.isAnsweredBy(position, gets.parts(position, Arrays.asList(parts)));
        if (!failed[position] && !answered) {
          failed[position] = true;
          results[position] = e.getCause(i);
          failures.add(e, i, gets.naturals().get(position));
        }
      }
    }
    for (int i = 0; i < results.length; i++) {
      if (!failed[i]) {
        results[i] = gets.answer(i, parts);
      }
    }
    if (!failures.isEmpty()) {
      throw failures.exception();
    }
    return true;
  }

  /** As {@link Table#batchCallback}. */
  <R> void run(
      List<? extends Row> naturals,
      Object @Nullable [] results,
      Batch.@Nullable Callback<R> callback)
      throws IOException, InterruptedException {
    empty(naturals, results);
    sendRounds(
        questions.routing(naturals),
        naturals,
        results,
        (round, answers) ->
            real.batchCallback(round.stored(), answers, naturally(round, callback)));
  }

  /** Sends requests until none is to be sent again. */
  private void sendRounds(
      Routing first, List<? extends Row> naturals, Object @Nullable [] results, Sending sending)
      throws IOException, InterruptedException {
    Object[] all = results == null ? new Object[naturals.size()] : results;
    Failures failures = new Failures();
    List<Integer> open = IntStream.range(0, naturals.size()).boxed().toList();
    Routing routing = first;
    Map<Integer, Sent<Row>> refused = new HashMap<>();
    int repeats = 0;
    do {
      Round<Row> round = Round.of(routing, naturals, open, refused);
      Again again = attempt(round, all, failures, sending, TableSpec.mayRepeat(repeats + 1));
      repeats += again.refused().isEmpty() ? 0 : 1;
      open = round.rest(open, List.copyOf(again.refused().keySet()));
      refused.putAll(again.refused());
      routing = Round.next(routing, again.shown());
    } while (!open.isEmpty());
    if (!failures.isEmpty()) {
      throw failures.exception();
    }
  }

  /** The requests that are to be sent again, by their positions, and what their refusals show. */
  private record Again(Map<Integer, Sent<Row>> refused, Optional<Routing> shown) {}

  /** Sends the requests of a round. */
  private Again attempt(
      Round<Row> round, Object[] results, Failures failures, Sending sending, boolean mayRepeat)
      throws IOException, InterruptedException {
    Object[] answers = new Object[round.sent().size()];
    Map<Integer, Sent<Row>> refused = new HashMap<>();
    Optional<Routing> shown = Optional.empty();
    boolean ended = false;
    try {
      sending.send(round, answers);
      round.sent().forEach(spec::answered);
      ended = true;
    } catch (RetriesExhaustedWithDetailsException e) {
      Map<Row, Integer> indexes = indexes(round);
      for (int i = 0; i < e.getNumExceptions(); i++) {
        Optional<Integer> index = Optional.ofNullable(indexes.get(e.getRow(i)));
        Optional<Sent<Row>> sent = index.map(round.sent()::get);
        Throwable cause = e.getCause(i);
        Optional<Routing> next = sent.flatMap(request -> spec.afterFailure(request, cause));
        if (next.isPresent() && mayRepeat) {
          shown = next;
          refused.put(round.positions().get(index.orElseThrow()), sent.orElseThrow());
        } else {
          failures.add(e, i, sent.map(Sent::natural).orElse(e.getRow(i)));
        }
      }
      ended = true;
    } finally {
      for (int i = 0; i < answers.length; i++) {
        int position = round.positions().get(i);
        boolean open = ended ? refused.containsKey(position) : isRefusedMark(answers[i]);
        results[position] = open ? null : round.sent().get(i).answer(answers[i]);
      }
    }
    return new Again(refused, shown);
  }

  private static boolean isRefusedMark(@Nullable Object answer) {
    return answer instanceof Throwable failure && Refusals.isOfMark(failure);
  }

  private static Map<Row, Integer> indexes(Round<Row> round) {
    Map<Row, Integer> indexes = new IdentityHashMap<>();
    for (int i = 0; i < round.sent().size(); i++) {
      indexes.put(round.sent().get(i).stored(), i);
    }
    return indexes;
  }

  private static <R> Batch.@Nullable Callback<R> naturally(
      Round<Row> round, Batch.@Nullable Callback<R> callback) {
    if (callback == null) {
      return null;
    }
    Map<byte[], Sent<Row>> routed = new TreeMap<>(Bytes.BYTES_COMPARATOR);
    round.sent().stream()
        .filter(Sent::isRouted)
        .forEach(sent -> routed.put(sent.stored().getRow(), sent));
    return (region, row, answer) -> {
      Sent<Row> sent = routed.get(row);
      if (sent == null) {
        callback.update(region, row, answer);
      } else {
        callback.update(region, sent.natural().getRow(), sent.shown(answer));
      }
    };
  }
}
