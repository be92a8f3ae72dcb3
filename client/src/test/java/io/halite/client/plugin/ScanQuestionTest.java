package io.halite.client.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.Test;

/** Scans that do not know the spec, and whose question has no answer. */
class ScanQuestionTest {
  private final ResultScanner byGateways = new Fake<>(ResultScanner.class).build();

  private ResultScanner open(IOException answer) throws IOException {
    Table real =
        new Fake<>(Table.class)
            .on("getName", any -> Salted.NAME)
            .on("getOperationTimeout", any -> 60_000L)
            .on("getScanner", any -> byGateways)
            .on(
                "get",
                any -> {
                  throw answer;
                })
            .build();
    ScanTables owners =
        like -> {
          throw new IllegalStateException("no owner is known");
        };
    return new DirectTable(
            real, Salted.conf(), Salted.unknown(), owners, IdleScanners.never(), () -> null)
        .getScanner(new Scan());
  }

  @Test
  void afterATimeOutTheGatewaysAnswer() throws Exception {
    assertThat(open(new SocketTimeoutException("callTimeout=10000"))).isSameAs(byGateways);
  }

  @Test
  void anInterruptionEndsTheScan() {
    InterruptedIOException stop = new InterruptedIOException("stop");
    assertThatThrownBy(() -> open(stop)).isSameAs(stop);
  }
}
