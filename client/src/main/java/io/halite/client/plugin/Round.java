package io.halite.client.plugin;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Row;

/**
 * Requests of a list that are sent together. While the spec is unknown that is one request, which
 * asks for it; the others wait for its answer. If the table had no spec until now, all of them ask
 * if all may, as such a table answers all at once. Writes that their gateways have to answer wait
 * for the stored ones: a region refuses writes under both kinds of keys in one batch. So do gets
 * whose natural key equals a stored key of the round: a callback is given the same bytes for both.
 * Immutable.
 *
 * @param positions where each request stands in the application's list, ascending
 * @param sent the requests, in the same order
 */
record Round<R extends Row>(List<Integer> positions, List<Sent<R>> sent) {
  /**
   * The next requests to send.
   *
   * @param naturals the application's list
   * @param open the positions of the requests that still need an answer, ascending
   * @param refused those that were refused, as they were sent last, by their positions
   */
  static <R extends Row> Round<R> of(
      Routing routing,
      List<? extends R> naturals,
      List<Integer> open,
      Map<Integer, Sent<R>> refused)
      throws IOException {
    List<Sent<R>> all = new ArrayList<>(open.size());
    for (int position : open) {
      Sent<R> before = refused.get(position);
      Sent<R> sent =
          before == null ? Sent.of(routing, naturals.get(position)) : before.again(routing);
      if (routing.asksAlone() && sent.isRouted()) {
        return new Round<>(List.of(position), List.of(sent));
      }
      all.add(sent);
    }
    boolean mixed = all.stream().anyMatch(Sent::isRouted) && !all.stream().allMatch(Sent::isRouted);
    return mixed ? withoutThoseThatWait(open, all) : new Round<>(open, all);
  }

  private static <R extends Row> Round<R> withoutThoseThatWait(
      List<Integer> open, List<Sent<R>> all) {
    Set<ByteBuffer> routed =
        all.stream()
            .filter(Sent::isRouted)
            .map(sent -> ByteBuffer.wrap(sent.stored().getRow()))
            .collect(Collectors.toSet());
    List<Integer> kept =
        IntStream.range(0, all.size()).filter(i -> !waits(all.get(i), routed)).boxed().toList();
    return new Round<>(kept.stream().map(open::get).toList(), kept.stream().map(all::get).toList());
  }

  private static boolean waits(Sent<?> sent, Set<ByteBuffer> routed) {
    return !sent.isRouted()
        && (!(sent.natural() instanceof Get)
            || routed.contains(ByteBuffer.wrap(sent.natural().getRow())));
  }

  /**
   * How the rest of the list is sent.
   *
   * @param shown what a refusal of this round has shown
   */
  static Routing next(Routing routing, Optional<Routing> shown) {
    // A question without a verdict is not repeated: natural keys are right on every table.
    return shown.orElse(routing.asks() ? Routing.natural() : routing);
  }

  /** What is sent. */
  List<R> stored() {
    return sent.stream().map(Sent::stored).toList();
  }

  /** The open positions after this round: those not yet sent, and those to send again. */
  List<Integer> rest(List<Integer> open, List<Integer> again) {
    if (again.isEmpty() && positions.size() == open.size()) {
      return List.of();
    }
    Set<Integer> done = new HashSet<>(positions);
    List<Integer> rest = new ArrayList<>(again);
    open.stream().filter(position -> !done.contains(position)).forEach(rest::add);
    rest.sort(null);
    return rest;
  }
}
