package io.halite.it.rights;

import io.halite.it.cluster.EmbeddedCluster;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.security.access.AccessControlClient;
import org.apache.hadoop.hbase.security.access.AccessController;
import org.apache.hadoop.hbase.security.access.Permission.Action;

/** The same rights on each table, and the wait until every region knows them. */
record Grants(EmbeddedCluster cluster) {
  private static final long PATIENCE_MILLIS = 60_000;

  void on(List<TableName> tables) throws Exception {
    for (TableName table : tables) {
      for (Actor actor : Actor.values()) {
        if (actor.grant().isPresent()) {
          grant(table, actor.grant().get());
        }
      }
      // The last one: a region that knows it knows those before.
      grant(table, new Actor.Grant(Clients.OPENER, "", "", List.of(Action.READ)));
    }
    for (TableName table : tables) {
      await(table);
    }
  }

  private void grant(TableName table, Actor.Grant grant) throws Exception {
    try {
      AccessControlClient.grant(
          cluster.connection(),
          table,
          grant.user(),
          grant.familyBytes(),
          grant.qualifierBytes(),
          grant.actions().toArray(Action[]::new));
    } catch (Exception e) {
      throw e;
    } catch (Throwable e) {
      throw new IOException("grant " + grant + " on " + table, e);
    }
  }

  private void await(TableName table) throws Exception {
    User opener = User.createUserForTesting(cluster.configuration(), Clients.OPENER, new String[0]);
    cluster
        .utility()
        .waitFor(
            PATIENCE_MILLIS,
            10,
            () -> {
              for (HRegion region : cluster.utility().getMiniHBaseCluster().getRegions(table)) {
                AccessController judge =
                    region.getCoprocessorHost().findCoprocessor(AccessController.class);
                if (!judge.getAuthManager().authorizeUserTable(opener, table, Action.READ)) {
                  return false;
                }
              }
              return true;
            });
  }
}
