package io.halite.coprocessor.host;

import java.util.Optional;
import java.util.function.Predicate;
import org.apache.hadoop.hbase.regionserver.HRegionServer;
import org.apache.hadoop.hbase.regionserver.OnlineRegions;
import org.apache.hadoop.hbase.regionserver.ReplicationSourceService;
import org.apache.hadoop.hbase.replication.ReplicationPeer;
import org.apache.hadoop.hbase.replication.ReplicationPeerConfig;
import org.apache.hadoop.hbase.replication.ReplicationPeers;
import org.apache.hadoop.hbase.replication.regionserver.RegionReplicaReplicationEndpoint;

/** The replication peers, as this server knows them: no question goes to another. Thread-safe. */
public final class ServerPeers {
  private final Optional<OnlineRegions> server;

  /** The peers that {@code server} replicates to; without a server, none. */
  public ServerPeers(Optional<OnlineRegions> server) {
    this.server = server;
  }

  /** The id of a peer with such a configuration; the peer of region replicas is none. */
  public Optional<String> first(Predicate<ReplicationPeerConfig> such) {
    return service()
        .map(service -> service.getReplicationManager().getReplicationPeers())
        .flatMap(peers -> first(peers, such));
  }

  private static Optional<String> first(
      ReplicationPeers peers, Predicate<ReplicationPeerConfig> such) {
    return peers.getAllPeerIds().stream()
        .filter(id -> matches(Optional.ofNullable(peers.getPeer(id)), such))
        .findFirst();
  }

  private static boolean matches(
      Optional<? extends ReplicationPeer> peer, Predicate<ReplicationPeerConfig> such) {
    return peer.map(ReplicationPeer::getPeerConfig)
        .filter(config -> !isOfReplicas(config))
        .filter(such)
        .isPresent();
  }

  /** Whether this is the peer by which HBase fills region replicas, in the same cluster. */
  public static boolean isOfReplicas(ReplicationPeerConfig peer) {
    return RegionReplicaReplicationEndpoint.class
        .getName()
        .equals(peer.getReplicationEndpointImpl());
  }

  /** Empty on a server that does not replicate, such as a master. */
  private Optional<ReplicationSourceService> service() {
    return server
        .filter(HRegionServer.class::isInstance)
        .map(regions -> ((HRegionServer) regions).getReplicationSourceService());
  }
}
