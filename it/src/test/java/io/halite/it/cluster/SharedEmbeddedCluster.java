package io.halite.it.cluster;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;

/**
 * An {@link EmbeddedCluster} that test classes share. The tables that a class has left are dropped
 * when it has ended, so that the next one finds none.
 */
public abstract class SharedEmbeddedCluster extends ClusterOfRun<EmbeddedCluster> {
  private static final long DROP_SECONDS = 60;

  /** One cluster for all test classes that this very extension class is registered for. */
  protected SharedEmbeddedCluster(Start<EmbeddedCluster> start) {
    super(EmbeddedCluster.class, start);
  }

  @Override
  protected final boolean runs(EmbeddedCluster cluster) {
    return cluster.hasMaster();
  }

  @Override
  protected final void clear(EmbeddedCluster cluster) throws Exception {
    try (Admin admin = cluster.connection().getAdmin()) {
      List<TableName> left = Arrays.asList(admin.listTableNames());
      List<TableName> enabled = new ArrayList<>(left);
      for (TableName table : left) {
        if (admin.isTableDisabled(table)) {
          enabled.remove(table);
        }
      }
      forAll(enabled, admin::disableTableAsync);
      forAll(left, admin::deleteTableAsync);
    }
  }

  private interface Change {
    Future<Void> begin(TableName table) throws Exception;
  }

  /** Changes all tables at once. */
  private static void forAll(List<TableName> tables, Change change) throws Exception {
    List<Future<Void>> changes = new ArrayList<>();
    for (TableName table : tables) {
      changes.add(change.begin(table));
    }
    for (Future<Void> each : changes) {
      each.get(DROP_SECONDS, TimeUnit.SECONDS);
    }
  }
}
