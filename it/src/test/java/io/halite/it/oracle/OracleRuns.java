package io.halite.it.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.client.operate.SaltedTableOperations;
import io.halite.client.operate.Spread.Share;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.RegionChurn;
import io.halite.it.cluster.RegionChurn.Step;
import io.halite.it.oracle.Population.Kind;
import io.halite.keys.SaltingSpec;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.util.Bytes;

/** Runs of the oracle between a salted table and a plain twin, and what each must have met. */
final class OracleRuns {
  private static final int FEWEST_REGIONS = 12;
  private static final int MOST_REGIONS = 40;
  private static final int MOST_POINTS = 50;
  private static final Duration LONGEST = Duration.ofMinutes(30);

  /** How many of the first byte values have regions of their own, whatever the salt. */
  private static final int BUCKETS_OF_ANY_SALT = 4;

  private OracleRuns() {}

  /** How long a run is. */
  private interface Length {
    void run(Oracle oracle) throws Exception;
  }

  /** A run on regions that stay as they are. */
  static void still(EmbeddedCluster cluster, OracleSettings settings) throws Exception {
    still(cluster, "oracle", settings);
  }

  /**
   * The same.
   *
   * @param kind the first word of the tables' names
   */
  static void still(EmbeddedCluster cluster, String kind, OracleSettings settings)
      throws Exception {
    still(cluster, kind, settings, Oracle::run);
  }

  private static void still(
      EmbeddedCluster cluster, String kind, OracleSettings settings, Length length)
      throws Exception {
    try (Oracle oracle = Oracle.create(cluster, name(kind, settings), spec(settings), settings)) {
      length.run(oracle);
      Demands.assertMet(oracle, settings);
      assertStraight(cluster, oracle, SaltingSpec.parse(spec(settings)), settings.clients());
      StoredTwinRows.of(cluster, oracle.saltedName(), oracle.plainName())
          .assertSpreadOver(settings.buckets());
    }
  }

  /** The same on a table of any salt. */
  static void still(EmbeddedCluster cluster, SaltingSpec spec, int operations, Clients clients)
      throws Exception {
    still(cluster, "plugin", spec, settings(spec, operations, clients), Oracle::run);
  }

  /**
   * A run on a cluster with doors, which goes on until guests have served each kind of call by each
   * client.
   */
  static void atDoors(EmbeddedCluster cluster, OracleSettings settings) throws Exception {
    still(cluster, "doors", settings, oracle -> ServedCalls.run(oracle, cluster));
  }

  /** The same on a table of any salt that has doors. */
  static void atDoors(EmbeddedCluster cluster, SaltingSpec spec, int operations) throws Exception {
    OracleSettings settings = settings(spec, operations, Clients.BARE);
    still(cluster, "doors", spec, settings, oracle -> ServedCalls.run(oracle, cluster));
  }

  /** The same on families of any form. */
  static void still(EmbeddedCluster cluster, SaltingSpec spec, int operations, FamilyForm families)
      throws Exception {
    OracleSettings settings = settings(spec, operations, Clients.BARE).on(families);
    still(cluster, families.toString(), spec, settings, Oracle::run);
  }

  private static void still(
      EmbeddedCluster cluster,
      String kind,
      SaltingSpec spec,
      OracleSettings settings,
      Length length)
      throws Exception {
    String name = name(kind, spec);
    try (Oracle oracle = Oracle.create(cluster, name, spec.toString(), settings)) {
      length.run(oracle);
      Demands.assertMet(oracle, settings);
      assertStraight(cluster, oracle, spec, settings.clients());
      StoredTwinRows.of(cluster, oracle.saltedName(), oracle.plainName())
          .assertStoredUnder(spec.salt());
    }
  }

  /**
   * Gateways serve less than half as many requests as there were operations, if clients with
   * plug-ins alone have sent them to a table of rows in one place. Scans in order of scattered rows
   * are theirs, so of these tables only the writes count.
   */
  private static void assertStraight(
      EmbeddedCluster cluster, Oracle oracle, SaltingSpec spec, Clients clients) throws Exception {
    List<Share> gateways =
        SaltedTableOperations.of(cluster.connection(), oracle.saltedName()).spread().gateways();
    long writes = gateways.stream().mapToLong(Share::writes).sum();
    long reads = gateways.stream().mapToLong(Share::reads).sum();
    System.out.printf(
        "oracle %s: %d reads and %d writes by gateways%n", oracle.saltedName(), reads, writes);
    if (clients == Clients.PLUG_INS && spec.salt().isSinglePlace() && spec.indexes().isEmpty()) {
      assertThat(spec.salt().keepsNaturalOrder() ? reads + writes : writes)
          .as("%d reads and %d writes by gateways", reads, writes)
          .isLessThan(oracle.ran() / 2);
    }
  }

