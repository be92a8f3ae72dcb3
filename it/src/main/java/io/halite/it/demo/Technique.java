package io.halite.it.demo;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A row-key technique, as a spec for the flights; docs/techniques.md has a section on each. */
enum Technique {
  /** The keys as they are, which begin with the time: the others are compared with it. */
  PLAIN(TechniqueKeys.BY_MINUTE, "none"),
  /** Buckets by the hash of the whole key. */
  HASH(TechniqueKeys.BY_MINUTE, "hash(departure origin destination) % 16"),
  /** The same as letters, with a hyphen behind them. */
  LETTERS(TechniqueKeys.BY_MINUTE, "hash(departure origin destination) % 16 letters-"),
  /** Buckets by the hash of the airport: all its flights lie in one bucket. */
  ENTITY(TechniqueKeys.BY_AIRPORT, "hash(origin) % 16"),
  /** An airport in at most four buckets. */
  SPREAD(TechniqueKeys.BY_AIRPORT, "hash(origin) spread(departure % 4) % 16"),
  /** Buckets by the minute of departure. */
  MOD(TechniqueKeys.BY_MINUTE, "mod(departure) % 16"),
  /** One hexadecimal digit before the key. */
  DIGIT(TechniqueKeys.BY_MINUTE, "md5(*)[0:1]"),
  /** Four hexadecimal digits by airport. */
  MD5(TechniqueKeys.BY_AIRPORT, "md5(origin)[0:4]"),
  /** The last four digits of the digest of the whole key. */
  TAIL(TechniqueKeys.BY_MINUTE, "md5(*)[28:32]"),
  /** The whole digest of the airport in capitals, and a colon. */
  DIGEST(TechniqueKeys.DELIMITED, "MD5(origin)[0:32]:"),
  /** The minute of departure written backwards. */
  REVERSE(TechniqueKeys.BY_MINUTE, "reverse(departure)"),
  /** The airport written backwards, its newest flights first. */
  NEWEST(TechniqueKeys.NEWEST_FIRST, "reverse(origin)"),
  /** The hour and the minute, each written backwards in its place. */
  REVERSE2(TechniqueKeys.BY_HOUR, "reverse(hour minute)"),
  /** Another bucket for each write. */
  RANDOM(TechniqueKeys.BY_MINUTE, "random % 16"),
  /** The same in two decimal digits. */
  DICE(TechniqueKeys.BY_MINUTE, "random % 16 digits"),
  /** Another byte behind the key for each write. */
  SUFFIX(TechniqueKeys.BY_AIRPORT, "random-suffix % 16"),
  /** Two decimal digits behind the key for each write. */
  DECIMAL(TechniqueKeys.BY_AIRPORT, "random-suffix % 100 digits"),
  /** Segments that have names, and no salt. */
  COMPOSITE(TechniqueKeys.PADDED, "none"),
  /** The same, padded by a letter. */
  RPAD(TechniqueKeys.PADDED_BY_X, "none"),
  /** Rows that are found by other segments, too. */
  INDEX(
      TechniqueKeys.BY_AIRPORT,
      "hash(origin) % 16,index=byDestination(destination departure origin)");

  private final TechniqueKeys keys;
  private final String salt;

  Technique(TechniqueKeys keys, String salt) {
    this.keys = keys;
    this.salt = salt;
  }

  /** The technique of a name, or all of them for {@code all}. */
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

  /** The values of {@code --technique}: {@code plain, hash, …, all}. */
  static String names() {
    return Arrays.stream(values()).map(Technique::toString).collect(Collectors.joining(", "))
        + ", all";
  }

  /** The natural keys that are salted. */
  TechniqueKeys keys() {
    return keys;
  }

  String salt() {
    return salt;
  }

  /** The line of the table's attribute. */
  String line() {
    return "key=" + keys.layout() + ",salt=" + salt;
  }

  /** Whether the spec gives no split points, so that the table is split at letters. */
  boolean isCutAtLetters() {
    return switch (this) {
      case PLAIN, NEWEST, SUFFIX, DECIMAL, COMPOSITE, RPAD -> true;
      default -> false;
    };
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
