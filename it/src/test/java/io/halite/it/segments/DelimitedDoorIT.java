package io.halite.it.segments;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.door.SharedDoorCluster;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Conditions on segments behind delimiters, through the doors of a cluster. */
@ExtendWith(SharedDoorCluster.class)
class DelimitedDoorIT {
  @Test
  void questionsThroughDoorsFindWhatAClientSideCheckFinds(EmbeddedCluster cluster)
      throws Exception {
    try (EventTable events = EventTable.create(cluster, "hash(event) % 4", false)) {
      events.askAll(cluster.connection());
    }
  }
}