  /**
   * A run on keys of a time, most of whose scans are for the newest rows of each key.
   *
   * @param salt the salt of keys {@code unit:2 ts:8:revtime rest:*}
   * @param operations how many operations the run has
   * @return what the run has met, and how often the salted table refused
   */
  static Outcome newest(EmbeddedCluster cluster, String salt, int operations, Clients clients)
      throws Exception {
    // A salt of suffixes needs keys of one length.
    String rest = salt.startsWith("random-suffix") ? "" : " rest:*";
    SaltingSpec spec = SaltingSpec.parse("key=unit:2 ts:8:revtime" + rest + ",salt=" + salt);
    OracleSettings settings =
        new OracleSettings(
            BUCKETS_OF_ANY_SALT,
            operations,
            30,
            60,
            1,
            new TimedKeys(spec),
            random -> TimedKeys.cuts(spec.salt()),
            spec.salt().isSinglePlace(),
            clients,
            false,
            FamilyForm.USUAL);
    String name = "newest-" + salt.replaceAll("[^A-Za-z0-9]+", "-");
    try (Oracle oracle = Oracle.create(cluster, name, spec.toString(), settings)) {
      oracle.run();
      StoredTwinRows.of(cluster, oracle.saltedName(), oracle.plainName())
          .assertStoredUnder(spec.salt());
      return new Outcome(oracle.population().missing(), oracle.twins().refused());
    }
  }

  /**
   * What a run has met.
   *
   * @param missing the kinds of operations that it lacks
   * @param refused how many operations the salted table refused where it may
   */
  record Outcome(List<Kind> missing, int refused) {}

  /**
   * A run while the regions of both twins are split, merged, moved and flushed.
   *
   * @param kind the first word of the tables' names
   * @param restMillis how long between two of these
   * @param steps which of them the run must have met
   */
  static void moving(
      EmbeddedCluster cluster,
      String kind,
      OracleSettings settings,
      long restMillis,
      List<Step> steps)
      throws Exception {
    moving(cluster, name(kind, settings), spec(settings), settings, restMillis, steps);
  }

  /** The same on a table of any salt, long enough that regions split, merge and move. */
  static void moving(EmbeddedCluster cluster, SaltingSpec spec, int operations, Clients clients)
      throws Exception {
    moving(
        cluster,
        name("moving", spec),
        spec.toString(),
        settings(spec, operations, clients),
        50,
        List.of(Step.SPLIT, Step.MERGE, Step.MOVE));
  }

  private static void moving(
      EmbeddedCluster cluster,
      String name,
      String spec,
      OracleSettings settings,
      long restMillis,
      List<Step> steps)
      throws Exception {
    try (Oracle oracle = Oracle.create(cluster, name, spec, settings)) {
      // Not the numbers of the operations, which a seed would not repeat then.
      Random points = new Random(oracle.seed());
      RegionChurn churn =
          RegionChurn.of(oracle.saltedName(), oracle.plainName())
              .seed(oracle.seed())
              .rest(Duration.ofMillis(restMillis))
              .regions(FEWEST_REGIONS, MOST_REGIONS)
              .splitAt(region -> splitPoint(points, oracle.keys().pool(), region))
              .neverBack()
              .start(cluster.configuration(), LONGEST);
      try (churn) {
        oracle.run();
      } finally {
        System.out.println(churn);
      }
      Demands.assertMet(oracle, settings);
      assertThat(churn.changes()).isPositive();
      for (Step step : steps) {
        assertThat(churn.done(step)).as("%s in %s", step, churn).isPositive();
      }
    }
  }

  /** A key of the pool, behind the region's bucket; inside the region, if one is soon found. */
  private static byte[] splitPoint(Random random, List<byte[]> pool, RegionInfo region) {
    byte[] start = region.getStartKey();
    byte[] point = start;
    for (int i = 0; i < MOST_POINTS && isNoPoint(point, region); i++) {
      byte[] key = pool.get(random.nextInt(pool.size()));
      point = start.length == 0 ? key : Bytes.add(Arrays.copyOf(start, 1), key);
    }
    return point;
  }

  private static boolean isNoPoint(byte[] point, RegionInfo region) {
    return !region.containsRow(point) || Arrays.equals(point, region.getStartKey());
  }

  private static OracleSettings settings(SaltingSpec spec, int operations, Clients clients) {
    return new OracleSettings(
        BUCKETS_OF_ANY_SALT,
        operations,
        30,
        30,
        1,
        KeyForm.of(spec),
        random -> DataKeys.NONE,
        spec.salt().isSinglePlace(),
        clients,
        false,
        FamilyForm.USUAL);
  }

  private static String name(String kind, SaltingSpec spec) {
    return kind + '-' + spec.toString().replaceAll("[^A-Za-z0-9]+", "-");
  }

  private static String name(String kind, OracleSettings settings) {
    return kind + '-' + settings.buckets();
  }

  private static String spec(OracleSettings settings) {
    return "key=row:*,salt=hash(*) % " + settings.buckets();
  }
}
