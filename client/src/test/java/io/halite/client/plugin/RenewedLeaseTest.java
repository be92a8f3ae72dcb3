package io.halite.client.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.Test;

/** When a scanner says that it has renewed its lease: as those of HBase. */
class RenewedLeaseTest {
  private final byte[] stored = Salted.stored(Salted.BEFORE, "one");

  /** Owners that store one row. */
  @SuppressWarnings("unchecked")
  private final AsyncTable<AdvancedScanResultConsumer> owners =
      Salted.asyncTable()
          .on(
              "scan",
              arguments -> {
                byte[] start = ((Scan) arguments.get(0)).getStartRow();
                AdvancedScanResultConsumer owner = (AdvancedScanResultConsumer) arguments.get(1);
                if ((start.length == 0 ? 0 : start[0]) == stored[0]) {
                  owner.onNext(new Result[] {Salted.row(stored)}, null);
                }
                owner.onComplete();
                return null;
              })
          .build();

  private ResultScanner open() throws IOException {
    Table real = new Fake<>(Table.class).on("getName", any -> Salted.NAME).build();
    return new DirectTable(
            real, Salted.conf(), Salted.known(), like -> owners, IdleScanners.never(), () -> null)
        .getScanner(new Scan());
  }

  @Test
  void aLeaseIsRenewedBetweenTheFirstRowAndTheEnd() throws Exception {
    try (ResultScanner scanner = open()) {
      assertThat(scanner.renewLease()).as("before the first row").isFalse();
      assertThat(scanner.next()).isNotNull();
      assertThat(scanner.renewLease()).as("behind a row").isTrue();
      assertThat(scanner.next()).isNull();
      assertThat(scanner.renewLease()).as("at the end").isFalse();
    }
  }

  @Test
  void aScannerOfTheAsynchronousClientSaysThatItHasRenewedNothing() throws Exception {
    try (ResultScanner scanner = new LazyScanner(this::open)) {
      assertThat(scanner.next()).isNotNull();
      assertThat(scanner.renewLease()).isFalse();
    }
  }
}
