package io.halite.coprocessor.operate;

import org.apache.hadoop.hbase.client.Delete;

/**
 * A delete of a stored row that the region sends to itself.
 *
 * <p>The observer lets it pass unchanged. Security coprocessors judge it as a client's delete that
 * names every family. No client can send one, since HBase parses requests to plain deletes.
 */
public final class StoredDelete extends Delete {
  StoredDelete(byte[] row, Iterable<byte[]> families) {
    super(row);
    families.forEach(this::addFamily);
  }
}
