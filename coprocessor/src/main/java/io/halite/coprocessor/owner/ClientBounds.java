package io.halite.coprocessor.owner;

import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.AsyncTableBuilder;

/**
 * How long and how often HBase's own client tries inside a server, where it finds regions, reads
 * the scans of owners and asks for vacant images. Forwards are not sent by it: {@link ForwardRetry}
 * bounds them.
 *
 * <p>Example: a read of {@code hbase:meta} ends after 8 s, not after HBase's 20 minutes. Stateless.
 */
final class ClientBounds {
  private static final int CLIENT_RETRIES = 4;
  private static final int CLIENT_PAUSE_MILLIS = 50;
  private static final int META_MILLIS = 8_000;
  private static final int META_READ_MILLIS = 3_000;
  private static final int CLIENT_OPERATION_MILLIS = 10_000;
  private static final int SCAN_RETRIES = 6;
  private static final int SCAN_MINUTES = 10;

  private ClientBounds() {}

  /** Configures HBase's client in this server: few repeats, short pauses. */
  static void configure(Configuration client) {
    client.setInt(HConstants.HBASE_CLIENT_RETRIES_NUMBER, CLIENT_RETRIES);
    client.setInt("hbase.client.serverside.retries.multiplier", 1);
    client.setInt(HConstants.HBASE_CLIENT_PAUSE, CLIENT_PAUSE_MILLIS);
    client.setInt(HConstants.HBASE_CLIENT_META_OPERATION_TIMEOUT, META_MILLIS);
    client.setInt("hbase.client.meta.scanner.timeout.period", META_MILLIS);
    client.setInt("hbase.client.meta.read.rpc.timeout", META_READ_MILLIS);
    client.setInt(HConstants.HBASE_CLIENT_OPERATION_TIMEOUT, CLIENT_OPERATION_MILLIS);
  }

  /**
   * Bounds the stored scans of a table, which read ahead for merged scans.
   *
   * <p>All retries of an owner that refuses end after some seconds, so that HBase's client reads
   * locations again: as long as a server names where a region once went, the client goes there. An
   * owner that does not answer takes a minute.
   */
  static <T extends AsyncTableBuilder<?>> T ofScans(T table) {
    table.setOperationTimeout(SCAN_MINUTES, TimeUnit.MINUTES).setMaxRetries(SCAN_RETRIES);
    return table;
  }

  /** Bounds the requests for vacant images: one attempt, since a scan does without the answer. */
  static <T extends AsyncTableBuilder<?>> T ofVacancies(T table) {
    table.setRpcTimeout(ForwardRetry.VACANCY_MILLIS, TimeUnit.MILLISECONDS).setMaxAttempts(1);
    return table;
  }

  /** Bounds the reads of an index table, no longer than {@code millis} an attempt. */
  static <T extends AsyncTableBuilder<?>> T ofEntryScans(T table, long millis) {
    table
        .setScanTimeout(millis, TimeUnit.MILLISECONDS)
        .setReadRpcTimeout(millis, TimeUnit.MILLISECONDS)
        .setMaxRetries(SCAN_RETRIES);
    return table;
  }
}
