package io.halite.it.segments;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.coprocessor.door.DoorCounts;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.door.DoorCluster;
import io.halite.it.door.SharedDoorCluster;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Conditions on segments behind delimiters, through the doors of a cluster. */
@ExtendWith(SharedDoorCluster.class)
class DelimitedDoorIT {
  private static final int MOST_ROUNDS = 20;
  private static final long FEWEST_SERVED = 30;

  private static long served(EmbeddedCluster cluster) {
    return DoorCluster.sum(cluster, DoorCounts::served);
  }

  @Test
  void questionsThroughDoorsFindWhatAClientSideCheckFinds(EmbeddedCluster cluster)
      throws Exception {
    try (EventTable events = EventTable.create(cluster, "hash(event) % 4", false)) {
      long before = served(cluster);
      // Guests serve from the second after the first request on; probes are far fewer.
      for (int i = 0; i < MOST_ROUNDS && served(cluster) < before + FEWEST_SERVED; i++) {
        events.askAll(cluster.connection());
      }
      assertThat(served(cluster)).isGreaterThanOrEqualTo(before + FEWEST_SERVED);
    }
  }
}
