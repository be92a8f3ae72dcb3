package io.halite.coprocessor.owner;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.quotas.RpcThrottlingException;
import org.junit.jupiter.api.Test;

class RegionOutagesTest {
  private static final HRegionLocation ONE = location("one");
  private static final HRegionLocation OTHER = location("other");

  private final AtomicLong now = new AtomicLong(1_000_000);
  private final RegionOutages outages = new RegionOutages(now::get);

  private static HRegionLocation location(String table) {
    return new HRegionLocation(
        RegionInfoBuilder.newBuilder(TableName.valueOf(table)).build(),
        ServerName.valueOf("localhost", 1, 1));
  }

  private long waitFor(HRegionLocation location) {
    return waitFor(Optional.of(location));
  }

  private long waitFor(Optional<HRegionLocation> location) {
    return outages.refusal(location, new NotServingRegionException("gone")).getWaitInterval();
  }

  @Test
  void atFirstTheWaitIsShort() {
    for (int i = 0; i < 100; i++) {
      assertThat(waitFor(ONE)).isBetween(100L, 300L);
    }
  }

  @Test
  void whoAsksLaterWaitsAsLongAsTheRegionHasBeenAway() {
    assertThat(waitFor(ONE)).isBetween(100L, 300L);
    now.addAndGet(4_000);
    assertThat(waitFor(ONE)).isBetween(2_000L, 6_000L);
    assertThat(waitFor(OTHER)).as("another region").isBetween(100L, 300L);
    now.addAndGet(50_000);
    assertThat(waitFor(ONE)).as("no wait is longer").isBetween(5_000L, 15_000L);
  }

  @Test
  void aRegionThatAnsweredIsNoLongerAway() {
    waitFor(ONE);
    now.addAndGet(8_000);
    outages.answered(OTHER);
    assertThat(waitFor(ONE)).isBetween(4_000L, 12_000L);
    outages.answered(ONE);
    assertThat(waitFor(ONE)).isBetween(100L, 300L);
  }

  @Test
  void anOutageThatNobodyAskedAboutIsForgotten() {
    waitFor(ONE);
    now.addAndGet(60_001);
    assertThat(waitFor(ONE)).isBetween(100L, 300L);
  }

  @Test
  void aRegionWithoutAPlaceIsWaitedForToo() {
    waitFor(Optional.empty());
    now.addAndGet(4_000);
    assertThat(waitFor(Optional.empty())).isBetween(2_000L, 6_000L);
    outages.answered(ONE);
    assertThat(waitFor(Optional.empty())).as("places can be read again").isBetween(100L, 300L);
  }

  @Test
  void theClientReadsTheWaitOffTheTextAndTheReasonIsInIt() {
    for (int i = 0; i < 200; i++) {
      now.addAndGet(20);
      RpcThrottlingException refusal =
          outages.refusal(Optional.of(ONE), new NotServingRegionException("region r is closing"));
      RpcThrottlingException read = new RpcThrottlingException(refusal.getMessage());
      assertThat(read.getWaitInterval()).isEqualTo(refusal.getWaitInterval());
      assertThat(read).hasMessageContaining("region r is closing").hasMessageContaining("repeat");
    }
  }
}
