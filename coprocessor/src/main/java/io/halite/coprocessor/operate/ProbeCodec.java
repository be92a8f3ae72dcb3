package io.halite.coprocessor.operate;

import org.apache.hadoop.hbase.codec.KeyValueCodec;

/**
 * HBase's codec of cells under a name of Halite, by which the doctor learns who has Halite's jar.
 *
 * <p>A client names the codec of a connection when it opens it, and a server that cannot load the
 * class closes the connection. So a server answers whether it has the jar before it looks at any
 * request: a region server without regions, the master, a backup master. No cell is ever sent so.
 * Thread-safe.
 */
public final class ProbeCodec extends KeyValueCodec {
  /** For HBase, on both sides of a connection. */
  public ProbeCodec() {}
}
