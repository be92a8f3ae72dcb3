package io.halite.coprocessor.operate;

import org.apache.hadoop.hbase.client.Delete;

/**
 * A delete of a stored row that the region sends to itself.
 *
 * <p>The observer lets it pass as it is. Security coprocessors judge it as the delete of a client
 * that names every family. No client can send one, since requests become plain deletes.
 */
public final class StoredDelete extends Delete {
  StoredDelete(byte[] row, Iterable<byte[]> families) {
    super(row);
    families.forEach(this::addFamily);
  }
}
