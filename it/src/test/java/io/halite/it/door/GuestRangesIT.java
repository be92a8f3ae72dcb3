package io.halite.it.door;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.client.operate.Explanation;
import io.halite.client.operate.SaltedTableOperations;
import io.halite.coprocessor.door.DoorCounts;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.routing.endpoint.RegionFacts;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Guests at doors do not read regions between the ranges of branches either. */
@Tag("wide")
@ExtendWith(SharedDoorCluster.class)
class GuestRangesIT {
  private static final List<String> QUERIES =
      List.of(
          "@0:3 = k00 and @4:1 = 1 or @0:3 = k08",
          "@0:3 in (k00) and not (@4:1 in (0) or @4:1 = 2..4) or @0:3 = k08",
          "@#7E = k00 and @#7E+0:1 = 1 or @#7E = k08",
          "@#7E = k00 and (@#7E+0:1 = 1 or @#7E+0:1 = 7) or not (@#7E < k08 or @#7E > k08)");

  @Test
  void regionsBetweenTheRangesOfBranchesAreNotRead(EmbeddedCluster cluster) throws Exception {
    List<String> keys = new ArrayList<>();
    for (int unit = 0; unit < 12; unit++) {
      for (int i = 0; i < 5; i++) {
        keys.add("k%02d~%d".formatted(unit, i));
      }
    }
    try (PlacedTable placed =
            PlacedTable.create(
                cluster,
                plan -> {
                  for (byte bucket = 0; bucket < 4; bucket++) {
                    for (String border : List.of("k02", "k05", "k07", "k09")) {
                      plan.splits(Bytes.add(new byte[] {bucket}, Bytes.toBytes(border)));
                    }
                  }
                });
        PlacedClients clients = new PlacedClients(cluster, placed)) {
      placed.table().put(keys);
      Polling.until(
          "doors serve the clients",
          () -> {
            clients.put();
            return clients.areRedirected();
          });
      for (String query : QUERIES) {
        check(query, keys, placed, clients, cluster);
      }
    }
  }

  private static void check(
      String query,
      List<String> keys,
      PlacedTable placed,
      PlacedClients clients,
      EmbeddedCluster cluster)
      throws Exception {
    SaltedTableOperations operations =
        SaltedTableOperations.of(cluster.connection(), placed.table().name());
    Explanation explanation = operations.explain(new Scan(), query);
    List<RegionFacts> before = operations.facts();
    long served = DoorCluster.sum(cluster, DoorCounts::served);
    for (boolean reversed : new boolean[] {false, true}) {
      List<String> expected = new ArrayList<>(keys.subList(40, 45));
      expected.add(0, keys.get(1));
      if (reversed) {
        Collections.reverse(expected);
      }
      Scan scan = SaltedTableOperations.withQuery(new Scan().setReversed(reversed), query);
      assertThat(clients.scan(scan)).containsExactly(expected);
    }
    assertThat(DoorCluster.sum(cluster, DoorCounts::served)).isGreaterThan(served);
    List<RegionFacts> after = operations.facts();
    int spared = 0;
    for (int i = 0; i < before.size(); i++) {
      String rows = before.get(i).rows().toString();
      // Servers probe doors by reads of other regions.
      if (rows.matches("\\[0[0-3] 6B 30 3[25].*")) {
        assertThat(explanation.asked()).noneMatch(region -> region.rows().toString().equals(rows));
        assertThat(after.get(i).reads()).as(rows).isEqualTo(before.get(i).reads());
        spared++;
      }
    }
    assertThat(spared).as("regions between both units, in each bucket").isEqualTo(8);
  }
}
