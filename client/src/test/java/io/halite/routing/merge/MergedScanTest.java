package io.halite.routing.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.routing.merge.ScriptedTable.OpenScan;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class MergedScanTest {
  private static final long ROW_BYTES = ScriptedTable.row("0a").rawCells()[0].getSerializedSize();
  private static final long A_MINUTE = 60_000;

  private final ScriptedTable table = new ScriptedTable();

  private static String next(MergedScan merged) throws IOException {
    Result row = merged.poll();
    return row == null ? null : Bytes.toString(row.getRow());
  }

  private static List<String> drain(MergedScan merged) throws IOException {
    List<String> rows = new ArrayList<>();
    for (String row = next(merged); row != null; row = next(merged)) {
      rows.add(row);
    }
    return rows;
  }

  @Test
  void rowsComeOutInTheOrderOfWhatFollowsTheSalt() throws Exception {
    MergedScan merged = table.open(2, false, 1 << 20);
    table.scans.get(0).rows("0a", "0c");
    table.scans.get(1).rows("1b", "1bb", "1d");
    table.scans.forEach(OpenScan::complete);
    assertThat(drain(merged)).containsExactly("0a", "1b", "1bb", "0c", "1d");
    assertThat(merged.isExhausted()).isTrue();
  }

  @Test
  void reversedScansComeOutInReversedOrder() throws Exception {
    MergedScan merged = table.open(2, true, 1 << 20);
    table.scans.get(0).rows("0c", "0a");
    table.scans.get(1).rows("1d", "1bb", "1b");
    table.scans.forEach(OpenScan::complete);
    assertThat(drain(merged)).containsExactly("1d", "0c", "1bb", "1b", "0a");
  }

  @Test
  void bytesAreComparedAsUnsignedNumbers() throws Exception {
    MergedScan merged = table.open(2, false, 1 << 20);
    table.scans.get(0).rows("0\u007f");
    table.scans.get(1).rows("1\u0080");
    table.scans.forEach(OpenScan::complete);
    assertThat(drain(merged)).containsExactly("0\u007f", "1\u0080");
  }

  @Test
  void nothingIsKnownWhileOneImageIsSilent() throws Exception {
    MergedScan merged = table.open(2, false, 1 << 20);
    table.scans.get(0).rows("0a");
    assertThat(next(merged)).isNull();
    assertThat(merged.isExhausted()).isFalse();
    table.scans.get(1).complete();
    assertThat(next(merged)).isEqualTo("0a");
    assertThat(next(merged)).isNull();
    assertThat(merged.isExhausted()).isFalse();
    table.scans.get(0).complete();
    assertThat(merged.isExhausted()).isTrue();
    assertThat(next(merged)).isNull();
  }

  @Test
  void noImagesAreExhaustedAtOnce() throws Exception {
    MergedScan merged = table.open(0, false, 1 << 20);
    assertThat(merged.isExhausted()).isTrue();
    assertThat(merged.poll()).isNull();
  }

  @Test
  void readingAheadIsSuspendedAtTheBoundAndGoesOnAtHalfOfIt() throws Exception {
    MergedScan merged = table.open(1, false, 4 * ROW_BYTES);
    OpenScan scan = table.scans.get(0);
    scan.rows("0a", "0b", "0c");
    assertThat(scan.suspended).isFalse();
    scan.rows("0d");
    assertThat(scan.suspended).isTrue();
    assertThat(next(merged)).isEqualTo("0a");
    assertThat(scan.suspended).isTrue();
    assertThat(next(merged)).isEqualTo("0b");
    assertThat(scan.suspended).isFalse();
    scan.complete();
    assertThat(drain(merged)).containsExactly("0c", "0d");
  }

  @Test
  void aScanWhoseReaderIsAwayEndsAndGoesOnBehindWhatHasArrived() throws Exception {
    MergedScan merged = table.open(2, false, 2, 0);
    table.scans.get(0).rows("0a", "0c");
    table.scans.get(1).rows("1b");
    assertThat(table.scans).allMatch(scan -> scan.suspended);
    merged.leave();
    assertThat(table.scans).noneMatch(scan -> scan.suspended || scan.terminated);
    table.scans.get(0).rows("0d");
    table.scans.get(0).complete();
    table.scans.get(1).rows("1e");
    table.scans.get(1).complete();
    assertThat(table.scans).hasSize(2).allMatch(scan -> scan.terminated);
    assertThat(drain(merged)).containsExactly("0a", "1b", "0c", "0d");
    assertThat(table.scans).hasSize(3);
    assertThat(table.scans.get(2).scan.getStartRow()).isEqualTo(Bytes.toBytes("0d"));
    assertThat(table.scans.get(2).scan.includeStartRow()).isFalse();
    table.scans.get(2).rows("0f", "0g");
    assertThat(table.scans.get(2).suspended).as("the reader is back").isTrue();
    assertThat(next(merged)).isEqualTo("1e");
  }

  @Test
  void whatArrivedBeforeAFailureIsGivenFirst() throws Exception {
    MergedScan merged = table.open(1, false, 1 << 20);
    table.scans.get(0).rows("0a");
    IOException failure = new NotServingRegionException("gone");
    table.scans.get(0).fail(failure);
    assertThat(next(merged)).isEqualTo("0a");
    assertThatThrownBy(merged::poll).isSameAs(failure);
  }

  @Test
  void aFailureOfOneImageFailsTheMergeWhileOthersAreSilent() {
    MergedScan merged = table.open(2, false, 1 << 20);
    table.scans.get(1).fail(new IllegalStateException("broken"));
    assertThatThrownBy(merged::poll)
        .isInstanceOf(IOException.class)
        .hasRootCauseInstanceOf(IllegalStateException.class);
    assertThat(merged.isExhausted()).isFalse();
  }

  @Test
  void anImageWhoseRegionIsAwayIsLookedForAgainFromWhereItWas() throws Exception {
    MergedScan merged = table.open(1, false, 1 << 20, 2);
    table.scans.get(0).rows("0a", "0b");
    assertThat(drain(merged)).containsExactly("0a", "0b");
    table.scans.get(0).fail(new NotServingRegionException("away"));
    assertThat(next(merged)).isNull();
    assertThat(table.locationsForgotten).isOne();
    table.scans.get(1).fail(new NotServingRegionException("away"));
    assertThat(next(merged)).isNull();
    Scan again = table.scans.get(2).scan;
    assertThat(again.getStartRow()).isEqualTo(Bytes.toBytes("0b"));
    assertThat(again.includeStartRow()).isFalse();
    table.scans.get(2).rows("0c");
    assertThat(next(merged)).isEqualTo("0c");
    assertThat(merged.isExhausted()).isFalse();
  }

  @Test
  void anImageThatStaysAwayFailsAfterAsManyRoundsInARow() throws Exception {
    MergedScan merged = table.open(1, false, 1 << 20, 2);
    IOException away = new NotServingRegionException("away");
    for (int round = 0; round < 2; round++) {
      table.scans.get(round).fail(away);
      assertThat(next(merged)).isNull();
    }
    table.scans.get(2).rows("0a");
    assertThat(next(merged)).isEqualTo("0a");
    for (int round = 2; round < 4; round++) {
      table.scans.get(round).fail(away);
      assertThat(next(merged)).isNull();
    }
    table.scans.get(4).fail(away);
    assertThatThrownBy(merged::poll).hasCause(away);
  }

  @Test
  void closingEndsEveryScanAtItsNextSignOfLife() {
    MergedScan merged = table.open(3, false, ROW_BYTES);
    OpenScan suspended = table.scans.get(0);
    suspended.rows("0a");
    assertThat(suspended.suspended).isTrue();
    merged.close();
    assertThat(suspended.suspended).isFalse();
    suspended.rows("0b");
    table.scans.get(1).heartbeat();
    assertThat(table.scans).extracting(scan -> scan.terminated).containsExactly(true, true, false);
  }

  @Test
  void aHeartbeatOfAnOpenScanChangesNothing() {
    table.open(1, false, ROW_BYTES);
    table.scans.get(0).heartbeat();
    assertThat(table.scans.get(0).terminated).isFalse();
  }

  @Test
  void closingInTheMiddleIsNoError() throws Exception {
    MergedScan merged = table.open(2, false, 1 << 20);
    table.scans.get(0).rows("0a", "0c", "0e");
    table.scans.get(1).rows("1b", "1d", "1f");
    assertThat(next(merged)).isEqualTo("0a");
    assertThat(next(merged)).isEqualTo("1b");
    merged.close();
    drain(merged);
    assertThat(merged.isExhausted()).isTrue();
  }

  @Test
  void aWaitEndsWhenARowArrivesFromAnotherThread() throws Exception {
    MergedScan merged = table.open(1, false, 1 << 20);
    assertThat(next(merged)).isNull();
    CountDownLatch waiting = new CountDownLatch(1);
    ExecutorService network = Executors.newSingleThreadExecutor();
    try {
      Future<?> sent =
          network.submit(
              () -> {
                waiting.await();
                table.scans.get(0).rows("0a");
                return null;
              });
      waiting.countDown();
      merged.await(A_MINUTE);
      sent.get();
      assertThat(next(merged)).isEqualTo("0a");
    } finally {
      network.shutdownNow();
    }
  }

  @Test
  void aWaitDoesNotMissWhatArrivedSinceTheLastPoll() throws Exception {
    MergedScan merged = table.open(1, false, 1 << 20);
    assertThat(next(merged)).isNull();
    table.scans.get(0).complete();
    merged.await(A_MINUTE);
    assertThat(merged.isExhausted()).isTrue();
    assertThat(next(merged)).isNull();
    table.scans.get(0).fail(new IOException());
    merged.await(A_MINUTE);
  }

  @Test
  void aWaitEndsByItselfIfNothingArrives() throws Exception {
    MergedScan merged = table.open(1, false, 1 << 20);
    assertThat(next(merged)).isNull();
    merged.await(1);
    assertThat(merged.isExhausted()).isFalse();
  }

  @Test
  void aRowIsNotReadAgainBecauseAnRpcOfItsOpenScannerWasRepeated() throws Exception {
    MergedScan merged = table.open(1, false, 1 << 20, 9);
    OpenScan scan = table.scans.get(0);
    scan.pieces(ScriptedTable.piece("0a", "a", 10));
    scan.metrics.countOfRPCRetries.incrementAndGet();
    scan.pieces(ScriptedTable.piece("0a", "b", 10));
    assertThat(scan.terminated).isFalse();
    scan.complete();
    assertThat(merged.poll().size()).isEqualTo(2);
    assertThat(table.scans).hasSize(1);
  }

  @Test
  void aRowIsReadAgainIfItsScannerWasOpenedAgain() {
    table.open(1, false, 1 << 20, 9);
    OpenScan scan = table.scans.get(0);
    scan.pieces(ScriptedTable.piece("0a", "a", 10));
    scan.metrics.countOfRPCRetries.incrementAndGet();
    scan.metrics.countOfRegions.incrementAndGet();
    scan.pieces(ScriptedTable.piece("0a", "b", 10));
    assertThat(scan.terminated).isTrue();
  }

  @Test
  void theFirstRowOfEachImageIsReadToItsEndAheadUnlessItIsLargeOrMemoryIsShort() {
    HeldBytes held = new HeldBytes();
    table.open(3, false, 1_000, 0, held);
    table.scans.get(0).pieces(ScriptedTable.piece("0a", "a", 100_000));
    assertThat(table.scans.get(0).suspended).as("a row that may end soon").isFalse();
    table.scans.get(0).rows("0b");
    assertThat(table.scans.get(0).suspended).as("behind its end").isTrue();
    table.scans.get(1).pieces(ScriptedTable.piece("1a", "a", 300_000));
    assertThat(table.scans.get(1).suspended).as("a large row").isTrue();
    held.isShort = true;
    table.scans.get(2).pieces(ScriptedTable.piece("2a", "a", 100_000));
    assertThat(table.scans.get(2).suspended).as("while memory is short").isTrue();
  }
}
