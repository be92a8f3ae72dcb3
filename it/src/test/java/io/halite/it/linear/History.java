package io.halite.it.linear;

import io.halite.it.linear.Checker.Verdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** The calls of all clients to all rows of one table. Clients may add calls at any time. */
final class History {
  private final Map<Integer, List<Call>> rows = new ConcurrentHashMap<>();

  void add(int row, Call call) {
    rows.compute(
        row,
        (number, calls) -> {
          List<Call> more = calls == null ? new ArrayList<>() : calls;
          more.add(call);
          return more;
        });
  }

  /**
   * The same without the calls that have only read between two times, in nanoseconds. HBase fences
   * the writes of a server that it had given up and that came back, but not its reads.
   */
  History withoutReads(long begin, long end) {
    History rest = new History();
    rows.forEach(
        (row, calls) ->
            calls.stream()
                .filter(call -> !call.hasOnlyRead() || !call.overlaps(begin, end))
                .forEach(call -> rest.add(row, call)));
    return rest;
  }

  long calls() {
    return rows.values().stream().mapToLong(List::size).sum();
  }

  long unknown() {
    return rows.values().stream()
        .flatMap(List::stream)
        .filter(call -> !call.isAnswered() && !(call.request() instanceof Request.Read))
        .count();
  }

  /** How many calls have changed a row, by their answers, for each client and way to send. */
  Map<Sender, Long> changes() {
    return rows.values().stream()
        .flatMap(List::stream)
        .filter(call -> call.isAnswered() && !call.hasOnlyRead())
        .collect(Collectors.groupingBy(Call::sender, Collectors.counting()));
  }

  /** How many rows have which verdict. */
  Map<Verdict, Integer> verdicts() {
    return verdicts(refuted -> {});
  }

  /**
   * The same.
   *
   * @param refuted receives the calls of each row that is not linearizable, to be looked at
   */
  Map<Verdict, Integer> verdicts(Consumer<String> refuted) {
    Map<Verdict, Integer> verdicts = new EnumMap<>(Verdict.class);
    rows.forEach(
        (row, calls) -> {
          Verdict verdict = Checker.of(calls);
          if (verdict == Verdict.NOT_LINEARIZABLE) {
            verdict = HiddenWrites.explain(calls) ? Verdict.HIDDEN_WRITES : verdict;
            String heading = "row " + row + ": " + verdict + "\n  ";
            refuted.accept(
                calls.stream()
                    .sorted(Comparator.comparingLong(Call::invoked))
                    .map(Call::toString)
                    .collect(Collectors.joining("\n  ", heading, "\n")));
          }
          verdicts.merge(verdict, 1, Integer::sum);
        });
    return verdicts;
  }
}
