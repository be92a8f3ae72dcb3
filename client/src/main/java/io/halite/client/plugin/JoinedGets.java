package io.halite.client.plugin;

import io.halite.routing.host.SummedMetrics;
import io.halite.routing.index.IndexedReads;
import io.halite.routing.merge.FamilyRules;
import io.halite.routing.merge.JoinedRows;
import io.halite.routing.merge.PlainReading;
import io.halite.routing.table.Mark;
import io.halite.routing.table.SaltedTable;
import io.halite.routing.table.StoredReads;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.Scan;

/**
 * Gets of rows whose cells lie in many places: each is sent to all places of its row, and the
 * answers are joined.
 *
 * <p>Under {@code random % 4}, gets of {@code 61} and {@code 62} become those of {@code 00·61} to
 * {@code 03·61} and {@code 00·62} to {@code 03·62}. Only gets of the newest versions without a
 * filter are sent so: the answer to any other depends on the versions that a family keeps, which a
 * client is not shown. A get that asks only whether its row exists asks each place the same, which
 * sends no cells: the row exists if one of its places has it, even if another one fails. Immutable.
 *
 * @param routing how they were routed
 * @param naturals the application's gets
 * @param stored the gets that are sent, those of one natural get after the other
 * @param each how many of them one natural get has
 */
record JoinedGets(Routing routing, List<Get> naturals, List<Get> stored, int each) {
  /** The most stored gets that are sent together: 16 natural ones under {@code random % 256}. */
  static final int MOST_AT_ONCE = 4_096;

  /** Returns the gets to send; empty if not all of the requests are gets that can be sent so. */
  static Optional<JoinedGets> of(Routing routing, List<? extends Row> requests) throws IOException {
    Optional<SaltedTable> table = routing.table().filter(of -> !of.salt().isSinglePlace());
    if (table.isEmpty() || requests.isEmpty()) {
      return Optional.empty();
    }
    List<Get> naturals = new ArrayList<>();
    List<Get> stored = new ArrayList<>();
    for (Row request : requests) {
      List<byte[]> places = table.get().salt().places(request.getRow());
      if (places.isEmpty() || !(request instanceof Get get) || !isJoinable(get)) {
        return Optional.empty();
      }
      naturals.add(get);
      for (byte[] place : places) {
        Get copy = table.get().reads().copyForJoin(place, get);
        stored.add(copy.setCheckExistenceOnly(isAnsweredByAny(get)));
      }
    }
    return Optional.of(new JoinedGets(routing, naturals, stored, stored.size() / naturals.size()));
  }

  /** Whether the requests are gets, if there are any. */
  static boolean areGets(List<? extends Row> requests) {
    return requests.stream().allMatch(Get.class::isInstance);
  }

  /** How many natural gets are sent together, so that memory does not grow with their places. */
  static int atOnce(Routing routing, Get any) {
    int places = routing.table().map(of -> of.salt().places(any.getRow()).size()).orElse(1);
    return Math.max(1, MOST_AT_ONCE / Math.max(1, places));
  }

  /** Whether {@link #of} sends these requests to the places of their rows; makes no copies. */
  static boolean areFor(Routing routing, List<? extends Row> requests) {
    return routing.isMultiPlace()
        && !requests.isEmpty()
        && areGets(requests)
        && requests.stream().allMatch(get -> isFor(routing, (Get) get));
  }

  /** Whether {@link #of} sends this get to the places of its row; makes no copies. */
  static boolean isFor(Routing routing, Get get) {
    return isJoinable(get)
        && routing
            .table()
            .filter(of -> !of.salt().isSinglePlace())
            .filter(of -> !of.salt().places(get.getRow()).isEmpty())
            .isPresent();
  }

  private static boolean isJoinable(Get get) {
    return get.getMaxVersions() == 1
        && get.getFilter() == null
        && get.getAttribute(IndexedReads.ATTRIBUTE) == null
        && !Mark.isOn(get);
  }

  /** Whether a client can join the rows of a scan, for the same reasons. */
  static boolean isJoinable(Scan scan) {
    return scan.getMaxVersions() == 1 && scan.getFilter() == null && !scan.isRaw();
  }

  private static boolean isAnsweredByAny(Get natural) {
    return natural.isCheckExistenceOnly() && StoredReads.existsIfAnyPlaceDoes(natural);
  }

  /** The position of the natural get that a stored one answers; the stored one is of these. */
  int position(Row request) {
    int at = 0;
    while (stored.get(at) != request) {
      at++;
    }
    return at / each;
  }

  /** The parts of the answer to one natural get, among those to all stored ones. */
  <T> List<T> parts(int position, List<T> all) {
    return all.subList(position * each, (position + 1) * each);
  }

  /**
   * Whether some parts answer one natural get, though others have failed.
   *
   * @param some parts, failures, or nulls for those that have not arrived
   */
  boolean isAnsweredBy(int position, List<?> some) {
    return isAnsweredByAny(naturals.get(position)) && StoredReads.anyPlaceHas(some);
  }

  /**
   * The answer to one natural get. All its parts have arrived, or those that answer it.
   *
   * @param parts as of {@link #isAnsweredBy}
   */
  Result answer(int position, List<?> parts) throws IOException {
    Get natural = naturals.get(position);
    Result whole =
        isAnsweredByAny(natural)
            ? Result.create(List.of(), StoredReads.anyPlaceHas(parts))
            : joined(natural, parts.stream().map(Result.class::cast).toList());
    SummedMetrics metrics = new SummedMetrics();
    parts.stream().filter(Result.class::isInstance).map(Result.class::cast).forEach(metrics::add);
    return metrics.moveTo(whole);
  }

  private Result joined(Get natural, List<Result> parts) throws IOException {
    SaltedTable table = routing.table().orElseThrow();
    List<Cell> row = table.reading(() -> JoinedRows.join(parts, table.results()));
    List<Cell> given =
        row.isEmpty()
            ? row
            : new PlainReading(new Scan(natural), FamilyRules.unknown(), System::currentTimeMillis)
                .read(row);
    return natural.isCheckExistenceOnly()
        ? Result.create(List.of(), !given.isEmpty())
        : Result.create(given);
  }

  /** The same of answers as {@code batch} gives them. */
  Result answer(int position, Object[] all) throws IOException {
    return answer(position, parts(position, Arrays.asList(all)));
  }
}
