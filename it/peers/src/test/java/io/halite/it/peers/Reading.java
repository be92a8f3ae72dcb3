package io.halite.it.peers;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * A delay on a route at a time: the history whose newest row of each route is asked for.
 *
 * @param route two airports of three letters each
 * @param millis since 1970
 */
record Reading(String route, long millis, String delay) {
  static final int ROUTES = 2_000;
  static final int ROUTE_WIDTH = 6;
  private static final long FIRST = 1_000_000_000_000L;

  /** {@code count} readings in order of time: one of each route, then the next of each. */
  static List<Reading> inOrder(int count) {
    return IntStream.range(0, count)
        .mapToObj(
            i ->
                new Reading(
                    route(i % ROUTES), FIRST + 60_000L * (i / ROUTES), Integer.toString(i % 113)))
        .toList();
  }

  /** One of the routes, in the order of their names. */
  static String route(int number) {
    return Flight.airport(number / 50) + Flight.airport(number % 50);
  }

  /** The route, then {@code Long.MAX_VALUE} minus the time, so that the newest row comes first. */
  byte[] key() {
    return key(route, millis);
  }

  static byte[] key(String route, long millis) {
    return Bytes.add(
        route.getBytes(StandardCharsets.US_ASCII), Bytes.toBytes(Long.MAX_VALUE - millis));
  }
}
