package io.halite.coprocessor.operate;

import io.halite.keys.KeyRange;
import org.apache.hadoop.hbase.client.Scan;

/**
 * A scan of stored rows that the region sends to itself.
 *
 * <p>The observer lets it pass unchanged, even where the region refuses its users because of rows
 * without salt: the scan looks for such rows. No client can send one, since HBase parses requests
 * to plain scans.
 */
public final class StoredScan extends Scan {
  StoredScan(KeyRange rows) {
    withStartRow(rows.start());
    withStopRow(rows.stop());
    setCacheBlocks(false);
  }
}
