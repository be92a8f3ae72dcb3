package io.halite.it.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.coprocessor.door.DoorCounts;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.RegionChurn.Step;
import io.halite.it.door.DoorCluster;
import io.halite.it.door.SharedDoorCluster;
import io.halite.it.oracle.Population.Kind;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A salted table whose requests enter through many doors answers as its plain twin. */
@ExtendWith(SharedDoorCluster.class)
class DoorOracleIT {
  private final EmbeddedCluster cluster;

  DoorOracleIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  @Test
  void itAnswersAsItsPlainTwinWhenGuestsServe() throws Exception {
    long before = DoorCluster.sum(cluster, DoorCounts::served);
    OracleRuns.still(cluster, new OracleSettings(16, 300, 12, 30, 1, true));
    assertThat(DoorCluster.counts(cluster))
        .allSatisfy(door -> assertThat(door.served()).isPositive());
    assertThat(DoorCluster.sum(cluster, DoorCounts::served)).isGreaterThan(before + 100);
  }

  @Tag("wide")
  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"hash(unit) % 4", "hash(*) % 4"})
  void newestRowsAreThoseOfThePlainTwinWhenGuestsServe(String salt) throws Exception {
    long before = DoorCluster.sum(cluster, DoorCounts::served);
    assertThat(OracleRuns.newest(cluster, salt, 250, Clients.BARE).missing())
        .doesNotContain(Kind.NEWEST, Kind.NEWEST_BY_CLIENT);
    assertThat(DoorCluster.sum(cluster, DoorCounts::served)).isGreaterThan(before + 50);
  }

  @Test
  void itAnswersAsItsPlainTwinWhileGatewaysAndGuestsMove() throws Exception {
    long before = DoorCluster.sum(cluster, DoorCounts::served);
    OracleSettings settings = new OracleSettings(16, 180, 12, 30, 1, false);
    OracleRuns.moving(cluster, "moving", settings, 50, List.of(Step.SPLIT, Step.MERGE, Step.MOVE));
    assertThat(DoorCluster.sum(cluster, DoorCounts::served)).isGreaterThan(before + 50);
  }
}
