package io.halite.it.replication;

import io.halite.coprocessor.replication.NaturalKeysEndpoint;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** One row of the matrix: two tables, where Halite is, by which endpoint they are replicated. */
record Combination(Pair pair, Halite halite, Endpoint endpoint, boolean isSerial) {
  private static final Optional<String> PLAIN = Optional.empty();
  private static final Optional<String> TWO = Optional.of("key=row:*,salt=hash(*) % 2");
  private static final Optional<String> THREE = Optional.of("key=row:*,salt=hash(*) % 3");

  /** The specs of the two tables. */
  enum Pair {
    PLAIN_TO_PLAIN(PLAIN, PLAIN),
    PLAIN_TO_SALTED(PLAIN, TWO),
    SALTED_TO_PLAIN(TWO, PLAIN),
    SALTED_TO_SAME_SALT(TWO, TWO),
    SALTED_TO_OTHER_SALT(TWO, THREE);

    private final Optional<String> source;
    private final Optional<String> sink;

    Pair(Optional<String> source, Optional<String> sink) {
      this.source = source;
      this.sink = sink;
    }
  }

  /** On the servers of which cluster Halite is. */
  enum Halite {
    ON_BOTH(true, true),
    ON_SOURCE(true, false),
    ON_SINK(false, true),
    ON_NONE(false, false);

    private final boolean isOnSource;
    private final boolean isOnSink;

    Halite(boolean isOnSource, boolean isOnSink) {
      this.isOnSource = isOnSource;
      this.isOnSink = isOnSink;
    }

    boolean isOnSource() {
      return isOnSource;
    }

    boolean isOnSink() {
      return isOnSink;
    }
  }

  /** By which endpoint the peer replicates. */
  enum Endpoint {
    HALITES(Optional.of(NaturalKeysEndpoint.class.getName())),
    HBASES(Optional.empty());

    private final Optional<String> className;

    Endpoint(Optional<String> className) {
      this.className = className;
    }

    Optional<String> className() {
      return className;
    }
  }

  /** Every combination. */
  static List<Combination> all() {
    List<Combination> all = new ArrayList<>();
    for (Pair pair : Pair.values()) {
      for (Halite halite : Halite.values()) {
        for (Endpoint endpoint : Endpoint.values()) {
          for (boolean serial : new boolean[] {false, true}) {
            all.add(new Combination(pair, halite, endpoint, serial));
          }
        }
      }
    }
    return all;
  }

  /** What must become of it. */
  Outcome expected() {
    if (pair.source.isPresent() && !halite.isOnSource()) {
      return Outcome.NO_SOURCE_TABLE;
    }
    if (pair.sink.isPresent() && !halite.isOnSink()) {
      return Outcome.NO_SINK_TABLE;
    }
    if (endpoint == Endpoint.HALITES && !halite.isOnSource()) {
      return Outcome.NO_PEER;
    }
    return pair.source.isPresent() && endpoint == Endpoint.HBASES
        ? Outcome.WRITES_REFUSED
        : Outcome.NATURAL_ROWS;
  }

  /** The tables, of a name of their own. */
  TwinTables twins() {
    return TwinTables.of(
        pair.name().toLowerCase(Locale.ROOT) + "-" + peer(), pair.source, pair.sink);
  }

  /** The peer, which replicates the tables of all pairs. */
  String peer() {
    return "%s_%s%s"
        .formatted(halite, endpoint, isSerial ? "_serial" : "")
        .toLowerCase(Locale.ROOT);
  }

  @Override
  public String toString() {
    return "%s, Halite %s, endpoint %s%s: %s"
        .formatted(pair, halite, endpoint, isSerial ? ", serial" : "", expected())
        .toLowerCase(Locale.ROOT)
        .replace('_', ' ');
  }
}
