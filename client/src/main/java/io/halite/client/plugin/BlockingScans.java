package io.halite.client.plugin;

import java.io.IOException;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;

/**
 * Scans of the blocking client.
 *
 * @param real HBase's own table
 * @param waits reads rows for them
 * @param tables where stored scans go
 * @param idle watches the scanners of the connection
 */
record BlockingScans(Table real, ScanWaits waits, ScanTables tables, IdleScanners idle)
    implements ScanSource {
  @Override
  public Result get(Get get) throws IOException {
    return waits.get(get);
  }

  @Override
  public ResultScanner scanner(Scan scan) throws IOException {
    return real.getScanner(scan);
  }

  @Override
  public AsyncTable<AdvancedScanResultConsumer> owners() throws IOException {
    return tables.like(real);
  }
}
