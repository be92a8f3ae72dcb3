package io.halite.client.plugin;

import java.io.IOException;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;

/** HBase's own table, as {@link DirectScans} reads it. */
interface ScanSource {
  /** Reads a row; waits for the answer, no longer than a scan of HBase does. */
  Result get(Get get) throws IOException;

  /** A scanner of HBase's own, which reads through the gateways. */
  ResultScanner scanner(Scan scan) throws IOException;

  /** The table to which stored scans go. */
  AsyncTable<AdvancedScanResultConsumer> owners() throws IOException;

  /** Watches the scanners that read from {@link #owners}. */
  IdleScanners idle();
}
