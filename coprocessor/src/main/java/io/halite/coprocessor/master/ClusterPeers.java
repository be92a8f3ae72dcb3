package io.halite.coprocessor.master;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.replication.ReplicationPeerDescription;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.util.FutureUtils;

/**
 * The replication peers, which the master reads as itself: who may alter a table need not be one
 * who may list peers.
 *
 * @param connection of the master, which stays open
 */
record ClusterPeers(Connection connection) implements PeerRules.Peers {
  /** On a thread of its own, since the master takes what its handler calls for its user's call. */
  @Override
  public List<ReplicationPeerDescription> all() throws IOException {
    return FutureUtils.get(
        CompletableFuture.supplyAsync(
            this::read, reading -> new Thread(reading, "halite-peers").start()));
  }

  private List<ReplicationPeerDescription> read() {
    try (Admin admin = connection.getAdmin()) {
      return User.runAsLoginUser(admin::listReplicationPeers);
    } catch (IOException e) {
      throw new CompletionException(e);
    }
  }
}
