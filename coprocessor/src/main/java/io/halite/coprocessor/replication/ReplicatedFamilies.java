package io.halite.coprocessor.replication;

import io.halite.coprocessor.host.ServerPeers;
import io.halite.keys.RowKeyException;
import io.halite.routing.table.SaltedTable;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.replication.ReplicationPeerConfig;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.wal.WALEdit;
import org.apache.hadoop.hbase.wal.WALKey;
import org.apache.hadoop.hbase.wal.WALKeyImpl;

/**
 * The replicated families of one region of a salted table.
 *
 * <p>Stored keys never leave the cluster. Each edit goes to the WAL without HBase's replication
 * scopes, so that HBase's endpoints skip it, and with a {@link StoredEdit}, by which {@link
 * NaturalKeysEndpoint} ships it under natural keys. While a peer with another endpoint is to
 * receive the table, which would so miss its rows, writes are refused. Thread-safe.
 */
public final class ReplicatedFamilies {
  /** How a peer is added that receives all rows. */
  public static final String SUCH_A_PEER =
      " with ENDPOINT_CLASSNAME => '" + NaturalKeysEndpoint.class.getName() + "'";

  /** What to do where a table that is there, or is to be, comes to a peer of another endpoint. */
  public static final String ANOTHER_PEER =
      "remove the peer and add it" + SUCH_A_PEER + ", or exclude the table from the peer";

  private static final String BULK_LOADS = HConstants.REPLICATION_BULKLOAD_ENABLE_KEY;

  private final SaltedTable table;
  private final ServerPeers peers;
  private final Configuration site;
  private final NavigableMap<byte[], Integer> scopes = new TreeMap<>(Bytes.BYTES_COMPARATOR);
  private final byte[] attribute;

  /**
   * The families of {@code descriptor} that have a replication scope.
   *
   * @param site the region server's configuration
   */
  public ReplicatedFamilies(
      SaltedTable table, TableDescriptor descriptor, ServerPeers peers, Configuration site) {
    this.table = table;
    this.peers = peers;
    this.site = site;
    families(descriptor).forEach(family -> scopes.put(family, HConstants.REPLICATION_SCOPE_GLOBAL));
    this.attribute = new StoredEdit(table.spec(), scopes).encode();
  }

  /**
   * Marks an edit that is about to be written to the WAL.
   *
   * <p>An edit that no endpoint could read back would hold each peer up without end. So rows that
   * are not stored under the spec are refused, but for an edit that only deletes such rows: it
   * stays in this cluster, since they never reached a peer.
   */
  public void mark(WALKey key, WALEdit edit) throws DoNotRetryIOException {
    if (scopes.isEmpty()) {
      return;
    }
    if (!(key instanceof WALKeyImpl scoped)) {
      throw new DoNotRetryIOException(
          "HBase writes edits with a key of "
              + key.getClass()
              + ", which Halite cannot keep from replicating stored keys: set"
              + " REPLICATION_SCOPE => 0 (table '"
              + table.name()
              + "')");
    }
    if (isReadable(edit)) {
      scoped.addExtendedAttribute(StoredEdit.ATTRIBUTE, attribute);
    }
    scoped.clearReplicationScope();
  }

  /** Whether all rows are stored under the spec; false if none is and all are deleted. */
  private boolean isReadable(WALEdit edit) throws DoNotRetryIOException {
    Optional<Cell> before = Optional.empty();
    Optional<RowKeyException> wrong = Optional.empty();
    boolean right = false;
    boolean deletes = true;
    for (Cell cell : edit.getCells()) {
      if (WALEdit.isMetaEditFamily(cell)) {
        continue;
      }
      deletes &= CellUtil.isDelete(cell);
      if (before.isEmpty() || !CellUtil.matchingRows(before.get(), cell)) {
        Optional<RowKeyException> reason = table.objection(CellUtil.cloneRow(cell));
        right |= reason.isEmpty();
        wrong = wrong.or(() -> reason);
      }
      before = Optional.of(cell);
    }
    if (wrong.isPresent() && (right || !deletes)) {
      throw new DoNotRetryIOException(
          "table '"
              + table.name()
              + "' is replicated, and its peers could not read an edit of a row that is not stored"
              + " under its spec: "
              + wrong.get().getMessage(),
          wrong.get());
    }
    return wrong.isEmpty();
  }

  /** Refuses a write while a peer would miss it. */
  public void requirePeers() throws DoNotRetryIOException {
    if (scopes.isEmpty()) {
      return;
    }
    Optional<String> other =
        peers.first(
            peer -> scopes.keySet().stream().anyMatch(f -> isMissed(peer, table.name(), f)));
    if (other.isPresent()) {
      throw refusal(other.get(), table.name(), ANOTHER_PEER);
    }
  }

  /**
   * Returns the refusal of a peer.
   *
   * @param cure what to do with the peer
   */
  public static DoNotRetryIOException refusal(String peer, TableName table, String cure) {
    return new DoNotRetryIOException(
        "peer '"
            + peer
            + "' is to receive table '"
            + table
            + "', but its replication endpoint would send stored keys, which its cluster could"
            + " not read: "
            + cure
            + ", or set REPLICATION_SCOPE => 0");
  }

  /** The families of a salted table that a peer is to receive, and whose rows it would miss. */
  public static Set<String> missed(ReplicationPeerConfig peer, TableDescriptor salted) {
    return families(salted).stream()
        .filter(family -> isMissed(peer, salted.getTableName(), family))
        .map(Bytes::toStringBinary)
        .collect(Collectors.toSet());
  }

  private static boolean isMissed(ReplicationPeerConfig peer, TableName table, byte[] family) {
    return !NaturalKeysEndpoint.class.getName().equals(peer.getReplicationEndpointImpl())
        && peer.needToReplicate(table, family);
  }

  private static List<byte[]> families(TableDescriptor descriptor) {
    return Arrays.stream(descriptor.getColumnFamilies())
        .filter(family -> family.getScope() == HConstants.REPLICATION_SCOPE_GLOBAL)
        .map(ColumnFamilyDescriptor::getName)
        .toList();
  }

  /**
   * Refuses a bulk load whose files HBase would send to its peers as they are, and one that another
   * cluster has replicated: its files have natural keys, which may look like stored ones.
   *
   * @param isReplicated whether another cluster has sent the files
   */
  public void requireLoadable(boolean isReplicated) throws DoNotRetryIOException {
    if (isReplicated) {
      throw new DoNotRetryIOException(
          "files that another cluster replicates have natural keys, and are not loaded into salted"
              + " table '"
              + table.name()
              + "': exclude the table from the peer there, load them here by"
              + " io.halite.client.mapreduce.SaltedBulkLoad, roll the WALs there, include the table"
              + " again when the peer is past them, and run SyncTable, since the peer passes over"
              + " every edit of an excluded table");
    }
    // Not remembered: HBase reads it at each load, and update_config may change it.
    if (!scopes.isEmpty()
        && site.getBoolean(BULK_LOADS, HConstants.REPLICATION_BULKLOAD_ENABLE_DEFAULT)) {
      throw new DoNotRetryIOException(
          "table '"
              + table.name()
              + "' is replicated, and "
              + BULK_LOADS
              + " is true: the peers would receive the files with their stored keys; set"
              + " REPLICATION_SCOPE => 0 while you load them here and there, or write the rows as a"
              + " client");
    }
  }
}
