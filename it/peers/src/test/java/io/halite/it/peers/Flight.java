package io.halite.it.peers;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * A flight: minute of departure (12 digits), two airports of three letters each, and its delay.
 *
 * @param departure 12 digits, year to minute
 */
record Flight(String departure, String origin, String destination, String delay) {
  private static final int A_MINUTE = 12;

  /** {@code count} flights in order of their keys: twelve a minute, from sixty airports. */
  static List<Flight> inOrder(int count) {
    Random random = new Random(1);
    return IntStream.range(0, count)
        .mapToObj(
            i ->
                new Flight(
                    departure(i / A_MINUTE),
                    airport(i % A_MINUTE * 5 + random.nextInt(5)),
                    airport(random.nextInt(60)),
                    Integer.toString(random.nextInt(120))))
        .toList();
  }

  static String departure(int minute) {
    return "2001%02d%02d%02d%02d"
        .formatted(1 + minute / (1440 * 28), 1 + minute / 1440 % 28, minute / 60 % 24, minute % 60);
  }

  /** One of 60 names, in order: {@code AAA} to {@code LLE}. */
  static String airport(int number) {
    char first = (char) ('A' + number / 5);
    return "" + first + first + (char) ('A' + number % 5);
  }

  byte[] key() {
    return (departure + origin + destination).getBytes(StandardCharsets.US_ASCII);
  }
}
