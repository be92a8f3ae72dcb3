package io.halite.it.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.coprocessor.door.DoorCounts;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.door.DoorCluster;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A salted table whose requests enter through many doors answers as its plain twin. */
class DoorOracleIT {
  private static EmbeddedCluster cluster;

  @BeforeAll
  static void start() throws Exception {
    cluster = DoorCluster.start();
  }

  @AfterAll
  static void stop() throws Exception {
    cluster.close();
  }

  @Test
  void itAnswersAsItsPlainTwinWhenGuestsServe() throws Exception {
    OracleRuns.still(cluster, new OracleSettings(16, 1000, 30, 30, 1, true));
    System.out.println("doors: " + DoorCluster.counts(cluster));
    assertThat(DoorCluster.counts(cluster))
        .allSatisfy(door -> assertThat(door.served()).isPositive());
    assertThat(DoorCluster.sum(cluster, DoorCounts::served)).isGreaterThan(500);
  }

  @Test
  void itAnswersAsItsPlainTwinWhileGatewaysAndGuestsMove() throws Exception {
    long before = DoorCluster.sum(cluster, DoorCounts::served);
    OracleSettings settings = new OracleSettings(16, 200, 20, 30, 1, false);
    OracleRuns.moving(cluster, settings, 1000, List.of());
    System.out.println("doors: " + DoorCluster.counts(cluster));
    assertThat(DoorCluster.sum(cluster, DoorCounts::served)).isGreaterThan(before + 50);
  }
}
