package io.halite.coprocessor.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.routing.merge.OwnerCounts;
import java.util.Map;
import org.apache.hadoop.hbase.client.metrics.ScanMetrics;
import org.junit.jupiter.api.Test;

class ScanCountsTest {
  private final ScanMetrics ofOwner = new ScanMetrics();
  private final OwnerCounts owners = new OwnerCounts(true);

  ScanCountsTest() {
    owners.goOn(ofOwner);
  }

  /** An owner has scanned so many rows more, and its filter has dropped some of them. */
  private void scanned(long rows, long filtered) {
    ofOwner.countOfRowsScanned.addAndGet(rows);
    ofOwner.countOfRowsFiltered.addAndGet(filtered);
  }

  private static String shown(Map<String, Long> counts) {
    return counts.get("ROWS_SCANNED") + " scanned, " + counts.get("ROWS_FILTERED") + " filtered";
  }

  @Test
  void aRowThatWasReadAheadCountsWhenItIsGiven() {
    ScanCounts counts = new ScanCounts(owners, true);
    scanned(700, 0);
    assertThat(shown(counts.take(50))).isEqualTo("50 scanned, 0 filtered");
    assertThat(shown(counts.take(50))).isEqualTo("0 scanned, 0 filtered");
    scanned(10, 0);
    assertThat(shown(counts.take(120))).isEqualTo("70 scanned, 0 filtered");
  }

  @Test
  void aRowThatAFilterDroppedCountsAtOnce() {
    ScanCounts counts = new ScanCounts(owners, true);
    scanned(30, 20);
    assertThat(shown(counts.take(1))).isEqualTo("21 scanned, 20 filtered");
    assertThat(shown(counts.take(10))).isEqualTo("9 scanned, 0 filtered");
  }

  @Test
  void allThatOwnersHaveScannedCountsWhereMoreIsReadThanGiven() {
    ScanCounts counts = new ScanCounts(owners, false);
    scanned(30, 2);
    assertThat(shown(counts.take(1))).isEqualTo("30 scanned, 2 filtered");
    assertThat(shown(counts.take(10))).isEqualTo("0 scanned, 0 filtered");
  }
}
