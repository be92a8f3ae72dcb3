package io.halite.client.plugin;

import java.io.IOException;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Table;

/** Gives tables whose scans deliver rows as they arrive, so that many scans can be read at once. */
interface ScanTables {
  /** The same table with the same read time-out and request attributes. */
  AsyncTable<AdvancedScanResultConsumer> like(Table table) throws IOException;
}
