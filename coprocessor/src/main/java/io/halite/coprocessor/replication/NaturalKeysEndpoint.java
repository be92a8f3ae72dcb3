package io.halite.coprocessor.replication;

import org.apache.hadoop.hbase.replication.WALEntryFilter;
import org.apache.hadoop.hbase.replication.regionserver.HBaseInterClusterReplicationEndpoint;

/**
 * The replication endpoint of peers that receive rows of salted tables: HBase's own, but rows leave
 * the cluster under their natural keys.
 *
 * <p>The sink stores them as it stores a client's writes: a plain table under the natural keys, a
 * salted one under its own salt, whichever that is. Plain tables are replicated as by HBase's
 * endpoint, so one peer is enough for both:
 *
 * <pre>{@code
 * add_peer '1', CLUSTER_KEY => 'zk:2181:/hbase',
 *   ENDPOINT_CLASSNAME => 'io.halite.coprocessor.replication.NaturalKeysEndpoint'
 * }</pre>
 *
 * <p>The jar must be on the class path of the masters and region servers of the source. The sink
 * needs nothing. Thread-safe as far as HBase's endpoint is.
 */
public final class NaturalKeysEndpoint extends HBaseInterClusterReplicationEndpoint {
  /** For HBase. */
  public NaturalKeysEndpoint() {}

  @Override
  protected WALEntryFilter getScopeWALEntryFilter() {
    return new NaturalKeysFilter();
  }
}
