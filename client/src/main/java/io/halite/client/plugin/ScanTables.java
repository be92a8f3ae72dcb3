package io.halite.client.plugin;

import java.io.IOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Table;

/** Gives tables whose scans deliver rows as they arrive, so that many scans can be read at once. */
interface ScanTables {
  /**
   * The same table with the same request attributes. Its read time-out is the connection's, as that
   * of HBase's own scans is, whatever the table's is.
   */
  AsyncTable<AdvancedScanResultConsumer> like(Table table) throws IOException;

  /** Forgets where the regions of a table are. There is nothing to forget without a cache. */
  default void clearRegionLocationCache(TableName name) {}
}
