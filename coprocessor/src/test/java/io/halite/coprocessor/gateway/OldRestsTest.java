package io.halite.coprocessor.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.coprocessor.owner.MemoryAccount;
import io.halite.coprocessor.owner.ServedScans;
import io.halite.keys.KeyRange;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How long the rests of closed scans wait in memory. */
class OldRestsTest {
  private final AtomicLong clock = new AtomicLong(1_000_000);
  private final MemoryAccount account = KeptRests.account();
  private final Queue<Runnable> later = new ArrayDeque<>();
  private final ScanRests rests =
      new ScanRests(
          KeptRests.place(new ServedScans()),
          Optional.empty(),
          Runnable::run,
          account,
          new ClosedScans(account.share(), KeptRests.IDLE_MILLIS, clock::get, later::add));

  @AfterEach
  void endSteps() {
    EnvironmentEdgeManager.reset();
  }

  private static ScanRest rest(int bytes) {
    byte[] row = Bytes.toBytes("row");
    Cell cell = new KeyValue(row, row, row, 1, new byte[bytes]);
    return new ScanRest(
        "ann",
        KeptRests.ALL,
        KeyRange.all(),
        List.of(Result.create(new Cell[] {cell})),
        Optional.empty());
  }

  /** Closes a scan with a rest of so many bytes and more; returns its ticket. */
  private long closed(int bytes) {
    long ticket = rests.ticket();
    ScanRests.Source scan = most -> rest(bytes);
    rests.opened(scan, ticket);
    rests.closed(scan, rest(bytes));
    return ticket;
  }

  private void passes(long millis) {
    clock.addAndGet(millis);
    later.remove().run();
  }

  /** Somebody sets the server's time of the day. */
  private static void setClock(long aheadMillis) {
    EnvironmentEdgeManager.injectEdge(() -> System.currentTimeMillis() + aheadMillis);
  }

  @Test
  void aRestForWhichNobodyComesIsDroppedWhenAScannerWouldBe() throws IOException {
    long first = closed(1_000);
    clock.incrementAndGet();
    long second = closed(1_000);
    assertThat(later).hasSize(1);
    passes(KeptRests.IDLE_MILLIS - 1);
    assertThat(rests.find(first)).isEmpty();
    assertThat(rests.find(second)).isPresent();
    // Its client has come and may come again, if the answer gets lost.
    passes(KeptRests.IDLE_MILLIS - 1);
    assertThat(later).hasSize(1);
    passes(1);
    assertThat(rests.find(second)).isEmpty();
    assertThat(later).isEmpty();
    long third = closed(1_000);
    assertThat(rests.find(third)).isPresent();
    assertThat(later).hasSize(1);
  }

  @Test
  void aServerWhoseClockIsSetAheadDropsNoRestEarlier() throws IOException {
    long ticket = closed(1_000);
    setClock(TimeUnit.HOURS.toMillis(1));
    passes(KeptRests.IDLE_MILLIS - 1);
    assertThat(rests.find(ticket)).isPresent();
  }

  @Test
  void aServerWhoseClockIsSetBackHoldsNoRestLonger() {
    closed(1_000);
    setClock(-TimeUnit.HOURS.toMillis(1));
    passes(KeptRests.IDLE_MILLIS);
    assertThat(account.held()).isZero();
  }

  @Test
  void theAccountHoldsTheRestsThatAreKept() {
    closed(1_000);
    assertThat(account.held()).isBetween(1_000L, 1_500L);
    for (int i = 0; i < 30; i++) {
      closed(100_000);
    }
    assertThat(account.held()).isBetween(900_000L, 1L << 20);
    passes(KeptRests.IDLE_MILLIS);
    assertThat(account.held()).isZero();
  }

  @Test
  void aRegionThatClosesGivesBackWhatItsRestsHold() {
    closed(1_000);
    rests.handOver();
    assertThat(account.held()).isZero();
    closed(1_000);
    passes(KeptRests.IDLE_MILLIS);
    assertThat(account.held()).isZero();
  }
}
