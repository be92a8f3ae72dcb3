package io.halite.routing.merge;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** What a merge knows of images whose owners say how far they are. */
class ReachedTest {
  private final ScriptedTable table = new ScriptedTable();

  private static String text(byte[] key) {
    return Bytes.toString(key);
  }

  @Test
  void aRowIsGivenWhenEveryOwnerWithoutARowHasSaidThatItIsBehindIt() throws Exception {
    MergedScan merged = table.open(2, false, 1_000_000);
    table.scans.get(0).rows("A5");
    table.scans.get(1).heartbeat("B3");
    assertThat(merged.poll()).isNull();
    table.scans.get(1).heartbeat("B7");
    assertThat(text(merged.poll().getRow())).isEqualTo("A5");
    table.scans.get(0).complete();
    // A row that was written after the owner had passed its place, and before its region moved.
    table.scans.get(1).rows("B4", "B8");
    assertThat(text(merged.poll().getRow())).isEqualTo("B8");
  }

  @Test
  void theCursorIsThePlaceOfTheImageThatIsLeastFar() throws Exception {
    MergedScan merged = table.open(3, false, 1_000_000);
    table.scans.get(0).heartbeat("A5");
    table.scans.get(1).heartbeat("B3");
    assertThat(merged.cursor()).as("nothing is known of the third image").isEmpty();
    table.scans.get(2).complete();
    assertThat(merged.cursor()).as("no owner was heard of since").isEmpty();
    table.scans.get(0).heartbeat("A5");
    assertThat(merged.cursor()).get().extracting(ReachedTest::text).isEqualTo("B3");
    table.scans.get(1).rows("B9");
    table.scans.get(0).heartbeat("A6");
    assertThat(merged.cursor()).get().extracting(ReachedTest::text).isEqualTo("A6");
    table.scans.get(0).complete();
    assertThat(text(merged.poll().getRow())).isEqualTo("B9");
    table.scans.get(1).heartbeat("B9");
    assertThat(merged.cursor())
        .as("the first key behind a row that was given")
        .get()
        .extracting(ReachedTest::text)
        .isEqualTo("B9\0");
  }

  @Test
  void aReversedScanKnowsNoPlaceBehindARowUnlessItsOwnerSaysOne() throws Exception {
    MergedScan merged = table.open(1, true, 1_000_000);
    table.scans.get(0).rows("A5");
    assertThat(merged.poll()).isNotNull();
    table.scans.get(0).heartbeat();
    assertThat(merged.cursor()).isEmpty();
    table.scans.get(0).heartbeat("A4");
    assertThat(merged.cursor()).get().extracting(ReachedTest::text).isEqualTo("A4");
  }

  @Test
  void aRunningScanIsNotSentAgainWhereItIsBehindTheFirstRow() throws Exception {
    MergedScan merged = table.open(2, true, 1_000_000);
    table.scans.get(0).rows("A5\0");
    table.scans.get(1).rows("B5\0");
    assertThat(merged.poll()).isNotNull();
    assertThat(merged.poll()).as("another place of the same row").isNotNull();
    assertThat(table.scans).hasSize(2);
  }
}
