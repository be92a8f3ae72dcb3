package io.halite.it.oracle;

import io.halite.it.demo.Flight;
import io.halite.it.demo.FlightFile;
import io.halite.keys.KeyLayout;
import io.halite.keys.RowKeyBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * What the tables of a technique hold in real use: flights, or the kind of rows that row-key guides
 * write of. A section of docs/techniques.md names its data by these words.
 */
public enum TechniqueData {
  /** {@code 200101010001ANCLAX}. */
  FLIGHTS(
      "flights by minute and airports",
      (key, flight, random) ->
          key.set("row", flight.departure() + flight.origin() + flight.destination())),
  /** {@code foo0003}: keys that all begin alike. */
  FOOS(
      "rows that all begin with f",
      (key, flight, random) -> key.set("row", "foo%04d".formatted(random.nextInt(4_000)))),
  /** {@code 0978307260ANC}. */
  DEPARTURES(
      "flights by second of departure and airport",
      (key, flight, random) ->
          key.set("ts", flight.time().getEpochSecond()).set("host", flight.origin())),
  /** {@code 1364248490}, and the other seconds of some hours. */
  SECONDS(
      "seconds since 1970",
      (key, flight, random) ->
          key.set("row", Long.toString(1_364_248_490 + random.nextInt(10_000)))),
  /** {@code u042000017}: users count up, and so do the orders of each. */
  USER_ORDERS(
      "orders of users",
      (key, flight, random) ->
          key.set("user", "u%03d".formatted(random.nextInt(50))).set("order", random.nextInt(60))),
  /** The same, but every other order is one user's. */
  HOT_USER(
      "orders of users, every other one of a celebrity",
      (key, flight, random) ->
          key.set("user", "u%03d".formatted(random.nextBoolean() ? 42 : random.nextInt(50)))
              .set("order", random.nextInt(200))),
  /** {@code 0042} and the time of a flight from its end. */
  USER_TIMES(
      "operations of users, at the flights' times",
      (key, flight, random) -> key.set("user", random.nextInt(60)).set("ts", flight.time())),
  /** {@code 230611:063031:1231231}: seconds have several messages, whose numbers count up. */
  MESSAGES(
      "messages by date, time and number",
      (key, flight, random) -> {
        int message = random.nextInt(480);
        key.set("sendDate", "230611")
            .set("sendTime", "0630%02d".formatted(message / 8))
            .set("messageId", Integer.toString(1_231_231 + message));
      }),
  /** {@code 13800138007}: a network, a place that all share, and a person. */
  PHONES(
      "phone numbers",
      (key, flight, random) ->
          key.set("phone", "13%d0013%04d".formatted(random.nextInt(10), random.nextInt(10_000)))),
  /** {@code 012000123A}: an order has some lines, A to D. */
  ORDER_LINES(
      "orders of shops, line by line",
      (key, flight, random) ->
          key.set("shop", random.nextInt(12))
              .set("order", random.nextInt(30))
              .set("line", Character.toString('A' + random.nextInt(4)))),
  /** {@code SHOP000042}: shops number their orders by themselves. */
  SHOP_ORDERS(
      "orders of shops",
      (key, flight, random) ->
          key.set("shop", oneOf(random, "BOOK", "SHOE", "SHOP", "WINE"))
              .set("order", random.nextInt(90))),
  /** {@code tb2001011500000042}: some kinds of events, days of a month, and offsets in a log. */
  EVENTS(
      "events by day and offset",
      (key, flight, random) ->
          key.set("event", oneOf(random, "cl", "lg", "or", "tb"))
              .set("day", 20_010_101 + random.nextInt(31))
              .set("offset", random.nextInt(5_000))),
  /** {@code tb}, {@code web7} and four bytes 00, and the time of a flight from its end. */
  HOST_EVENTS(
      "codes and hosts, at the flights' times",
      (key, flight, random) ->
          key.set("code", oneOf(random, "tb", "tm"))
              .set("host", "web" + random.nextInt(20))
              .set("ts", flight.time()));

  /** Sets the segments of a key, by any flight or by chance. */
  private interface Row {
    void set(RowKeyBuilder key, Flight flight, Random random);
  }

  private static final List<Flight> ALL_FLIGHTS = flights();

  private final String words;
  private final Row row;

  TechniqueData(String words, Row row) {
    this.words = words;
    this.row = row;
  }

  /** The data that a section names by its words. */
  public static TechniqueData named(String words) {
    return Arrays.stream(values())
        .filter(data -> data.words.equals(words))
        .findAny()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "data '%s' is none of %s".formatted(words, Arrays.toString(values()))));
  }

  /** A natural key of this data, in a layout that has its segments. */
  public byte[] key(KeyLayout layout, Random random) {
    RowKeyBuilder key = layout.key();
    row.set(key, ALL_FLIGHTS.get(random.nextInt(ALL_FLIGHTS.size())), random);
    return key.build();
  }

  private static String oneOf(Random random, String... texts) {
    return texts[random.nextInt(texts.length)];
  }

  private static List<Flight> flights() {
    try {
      return FlightFile.first(FlightFile.COUNT);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public String toString() {
    return words;
  }
}
