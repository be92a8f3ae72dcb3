package io.halite.it.replication;

import io.halite.coprocessor.replication.NaturalKeysEndpoint;
import io.halite.keys.Salt;
import io.halite.keys.SaltingSpec;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/** One row of the matrix: two tables, where Halite is, by which endpoint they are replicated. */
record Combination(Pair pair, Halite halite, Endpoint endpoint, boolean isSerial) {
  private static final Optional<String> PLAIN = Optional.empty();
  private static final Optional<String> TWO = Optional.of("key=row:*,salt=hash(*) % 2");
  private static final Optional<String> THREE = Optional.of("key=row:*,salt=hash(*) % 3");
  private static final Optional<String> RANDOM = Optional.of("key=row:*,salt=random % 2");
  private static final Optional<String> DICE = Optional.of("key=row:*,salt=random % 12 digits");
  private static final Optional<String> INDEXED =
      Optional.of("key=row:*,salt=hash(*) % 2,index=byValue(f:q)");

  /** The specs of the two tables. */
  enum Pair {
    PLAIN_TO_PLAIN(PLAIN, PLAIN),
    PLAIN_TO_SALTED(PLAIN, TWO),
    SALTED_TO_PLAIN(TWO, PLAIN),
    SALTED_TO_SAME_SALT(TWO, TWO),
    SALTED_TO_OTHER_SALT(TWO, THREE),
    PLAIN_TO_RANDOM(PLAIN, RANDOM),
    RANDOM_TO_PLAIN(RANDOM, PLAIN),
    SALTED_TO_RANDOM(TWO, RANDOM),
    RANDOM_TO_SALTED(RANDOM, TWO),
    RANDOM_TO_OTHER_RANDOM(RANDOM, DICE),
    PLAIN_TO_INDEXED(PLAIN, INDEXED),
    INDEXED_TO_PLAIN(INDEXED, PLAIN),
    INDEXED_TO_OTHER_SALT(INDEXED, THREE),
    SALTED_TO_INDEXED(THREE, INDEXED),
    RANDOM_TO_INDEXED(RANDOM, INDEXED);

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

  /**
   * A sample: each pair with Halite where it is needed, and each refusal.
   *
   * @param seed the same sample for the same seed
   */
  static List<Combination> drawn(long seed) {
    List<Combination> shuffled = all();
    Collections.shuffle(shuffled, new Random(seed));
    Set<Object> met = new HashSet<>();
    return shuffled.stream()
        .filter(
            each -> met.add(each.expected() == Outcome.NATURAL_ROWS ? each.pair : each.expected()))
        .toList();
  }

  /** Whether VerifyReplication can run at the source. */
  boolean isVerifiable() {
    return halite.isOnSource && endpoint == Endpoint.HALITES;
  }

  boolean isSinkIndexed() {
    return pair.sink.equals(INDEXED);
  }

  /** Whether a row of the source lies in one place, so that it takes every kind of write. */
  boolean takesEveryWrite() {
    return isSinglePlace(pair.source);
  }

  /** Whether each table shows deleted cells and delete markers as the other one does. */
  boolean showsDeletedCells() {
    return isSinglePlace(pair.source) && isSinglePlace(pair.sink);
  }

  private static boolean isSinglePlace(Optional<String> spec) {
    return spec.map(SaltingSpec::parse).map(SaltingSpec::salt).stream()
        .allMatch(Salt::isSinglePlace);
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
