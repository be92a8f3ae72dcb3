package io.halite.it.demo;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A row-key technique, as a line over the flights; docs/techniques.md has a section on each. */
enum Technique {
  /** Buckets by the hash of the whole key. */
  HASH(false, "hash(departure origin destination) % 16"),
  /** Buckets by the hash of the airport: its flights lie in one. */
  ENTITY(true, "hash(origin) % 16"),
  /** An airport in at most four buckets. */
  SPREAD(true, "hash(origin) spread(departure % 4) % 16"),
  /** Buckets by the minute of departure. */
  MOD(false, "mod(departure) % 16"),
  /** One hexadecimal digit before the key. */
  DIGIT(false, "md5(*)[0:1]"),
  /** Four hexadecimal digits by airport. */
  MD5(true, "md5(origin)[0:4]"),
  /** The minute of departure written backwards. */
  REVERSE(false, "reverse(departure)"),
  /** Another bucket for each write. */
  RANDOM(false, "random % 16"),
  /** Rows that are found by other segments, too. */
  INDEX(true, "hash(origin) % 16,index=byDestination(destination departure origin)");

  private final boolean byOrigin;
  private final String salt;

  Technique(boolean byOrigin, String salt) {
    this.byOrigin = byOrigin;
    this.salt = salt;
  }

  /** Those of a name, {@code all} for all. */
  static List<Technique> named(String name) {
    if (name.equals("all")) {
      return Arrays.asList(values());
    }
    List<Technique> named =
        Arrays.stream(values()).filter(technique -> technique.toString().equals(name)).toList();
    if (named.isEmpty()) {
      throw new IllegalArgumentException(
          "--technique '"
              + name
              + "' is not one of "
              + Arrays.stream(values()).map(Technique::toString).collect(Collectors.joining(", "))
              + ", all");
    }
    return named;
  }

  /** Whether the key begins with the airport, and else with the minute. */
  boolean byOrigin() {
    return byOrigin;
  }

  String salt() {
    return salt;
  }

  /** The line of the table's attribute. */
  String line() {
    String layout =
        byOrigin
            ? "origin:3 departure:12:digits destination:3"
            : "departure:12:digits origin:3 destination:3";
    return "key=" + layout + ",salt=" + salt;
  }

  byte[] rowKey(Flight flight) {
    return (byOrigin ? flight.origin() + flight.departure() + flight.destination() : flight.key())
        .getBytes(StandardCharsets.US_ASCII);
  }

  /** What is asked of the table by a prefix: an airport, or a minute. */
  byte[] prefix(Flight flight) {
    return (byOrigin ? flight.origin() : flight.departure()).getBytes(StandardCharsets.US_ASCII);
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
