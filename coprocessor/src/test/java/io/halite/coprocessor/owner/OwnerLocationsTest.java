package io.halite.coprocessor.owner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.keys.KeyRange;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class OwnerLocationsTest {
  private static final TableName T = TableName.valueOf("t");
  private static final ServerName HERE = ServerName.valueOf("here", 1, 1);
  private static final ServerName THERE = ServerName.valueOf("there", 1, 1);

  private final List<String> read = new ArrayList<>();
  private CompletableFuture<HRegionLocation> answer = new CompletableFuture<>();
  private long nanos = Long.MAX_VALUE - 1;
  private long readMillis;
  private final OwnerLocations locations =
      new OwnerLocations(
          (table, row) -> {
            read.add(Bytes.toString(row));
            nanos += TimeUnit.MILLISECONDS.toNanos(readMillis);
            return answer;
          },
          () -> nanos);

  private static HRegionLocation region(String start, String end, ServerName server) {
    return region(T, start, end, server);
  }

  private static HRegionLocation region(
      TableName table, String start, String end, ServerName server) {
    return new HRegionLocation(
        RegionInfoBuilder.newBuilder(table)
            .setStartKey(Bytes.toBytes(start))
            .setEndKey(Bytes.toBytes(end))
            .build(),
        server);
  }

  private static Budget budget(long millis) {
    return Budget.of(millis, Long.MAX_VALUE, () -> false);
  }

  private HRegionLocation of(String row) throws IOException {
    return locations.of(T, Bytes.toBytes(row), budget(60_000));
  }

  private void says(HRegionLocation location) {
    answer = CompletableFuture.completedFuture(location);
  }

  @Test
  void aRegionIsReadOnceForAllOfItsRows() throws Exception {
    says(region("a", "c", HERE));
    assertThat(of("a1").getServerName()).isEqualTo(HERE);
    assertThat(of("b1")).isEqualTo(of("a1"));
    says(region("c", "", THERE));
    assertThat(of("c").getServerName()).isEqualTo(THERE);
    assertThat(of("zz").getServerName()).isEqualTo(THERE);
    assertThat(read).containsExactly("a1", "c");
  }

  @Test
  void aPlaceThatHasProvedWrongIsReadAgain() throws Exception {
    says(region("a", "c", HERE));
    locations.forget(of("a1"));
    says(region("a", "c", THERE));
    assertThat(of("b1").getServerName()).isEqualTo(THERE);
    locations.forget(region("a", "c", HERE));
    assertThat(of("b1").getServerName()).isEqualTo(THERE);
  }

  @Test
  void daughtersAndMergedRegionsTakeThePlaceOfWhatWasKnown() throws Exception {
    says(region("a", "c", HERE));
    of("a1");
    locations.forget(region("a", "c", HERE));
    says(region("b", "c", THERE));
    of("b1");
    says(region("a", "b", HERE));
    assertThat(of("a1").getRegion().getEndKey()).isEqualTo(Bytes.toBytes("b"));
    says(region("a", "", THERE));
    of("x");
    assertThat(of("b1").getRegion().getStartKey()).isEqualTo(Bytes.toBytes("a"));
    says(region("0", "b", HERE));
    of("1");
    assertThat(of("a1").getRegion().getStartKey()).isEqualTo(Bytes.toBytes("0"));
  }

  /** A handler waits no longer than its client; what it asked is known to the next one. */
  @Test
  void aSlowReadEndsWithTheBudgetAndIsRememberedWhenItEnds() throws Exception {
    assertThatThrownBy(() -> locations.of(T, Bytes.toBytes("a1"), budget(1)))
        .isInstanceOfSatisfying(NotSentException.class, late -> assertThat(late.isSlow()).isTrue());
    answer.complete(region("a", "c", HERE));
    assertThat(of("b1").getServerName()).isEqualTo(HERE);
    assertThat(read).containsExactly("a1");
  }

  @Test
  void aFailedReadProvesThatNothingRanUnlessThereIsNoTable() {
    answer = CompletableFuture.failedFuture(new IOException("no meta"));
    assertThatThrownBy(() -> of("a1"))
        .isInstanceOf(NotSentException.class)
        .hasMessageContaining("no meta")
        .satisfies(failure -> assertThat(ForwardRetry.nothingRan(failure)).isTrue());
    answer = CompletableFuture.failedFuture(new TableNotFoundException(T));
    assertThatThrownBy(() -> of("a1")).isInstanceOf(TableNotFoundException.class);
  }

  private void use(TableName table) throws IOException {
    says(region(table, "", "", HERE));
    locations.of(table, Bytes.toBytes("a1"), budget(60_000));
  }

  @Test
  void tablesThatComeAndGoAreForgottenAndThoseInUseAreNot() throws Exception {
    use(T);
    for (int i = 0; i < 100; i++) {
      nanos += TimeUnit.MINUTES.toNanos(20);
      use(T);
      use(TableName.valueOf("dropped-" + i));
    }
    assertThat(locations.tables()).isLessThan(5);
    assertThat(read).hasSize(101);
  }

  private BatchLocations batch(long budgetMillis) {
    return new BatchLocations(locations, T, budget(budgetMillis), () -> nanos);
  }

  /** Lest a later write of a row is sent while an earlier one is not. */
  @Test
  void requestsOfOneRowInABatchHaveOnePlaceOrNone() throws Exception {
    BatchLocations batch = batch(60_000);
    answer = CompletableFuture.failedFuture(new IOException("no meta"));
    assertThatThrownBy(() -> batch.of(Bytes.toBytes("a1"))).isInstanceOf(NotSentException.class);
    says(region("a", "c", HERE));
    assertThatThrownBy(() -> batch.of(Bytes.toBytes("a1"))).isInstanceOf(NotSentException.class);
    assertThat(batch.of(Bytes.toBytes("a2")).getServerName()).isEqualTo(HERE);
    assertThatThrownBy(() -> batch.of(Bytes.toBytes("a1"))).isInstanceOf(NotSentException.class);
    locations.forget(region("a", "c", HERE));
    says(region("a", "c", THERE));
    assertThat(batch.of(Bytes.toBytes("a2")).getServerName()).isEqualTo(HERE);
    assertThat(read).containsExactly("a1", "a2");
  }

  /** The cache still has the parent of a split, and the right daughter was merged. */
  @Test
  void aRowKeepsItsPlaceWhereAnotherRowFindsANewerRegion() throws Exception {
    says(region("a", "z", HERE));
    of("a");
    BatchLocations batch = batch(60_000);
    assertThat(batch.of(Bytes.toBytes("p")).getServerName()).isEqualTo(HERE);
    says(region("m", "", THERE));
    assertThat(batch.of(Bytes.toBytes("zz")).getServerName()).isEqualTo(THERE);
    assertThat(batch.of(Bytes.toBytes("p")).getServerName()).isEqualTo(HERE);
  }

  @Test
  void aBatchLooksNothingUpAfterASlowLookUp() throws Exception {
    says(region("a", "c", HERE));
    of("a1");
    answer = new CompletableFuture<>();
    BatchLocations batch = batch(1);
    for (int i = 0; i < 20; i++) {
      byte[] row = Bytes.toBytes("x" + i);
      assertThatThrownBy(() -> batch.of(row)).isInstanceOf(NotSentException.class);
    }
    assertThat(batch.of(Bytes.toBytes("b")).getServerName()).isEqualTo(HERE);
    assertThat(read).containsExactly("a1", "x0");
  }

  private void failAll(BatchLocations batch, int rows) {
    for (int i = 0; i < rows; i++) {
      byte[] row = Bytes.toBytes("x" + i);
      assertThatThrownBy(() -> batch.of(row)).isInstanceOf(IOException.class);
    }
  }

  /** A refused meta answers after 0.6 s, and a batch with many rows holds a handler meanwhile. */
  @Test
  void aBatchLooksNothingUpAfterLookUpsThatFailedForSomeTime() {
    answer = CompletableFuture.failedFuture(new IOException("no meta"));
    readMillis = 600;
    failAll(batch(60_000), 100);
    assertThat(read).containsExactly("x0");
    read.clear();
    readMillis = 50;
    failAll(batch(60_000), 100);
    assertThat(read).hasSize(20);
  }

  /** Rows of a region without a server fail at once, each by itself, and keep back no others. */
  @Test
  void aBatchLooksUpTheRowsBehindManyWhoseRegionHasNoServer() {
    answer = CompletableFuture.failedFuture(new IOException("no server"));
    readMillis = 5;
    failAll(batch(60_000), 100);
    assertThat(read).hasSize(100);
  }

  private void isInHole(String row) {
    assertThatThrownBy(() -> of(row))
        .isInstanceOf(NotSentException.class)
        .hasMessageContaining("hbase:meta has a hole, [63, 64)")
        .satisfies(failure -> assertThat(ForwardRetry.nothingRan(failure)).isTrue());
  }

  /** The rows of many clients would otherwise read it many times each second. */
  @Test
  void theRowsOfAHoleReadMetaOnceASecondAndNoOtherRowFails() throws Exception {
    KeyRange hole = KeyRange.of(Bytes.toBytes("c"), Bytes.toBytes("d"));
    answer =
        CompletableFuture.failedFuture(
            new CompletionException(new HoleInMetaException(T, hole, Bytes.toBytes("c1"))));
    isInHole("c1");
    isInHole("c2");
    assertThat(read).containsExactly("c1");
    says(region("d", "", THERE));
    assertThat(of("d").getServerName()).isEqualTo(THERE);
    isInHole("c");
    nanos += TimeUnit.SECONDS.toNanos(1);
    says(region("c", "d", HERE));
    assertThat(of("c2").getServerName()).isEqualTo(HERE);
    assertThat(read).containsExactly("c1", "d", "c2");
  }

  @Test
  void aBatchLooksNothingUpAfterItsThreadWasInterrupted() {
    Thread.currentThread().interrupt();
    try {
      failAll(batch(60_000), 100);
    } finally {
      var unused = Thread.interrupted();
    }
    assertThat(read).containsExactly("x0");
  }

  @Test
  void aBatchAsksOnceWhetherThereIsATable() {
    answer = CompletableFuture.failedFuture(new TableNotFoundException(T));
    failAll(batch(60_000), 100);
    assertThat(read).containsExactly("x0");
  }
}
