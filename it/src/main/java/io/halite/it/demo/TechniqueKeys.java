package io.halite.it.demo;

import io.halite.keys.KeyLayout;
import io.halite.keys.RowKeyBuilder;
import io.halite.keys.Segment;
import java.util.List;

/**
 * The natural keys of the flights under each layout that a technique uses, by minute or by airport.
 */
enum TechniqueKeys {
  /** {@code 200101010001ANCLAX}. */
  BY_MINUTE("departure:12:digits origin:3 destination:3", 1),
  /** The same bytes, with the minute as a separate segment. */
  BY_HOUR("hour:10:digits minute:2:digits origin:3 destination:3", 2),
  /** {@code ANC200101010001LAX}. */
  BY_AIRPORT("origin:3 departure:12:digits destination:3", 1),
  /** {@code ANC:200101010001:LAX}. */
  DELIMITED("origin~: departure~: destination:*", 1),
  /** {@code ANC}, the time from its end, {@code LAX}. */
  NEWEST_FIRST("origin:3 departed:8:revtime destination:3", 1),
  /** The same with room for longer names, {@code ANC} and two bytes {@code 00}. */
  PADDED("origin:5 departed:8:revtime destination:3", 1),
  /** The same, {@code ANCxx}. */
  PADDED_BY_X("origin:5:text:x departed:8:revtime destination:3", 1);

  private final KeyLayout layout;
  private final int asked;

  /**
   * Keys of a layout.
   *
   * @param asked how many segments a scan by prefix names: those of the minute or the airport
   */
  TechniqueKeys(String layout, int asked) {
    this.layout = KeyLayout.parse(layout);
    this.asked = asked;
  }

  KeyLayout layout() {
    return layout;
  }

  /** What the keys begin with, {@code minute} or {@code airport}. */
  String beginning() {
    return layout.segments().get(0).name().equals("origin") ? "airport" : "minute";
  }

  byte[] rowKey(Flight flight) {
    return builder(flight, layout.segments()).build();
  }

  /** The key up to the end of the airport, or of the minute. */
  byte[] prefix(Flight flight) {
    return builder(flight, layout.segments().subList(0, asked)).prefix();
  }

  private RowKeyBuilder builder(Flight flight, List<Segment> segments) {
    RowKeyBuilder key = layout.key();
    for (Segment segment : segments) {
      String name = segment.name();
      switch (name) {
        case "origin" -> key.set(name, flight.origin());
        case "destination" -> key.set(name, flight.destination());
        case "departure" -> key.set(name, flight.departure());
        case "hour" -> key.set(name, flight.departure().substring(0, 10));
        case "minute" -> key.set(name, flight.departure().substring(10));
        case "departed" -> key.set(name, flight.time());
        default -> throw new IllegalStateException("no flight has '" + name + "'");
      }
    }
    return key;
  }
}
