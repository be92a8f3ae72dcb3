package io.halite.coprocessor.master;

import io.halite.coprocessor.SaltingObserver;
import io.halite.coprocessor.host.ServerPeers;
import io.halite.coprocessor.replication.ReplicatedFamilies;
import io.halite.coprocessor.table.TableSetting;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.replication.ReplicationPeerConfig;
import org.apache.hadoop.hbase.replication.ReplicationPeerDescription;

/**
 * Which replication peers may be added, how a peer may change, and which tables may come to one: no
 * salted table is to come to a peer that would miss its rows, since the table would refuse writes
 * from then on.
 *
 * <p>A peer may miss a table already, such as one that was salted without this rule. A change of
 * that peer, or of that table, is refused only if it has the peer miss another family than before,
 * so that the peer can lose its tables one by one. Immutable and thread-safe.
 */
final class PeerRules {
  private static final ReplicationPeerConfig EVERYTHING =
      ReplicationPeerConfig.newBuilder().build();

  private final Configuration conf;

  /** The replication peers of this cluster. */
  interface Peers {
    /** Reads them. */
    List<ReplicationPeerDescription> all() throws IOException;
  }

  PeerRules(Configuration conf) {
    this.conf = conf;
  }

  /**
   * Refuses a new peer that would miss a salted table.
   *
   * @param tables all tables of the cluster
   */
  void checkAddition(String id, ReplicationPeerConfig peer, List<TableDescriptor> tables)
      throws DoNotRetryIOException {
    for (TableDescriptor table : tables) {
      if (!missed(peer, table).isEmpty()) {
        throw ReplicatedFamilies.refusal(
            id,
            table.getTableName(),
            "add it" + ReplicatedFamilies.SUCH_A_PEER + ", or exclude the table from the peer");
      }
    }
  }

  /**
   * Refuses a change by which a peer would miss a family of a salted table that it did not miss
   * before.
   *
   * @param tables all tables of the cluster
   */
  void checkUpdate(
      String id,
      ReplicationPeerConfig before,
      ReplicationPeerConfig after,
      List<TableDescriptor> tables)
      throws DoNotRetryIOException {
    for (TableDescriptor table : tables) {
      if (!missed(before, table).containsAll(missed(after, table))) {
        throw ReplicatedFamilies.refusal(
            id,
            table.getTableName(),
            "leave the table out of the update, or remove the peer and add it"
                + ReplicatedFamilies.SUCH_A_PEER);
      }
    }
  }

  /**
   * Refuses a new table, or a change of one, by which a peer would miss a family that it did not
   * miss before.
   *
   * @param before the table's descriptor; empty for a new table
   * @param peers read only if there is such a family for a peer of another endpoint
   */
  void checkTable(Optional<TableDescriptor> before, TableDescriptor after, Peers peers)
      throws IOException {
    if (missed(EVERYTHING, after).isEmpty()) {
      return;
    }
    for (ReplicationPeerDescription peer : peers.all()) {
      ReplicationPeerConfig config = peer.getPeerConfig();
      Set<String> already = before.map(table -> missed(config, table)).orElse(Set.of());
      if (!already.containsAll(missed(config, after))) {
        throw ReplicatedFamilies.refusal(
            peer.getPeerId(), after.getTableName(), ReplicatedFamilies.ANOTHER_PEER);
      }
    }
  }

  private Set<String> missed(ReplicationPeerConfig peer, TableDescriptor table) {
    return isSalted(table) && !ServerPeers.isOfReplicas(peer)
        ? ReplicatedFamilies.missed(peer, table)
        : Set.of();
  }

  private boolean isSalted(TableDescriptor table) {
    return TableSetting.read(table, conf, SaltingObserver.class)
        .table()
        .filter(of -> !of.isPlain())
        .isPresent();
  }
}
