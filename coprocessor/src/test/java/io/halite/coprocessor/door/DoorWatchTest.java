package io.halite.coprocessor.door;

import static io.halite.coprocessor.door.Doors.HERE;
import static io.halite.coprocessor.door.Doors.others;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.apache.hadoop.hbase.ServerName;
import org.junit.jupiter.api.Test;

class DoorWatchTest {
  private static Set<ServerName> cluster(int servers) {
    Set<ServerName> cluster = new HashSet<>(others(servers - 1));
    cluster.add(HERE);
    return cluster;
  }

  @Test
  void inASmallClusterEveryOtherServerMayBeADoor() {
    assertThat(DoorWatch.candidates(cluster(32), HERE, 7))
        .containsExactlyInAnyOrderElementsOf(others(31));
    assertThat(DoorWatch.candidates(cluster(1), HERE, 7)).isEmpty();
  }

  @Test
  void inALargeClusterAGatewayRegionHasThirtyTwoDoorsWithItsOwnServer() {
    assertThat(DoorWatch.candidates(cluster(33), HERE, 7)).hasSize(31).doesNotContain(HERE);
    assertThat(DoorWatch.candidates(cluster(1_000), HERE, 7)).hasSize(31).doesNotContain(HERE);
  }

  @Test
  void gatewayRegionsOfOneServerUseDifferentDoors() {
    Set<ServerName> used = new HashSet<>();
    for (int number = 0; number < 64; number++) {
      used.addAll(DoorWatch.candidates(cluster(1_000), HERE, number * 0x4000000));
    }
    assertThat(used).hasSizeGreaterThan(500);
  }
}
