package io.halite.it.oracle;

import io.halite.it.demo.Flight;
import io.halite.it.demo.Flights;
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
  FLIGHTS("flights by minute and airports") {
    @Override
    void set(RowKeyBuilder key, Flight flight, Random random) {
      key.set("row", flight.departure() + flight.origin() + flight.destination());
    }
  },
  /** {@code 0978307260ANC}. */
  DEPARTURES("flights by second of departure and airport") {
    @Override
    void set(RowKeyBuilder key, Flight flight, Random random) {
      key.set("ts", flight.time().getEpochSecond()).set("host", flight.origin());
    }
  },
  /** {@code 1364248490}, and the other seconds of some hours. */
  SECONDS("seconds since 1970") {
    @Override
    void set(RowKeyBuilder key, Flight flight, Random random) {
      key.set("row", Long.toString(1_364_248_490 + random.nextInt(10_000)));
    }
  },
  /** {@code u042000017}: users count up, and so do the orders of each. */
  USER_ORDERS("orders of users") {
    @Override
    void set(RowKeyBuilder key, Flight flight, Random random) {
      key.set("user", "u%03d".formatted(random.nextInt(50))).set("order", random.nextInt(60));
    }
  },
  /** The same, but every other order is one user's. */
  HOT_USER("orders of users, every other one of a celebrity") {
    @Override
    void set(RowKeyBuilder key, Flight flight, Random random) {
      int user = random.nextBoolean() ? 42 : random.nextInt(50);
      key.set("user", "u%03d".formatted(user)).set("order", random.nextInt(200));
    }
  },
  /** {@code 0042} and the time of a flight from its end. */
  USER_TIMES("operations of users, at the flights' times") {
    @Override
    void set(RowKeyBuilder key, Flight flight, Random random) {
      key.set("user", random.nextInt(120)).set("ts", flight.time());
    }
  },
  /** {@code 230611:063031:1231231}: some seconds have several messages, numbers count up. */
  MESSAGES("messages by date, time and number") {
    @Override
    void set(RowKeyBuilder key, Flight flight, Random random) {
      int message = random.nextInt(900);
      int second = message / 3;
      key.set("sendDate", "230611")
          .set("sendTime", "0630%02d".formatted(second % 60))
          .set("messageId", Integer.toString(1_231_231 + message));
    }
  },
  /** {@code 13800138007}: three digits of a network, four of a place, four of a person. */
  PHONES("phone numbers") {
    @Override
    void set(RowKeyBuilder key, Flight flight, Random random) {
      int network = 130 + random.nextInt(10);
      int place = 130 + random.nextInt(10);
      key.set("phone", "%d%04d%04d".formatted(network, place, random.nextInt(10_000)));
    }
  },
  /** {@code 012000123A}: an order has some lines, A to D. */
  ORDER_LINES("orders of shops, line by line") {
    @Override
    void set(RowKeyBuilder key, Flight flight, Random random) {
      key.set("shop", random.nextInt(12))
          .set("order", random.nextInt(200))
          .set("line", Character.toString('A' + random.nextInt(4)));
    }
  },
  /** {@code SHOP000042}: shops number their orders by themselves. */
  SHOP_ORDERS("orders of shops") {
    @Override
    void set(RowKeyBuilder key, Flight flight, Random random) {
      key.set("shop", List.of("BOOK", "SHOE", "SHOP", "WINE").get(random.nextInt(4)))
          .set("order", random.nextInt(90));
    }
  },
  /** {@code tb2001011500000042}: some kinds of events, days of a year, and offsets in a log. */
  EVENTS("events by day and offset") {
    @Override
    void set(RowKeyBuilder key, Flight flight, Random random) {
      key.set("event", List.of("cl", "lg", "or", "tb").get(random.nextInt(4)))
          .set("day", 20_010_101 + random.nextInt(31))
          .set("offset", random.nextInt(5_000));
    }
  },
  /** {@code tb}, {@code web7} and four bytes 00, and the time of a flight from its end. */
  HOST_EVENTS("codes and hosts, at the flights' times") {
    @Override
    void set(RowKeyBuilder key, Flight flight, Random random) {
      key.set("code", random.nextBoolean() ? "tb" : "tm")
          .set("host", "web" + random.nextInt(20))
          .set("ts", flight.time());
    }
  };

  private static final List<Flight> ALL_FLIGHTS = flights();

  private final String words;

  TechniqueData(String words) {
    this.words = words;
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

  /** A natural key of this data, in segments of a layout that has those of this data. */
  public byte[] key(KeyLayout layout, Random random) {
    RowKeyBuilder key = layout.key();
    set(key, ALL_FLIGHTS.get(random.nextInt(ALL_FLIGHTS.size())), random);
    return key.build();
  }

  /** Sets all segments, by any flight and by chance. */
  abstract void set(RowKeyBuilder key, Flight flight, Random random);

  private static List<Flight> flights() {
    try {
      return Flights.first(Flights.COUNT);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public String toString() {
    return words;
  }
}
