package io.halite.it.bench;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;

/**
 * What each of several ways took in each of several rounds. In a round all ways run, in another
 * order than in the round before, so that what else the machine does hits all of them.
 */
final class Rounds<W> {
  private final List<Map<W, Spent>> rounds = new ArrayList<>();

  private Rounds() {}

  /** Runs one way once. */
  interface Run<W> {
    Spent of(W way, boolean warmsUp) throws Exception;
  }

  /** Runs all ways once without a count, and then in {@code count} rounds. */
  static <W> Rounds<W> of(int count, List<W> ways, Run<W> run) throws Exception {
    Rounds<W> rounds = new Rounds<>();
    for (int round = -1; round < count; round++) {
      List<W> order = new ArrayList<>(ways);
      Collections.rotate(order, round);
      if (round % 2 != 0) {
        // Of two ways each comes first in half of the rounds.
        Collections.reverse(order);
      }
      Map<W, Spent> spent = new HashMap<>();
      for (W way : order) {
        spent.put(way, run.of(way, round < 0));
      }
      if (round >= 0) {
        rounds.rounds.add(spent);
      }
    }
    return rounds;
  }

  /** The median of all rounds. */
  double median(W way, ToDoubleFunction<Spent> what) {
    return Quantile.median(
        rounds.stream().mapToDouble(round -> what.applyAsDouble(round.get(way))));
  }

  /** A way beside another: medians of the rounds' ratios, of the rows/s with their quartiles. */
  String line(W way, W beside) {
    return ("%.2f of the rows/s (%.2f to %.2f), %.2f of the servers' time (%.2f beside %.2f us a"
            + " row), %.2f of the client's (%.2f beside %.2f); %,.0f beside %,.0f rows/s; requests"
            + " of the busiest server over the mean %.2f beside %.2f")
        .formatted(
            Quantile.median(ratios(way, beside, Spent::rowsPerSecond)),
            Quantile.of(ratios(way, beside, Spent::rowsPerSecond), 0.25),
            Quantile.of(ratios(way, beside, Spent::rowsPerSecond), 0.75),
            Quantile.median(ratios(way, beside, Spent::serverMicros)),
            median(way, Spent::serverMicros),
            median(beside, Spent::serverMicros),
            Quantile.median(ratios(way, beside, Spent::clientMicros)),
            median(way, Spent::clientMicros),
            median(beside, Spent::clientMicros),
            median(way, Spent::rowsPerSecond),
            median(beside, Spent::rowsPerSecond),
            median(way, Spent::busiestOverMean),
            median(beside, Spent::busiestOverMean));
  }

  private DoubleStream ratios(W way, W beside, ToDoubleFunction<Spent> what) {
    return rounds.stream()
        .mapToDouble(
            round -> what.applyAsDouble(round.get(way)) / what.applyAsDouble(round.get(beside)));
  }
}
