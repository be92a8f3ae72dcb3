package io.halite.it.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.oracle.RegionMover.Step;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A salted table answers as its plain twin while the regions of both are split, merged, moved. */
@ExtendWith(SharedCluster.class)
class OracleUnderMovesFire {
  private static final OracleSettings SETTINGS = new OracleSettings(16, 4000, 10, 30, 1, false);

  private final EmbeddedCluster cluster;

  OracleUnderMovesFire(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  @Test
  void aSaltedTableAnswersAsItsPlainTwinWhileRegionsSplitMergeAndMove() throws Exception {
    try (Oracle oracle =
        Oracle.create(cluster, "moving", "key=row:*,salt=hash(*) % 16", SETTINGS)) {
      RegionMover mover =
          new RegionMover(
              cluster,
              List.of(oracle.saltedName(), oracle.plainName()),
              oracle.keys(),
              oracle.seed());
      Thread thread = new Thread(mover, "region mover");
      thread.start();
      try {
        oracle.run();
      } finally {
        mover.stop();
        thread.join(TimeUnit.MINUTES.toMillis(2));
        System.out.println("region mover: " + mover);
      }
      for (Step step : Step.values()) {
        assertThat(mover.done(step)).as("%s in %s", step, mover).isPositive();
      }
    }
  }
}
