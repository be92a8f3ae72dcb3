package io.halite.coprocessor.operate;

import java.util.OptionalLong;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.Delete;

/**
 * A delete of a stored row that the region sends to itself.
 *
 * <p>The observer lets it pass unchanged. Security coprocessors judge it as a client's delete that
 * names every family. No client can send one, since HBase parses requests to plain deletes.
 */
public final class StoredDelete extends Delete {
  /**
   * A delete of a whole row.
   *
   * @param time up to which time cells are deleted; empty for the time at which the row is locked
   */
  StoredDelete(byte[] row, Iterable<byte[]> families, OptionalLong time) {
    super(row);
    families.forEach(family -> addFamily(family, time.orElse(HConstants.LATEST_TIMESTAMP)));
  }
}
