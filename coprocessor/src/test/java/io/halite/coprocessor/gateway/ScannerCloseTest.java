package io.halite.coprocessor.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.routing.merge.SortedRows;
import java.util.ArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.UnknownScannerException;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.regionserver.ScannerContext;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScannerCloseTest {
  private final RowScanners scanners = new RowScanners("hash(*) % 4", () -> 0, () -> 0);

  /** Rows that fail when they are closed. */
  private record Failing(AtomicInteger closed, boolean missing) implements SortedRows {
    @Override
    public Result poll() {
      throw new AssertionError();
    }

    @Override
    public boolean isExhausted() {
      return false;
    }

    @Override
    public void await(long millis) {
      throw new AssertionError();
    }

    @Override
    public void close() {
      closed.incrementAndGet();
      if (missing) {
        throw new NoClassDefFoundError("org/apache/hadoop/Missing");
      }
      throw new IllegalStateException("planted");
    }
  }

  /** The thread that ends leases would die of it, and the server with that thread. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void rowsThatFailAtTheirCloseHurtNobody(boolean missing) throws Exception {
    AtomicInteger closed = new AtomicInteger();
    MergedRegionScanner scanner =
        scanners.open(KeptRests.limits(0, true), new Failing(closed, missing), false);
    scanner.close();
    assertThat(closed).hasValue(1);
    assertThat(scanners.server().openScans().open("ann", 0, false, 0)).isNotNull();
    assertThatThrownBy(
            () -> scanner.nextRaw(new ArrayList<>(), ScannerContext.newBuilder().build()))
        .isInstanceOf(UnknownScannerException.class);
  }
}
