package io.halite.it.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.oracle.RegionMover.Step;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs of the oracle between a salted table and a plain twin, and what each must have met. */
final class OracleRuns {
  /** Operations of a run that meets all kinds of keys and bounds. */
  private static final int LONG_ENOUGH = 1000;

  private OracleRuns() {}

  /** A run on regions that stay as they are. */
  static void still(EmbeddedCluster cluster, OracleSettings settings) throws Exception {
    try (Oracle oracle =
        Oracle.create(cluster, name("oracle", settings), spec(settings), settings)) {
      oracle.run();
      if (settings.operations() >= LONG_ENOUGH) {
        assertPopulated(oracle);
      }
      StoredRows.of(cluster, oracle.saltedName(), oracle.plainName())
          .assertSpreadOver(settings.buckets());
    }
  }

  /**
   * A run while the regions of both twins are split, merged, moved and flushed.
   *
   * @param restMillis how long between two of these
   * @param steps which of them the run must have met
   */
  static void moving(
      EmbeddedCluster cluster, OracleSettings settings, long restMillis, List<Step> steps)
      throws Exception {
    try (Oracle oracle =
        Oracle.create(cluster, name("moving", settings), spec(settings), settings)) {
      RegionMover mover =
          new RegionMover(
              cluster,
              List.of(oracle.saltedName(), oracle.plainName()),
              oracle.keys(),
              oracle.seed(),
              restMillis);
      Thread thread = new Thread(mover, "region mover");
      thread.start();
      try {
        oracle.run();
      } finally {
        mover.stop();
        thread.join(TimeUnit.MINUTES.toMillis(2));
        System.out.println("region mover: " + mover);
      }
      if (settings.operations() >= LONG_ENOUGH) {
        assertPopulated(oracle);
      }
      assertThat(Arrays.stream(Step.values()).mapToInt(mover::done).sum()).isPositive();
      for (Step step : steps) {
        assertThat(mover.done(step)).as("%s in %s", step, mover).isPositive();
      }
    }
  }

  private static void assertPopulated(Oracle oracle) {
    assertThat(oracle.gateways().fewest())
        .as("the fewest requests of any gateway: %s", oracle.gateways())
        .isPositive();
    assertThat(oracle.population().missing()).as("%s", oracle.population()).isEmpty();
    assertThat(oracle.population().thinParts()).as("%s", oracle.population()).isZero();
  }

  private static String name(String kind, OracleSettings settings) {
    return kind + '-' + settings.buckets();
  }

  private static String spec(OracleSettings settings) {
    return "key=row:*,salt=hash(*) % " + settings.buckets();
  }
}
