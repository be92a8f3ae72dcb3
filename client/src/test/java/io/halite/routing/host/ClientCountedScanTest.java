package io.halite.routing.host;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.ReflectionUtils;
import org.junit.jupiter.api.Test;

class ClientCountedScanTest {
  private static final Scan SCAN =
      new Scan().withStartRow(Bytes.toBytes("61")).setLimit(7).setAttribute("a", new byte[1]);

  /** As HBase's asynchronous client copies the scan that it is given. */
  private static Scan copied(Scan scan) {
    return ReflectionUtils.newInstance(scan.getClass(), scan);
  }

  @Test
  void itsCopiesAreCountedUntilTheClientCounts() throws Exception {
    ClientCountedScan scan = new ClientCountedScan(SCAN);
    Scan before = copied(scan);
    assertThat(before.isScanMetricsEnabled()).isTrue();
    scan.begun();
    assertThat(before.isScanMetricsEnabled()).isFalse();
    assertThat(copied(scan).isScanMetricsEnabled()).isFalse();
  }

  @Test
  void aPlainCopyIsCountedByServersToo() throws Exception {
    ClientCountedScan scan = new ClientCountedScan(SCAN);
    scan.begun();
    assertThat(new Scan(scan).isScanMetricsEnabled()).isTrue();
  }

  @Test
  void itReadsWhatItsScanReads() throws Exception {
    Scan scan = copied(new ClientCountedScan(SCAN));
    assertThat(scan.getStartRow()).isEqualTo(SCAN.getStartRow());
    assertThat(scan.getLimit()).isEqualTo(7);
    assertThat(scan.getAttribute("a")).isEqualTo(new byte[1]);
    assertThat(SCAN.isScanMetricsEnabled()).isFalse();
  }
}
