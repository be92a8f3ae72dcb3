package io.halite.coprocessor.master;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.replication.ReplicationPeerDescription;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.util.FutureUtils;

/**
 * What the master reads as itself: who may alter a table need not be one who may list peers, or see
 * the descriptor of the table of its index.
 *
 * @param connection of the master, which stays open
 */
record MasterReads(Connection connection) implements PeerRules.Peers, SpecRules.OtherTables {
  private interface Reading<T> {
    T from(Admin admin) throws IOException;
  }

  @Override
  public List<ReplicationPeerDescription> all() throws IOException {
    return read(Admin::listReplicationPeers);
  }

  @Override
  public Optional<TableDescriptor> descriptor(TableName name) throws IOException {
    return read(
        admin -> {
          // Here, since runAsLoginUser wraps what it throws.
          try {
            return Optional.of(admin.getDescriptor(name));
          } catch (TableNotFoundException e) {
            return Optional.empty();
          }
        });
  }

  /** On a thread of its own, since the master takes what its handler calls for its user's call. */
  private <T> T read(Reading<T> reading) throws IOException {
    return FutureUtils.get(
        CompletableFuture.supplyAsync(
            () -> readHere(reading), task -> new Thread(task, "halite-master-reads").start()));
  }

  private <T> T readHere(Reading<T> reading) {
    try (Admin admin = connection.getAdmin()) {
      return User.runAsLoginUser(() -> reading.from(admin));
    } catch (IOException e) {
      throw new CompletionException(e);
    }
  }
}
