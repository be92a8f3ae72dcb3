package io.halite.it.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.RequestKind;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.TablePlan;
import io.halite.it.cluster.TestTable;
import io.halite.it.door.Polling;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A gateway region closes in time while a write of its client waits for a silent server. */
@ExtendWith(SharedCluster.class)
@Timeout(100)
class CloseBesideStuckOwnerIT {
  private final EmbeddedCluster cluster;

  CloseBesideStuckOwnerIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  private static LongStream seeds() {
    return StuckRequest.seeds();
  }

  private static List<StuckRequest> underLock() {
    return StuckRequest.underLock();
  }

  private static List<StuckRequest> withoutLock() {
    return StuckRequest.withoutLock();
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void aGatewayClosesWhileADrawnWriteHoldsItsLock(long seed) throws Exception {
    closesBeside(StuckRequest.drawn(underLock(), seed));
  }

  @Tag("wide")
  @ParameterizedTest
  @MethodSource("underLock")
  void aGatewayClosesWhileAWriteHoldsItsLock(StuckRequest request) throws Exception {
    closesBeside(request);
  }

  @Tag("wide")
  @ParameterizedTest
  @MethodSource("withoutLock")
  void aGatewayClosesWhileAConditionalWriteWaits(StuckRequest request) throws Exception {
    closesBeside(request);
  }

  private void closesBeside(StuckRequest request) throws Exception {
    TablePlan plan = TestTable.numbered("closing");
    request.prepare(plan);
    try (TestTable table = plan.splitBuckets().splits(LoneGateway.START).create(cluster)) {
      RequestKind.fill(table.table());
      LoneGateway lone = LoneGateway.of(table);
      HRegion gateway = ClosingRegion.of(cluster, table, LoneGateway.START);
      CompletableFuture<Void> sent;
      try (AutoCloseable stuck = request.hold(table.name())) {
        sent = request.begin(table.table());
        Polling.until("the owner is stuck", () -> StuckOwner.held() > 0);
        CompletableFuture<Void> moved = lone.beginToJoin();
        ClosingRegion.await(gateway);
        // Less than the client waits for an answer, and than the owner is stuck by itself.
        moved.get(40, TimeUnit.SECONDS);
        assertThat(StuckOwner.held()).as("held of %s", request).isPositive();
        assertThat(sent).as("%s", request).isNotDone();
      }
      sent.get(60, TimeUnit.SECONDS);
      request.kind().send(table.table());
    }
  }
}
