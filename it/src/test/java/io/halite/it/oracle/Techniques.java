package io.halite.it.oracle;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.keys.SaltingSpec;
import io.halite.keys.Segment;

/** The oracle over tables of any technique, with keys that fit its layout. */
public final class Techniques {
  private Techniques() {}

  /**
   * Runs random operations on a table of the technique and on a plain twin, and looks into the
   * store at the end.
   *
   * @param buckets how many of the first byte values have regions of their own
   */
  public static void run(EmbeddedCluster cluster, String arguments, int buckets, int operations)
      throws Exception {
    SaltingSpec spec = SaltingSpec.parse(arguments);
    OracleSettings settings =
        new OracleSettings(
            buckets,
            operations,
            5,
            30,
            shortest(spec),
            KeyForm.of(spec),
            spec.salt().hasOneHome(),
            true);
    String name = "technique-" + spec.toString().replaceAll("[^A-Za-z0-9]+", "-");
    try (Oracle oracle = Oracle.create(cluster, name, arguments, settings)) {
      oracle.run();
      StoredRows stored = StoredRows.of(cluster, oracle.saltedName(), oracle.plainName());
      stored.assertStoredUnder(spec.salt());
    }
  }

  /** No fuzzy pattern is longer than the shortest key. */
  private static int shortest(SaltingSpec spec) {
    boolean fixed =
        spec.layout().segments().stream()
            .allMatch(segment -> segment.kind() == Segment.Kind.FIXED || segment.width() == 0);
    return fixed ? Math.min(4, spec.layout().minimumLength()) : 1;
  }
}
