package io.halite.it.salted;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.TestTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Future;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.master.RegionPlan;
import org.apache.hadoop.hbase.master.assignment.AssignmentManager;

/** Three salted tables of 6 buckets, on a cluster of three region servers. */
final class BalancedTables {
  private final EmbeddedCluster cluster;
  private final Admin admin;
  private final List<TestTable> tables = new ArrayList<>();

  BalancedTables(EmbeddedCluster cluster) throws IOException {
    this.cluster = cluster;
    this.admin = cluster.connection().getAdmin();
  }

  /** How many regions of each table each server has. */
  List<List<Integer>> placed() throws Exception {
    List<List<Integer>> placed = new ArrayList<>();
    for (TestTable table : tables) {
      List<Integer> each = new ArrayList<>();
      for (ServerName server : admin.getRegionServers().stream().sorted().toList()) {
        each.add(
            (int)
                admin.getRegions(server).stream()
                    .filter(region -> region.getTable().equals(table.name()))
                    .count());
      }
      placed.add(each);
    }
    return placed;
  }

  /** Moves all buckets of each to one server, another one for each table. */
  void eachOnOneServer() throws Exception {
    while (tables.size() < 3) {
      tables.add(
          TestTable.numbered("balanced")
              .salted("key=row:*,salt=hash(*) % 6")
              .splitBuckets()
              .create(cluster));
    }
    // A new master balances by itself soon, and what it has begun to move may go on meanwhile.
    boolean on = admin.balancerSwitch(false, true);
    try {
      cluster
          .utility()
          .waitFor(
              60_000,
              () -> {
                cluster.utility().waitUntilNoRegionsInTransition();
                moveAll();
                cluster.utility().waitUntilNoRegionsInTransition();
                return placed().stream().allMatch(each -> Set.copyOf(each).equals(Set.of(0, 6)));
              });
    } finally {
      admin.balancerSwitch(on, true);
    }
  }

  private void moveAll() throws Exception {
    List<ServerName> servers = admin.getRegionServers().stream().sorted().toList();
    AssignmentManager assignments =
        cluster.utility().getMiniHBaseCluster().getMaster().getAssignmentManager();
    List<Future<byte[]>> moves = new ArrayList<>();
    for (int i = 0; i < tables.size(); i++) {
      for (RegionInfo region : admin.getRegions(tables.get(i).name())) {
        ServerName from = assignments.getRegionStates().getRegionServerOfRegion(region);
        if (!from.equals(servers.get(i))) {
          moves.add(assignments.moveAsync(new RegionPlan(region, from, servers.get(i))));
        }
      }
    }
    for (Future<byte[]> move : moves) {
      move.get();
    }
  }

  /** Runs the balancer until each server has 2 regions of each table. */
  void awaitSpread() throws Exception {
    cluster
        .utility()
        .waitFor(
            60_000,
            () -> {
              admin.balance();
              cluster.utility().waitUntilNoRegionsInTransition();
              return placed().stream().allMatch(each -> Set.copyOf(each).equals(Set.of(2)));
            });
  }

  /** Drops them; the next ones are placed by the balancer of now. */
  void drop() throws Exception {
    for (TestTable table : tables) {
      TestTable.drop(admin, table.name());
    }
    tables.clear();
  }
}
