package io.halite.it.oracle;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.RegionChurn.Step;
import io.halite.it.cluster.SharedCluster;
import java.util.List;
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
    OracleRuns.moving(cluster, "moving", SETTINGS, 50, List.of(Step.values()));
  }

  @Test
  void aSaltedTableAnswersThroughPlugInsAsItsPlainTwinWhileRegionsSplitMergeAndMove()
      throws Exception {
    OracleRuns.moving(
        cluster, "moving-plugin", SETTINGS.by(Clients.PLUG_INS), 50, List.of(Step.values()));
  }
}
