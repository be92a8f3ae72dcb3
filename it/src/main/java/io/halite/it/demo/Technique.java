package io.halite.it.demo;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A row-key technique, as a line over the flights; docs/techniques.md has a section on each. */
enum Technique {
  /** What the others are held against: keys that begin with the time, as they are. */
  PLAIN(FlightKeys.BY_MINUTE, "none"),
  /** Buckets by the hash of the whole key. */
  HASH(FlightKeys.BY_MINUTE, "hash(departure origin destination) % 16"),
  /** Buckets by the hash of the airport: its flights lie in one. */
  ENTITY(FlightKeys.BY_AIRPORT, "hash(origin) % 16"),
  /** An airport in at most four buckets. */
  SPREAD(FlightKeys.BY_AIRPORT, "hash(origin) spread(departure % 4) % 16"),
  /** Buckets by the minute of departure. */
  MOD(FlightKeys.BY_MINUTE, "mod(departure) % 16"),
  /** One hexadecimal digit before the key. */
  DIGIT(FlightKeys.BY_MINUTE, "md5(*)[0:1]"),
  /** Four hexadecimal digits by airport. */
  MD5(FlightKeys.BY_AIRPORT, "md5(origin)[0:4]"),
  /** The last four digits of the digest of the whole key. */
  TAIL(FlightKeys.BY_MINUTE, "md5(*)[28:32]"),
  /** The whole digest of the airport in capitals, and a colon. */
  DIGEST(FlightKeys.DELIMITED, "MD5(origin)[0:32]:"),
  /** The minute of departure written backwards. */
  REVERSE(FlightKeys.BY_MINUTE, "reverse(departure)"),
  /** The airport written backwards, its newest flights first. */
  NEWEST(FlightKeys.NEWEST_FIRST, "reverse(origin)"),
  /** The hour and the minute, each written backwards in its place. */
  REVERSE2(FlightKeys.BY_HOUR, "reverse(hour minute)"),
  /** Another bucket for each write. */
  RANDOM(FlightKeys.BY_MINUTE, "random % 16"),
  /** The same in two decimal digits. */
  DICE(FlightKeys.BY_MINUTE, "random % 16 digits"),
  /** Another byte behind the key for each write. */
  SUFFIX(FlightKeys.BY_AIRPORT, "random-suffix % 16"),
  /** Segments that have names, and no salt. */
  COMPOSITE(FlightKeys.PADDED, "none"),
  /** Rows that are found by other segments, too. */
  INDEX(
      FlightKeys.BY_AIRPORT, "hash(origin) % 16,index=byDestination(destination departure origin)");

  private final FlightKeys keys;
  private final String salt;

  Technique(FlightKeys keys, String salt) {
    this.keys = keys;
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
      throw new IllegalArgumentException("--technique '" + name + "' is not one of " + names());
    }
    return named;
  }

  /** What may stand behind {@code --technique}: {@code plain, hash, …, all}. */
  static String names() {
    return Arrays.stream(values()).map(Technique::toString).collect(Collectors.joining(", "))
        + ", all";
  }

  /** The natural keys that are salted. */
  FlightKeys keys() {
    return keys;
  }

  String salt() {
    return salt;
  }

  /** The line of the table's attribute. */
  String line() {
    return "key=" + keys.layout() + ",salt=" + salt;
  }

  /** Whether the line does not say where to cut the table: then it is cut at letters. */
  boolean isCutAtLetters() {
    return switch (this) {
      case PLAIN, NEWEST, SUFFIX, COMPOSITE -> true;
      default -> false;
    };
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
