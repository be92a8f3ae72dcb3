package io.halite.coprocessor.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.coprocessor.host.ClientRequest;
import io.halite.coprocessor.host.CurrentCall;
import io.halite.coprocessor.host.Pins;
import io.halite.coprocessor.owner.Budget;
import io.halite.coprocessor.owner.Budgets;
import io.halite.coprocessor.owner.ForwardRetry;
import io.halite.coprocessor.owner.ForwardTime;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.ipc.RpcServer;
import org.apache.hadoop.hbase.quotas.RpcThrottlingException;
import org.apache.hadoop.hbase.regionserver.Region;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiRequest;
import org.junit.jupiter.api.Test;

class ForwardBudgetsTest {
  private static final MultiRequest REQUEST = MultiRequest.getDefaultInstance();
  private static final long LATER = System.currentTimeMillis() + 50_000;

  private boolean held;
  private boolean guestCloses;
  private boolean loadWaits;
  private boolean closing;

  private final Budgets budgets =
      new ForwardBudgets(
              RegionInfoBuilder.newBuilder(TableName.valueOf("t")).build(),
              () -> closing,
              ForwardTime.of(new Configuration(false)),
              request -> LATER)
          .ofConditions(false);

  private final Pins pins =
      new Pins() {
        @Override
        public void takeOver(Region region) {}

        @Override
        public void release(Region region) {}

        @Override
        public boolean isAnyHeld() {
          return held;
        }

        @Override
        public boolean isAnyClosing() {
          return guestCloses;
        }

        @Override
        public boolean isAnyWantedByLoad() {
          return loadWaits;
        }
      };

  /** The budget of a forward for a part of a request of which guests serve others. */
  private Budget budget() throws Exception {
    try (CurrentCall current = CurrentCall.of(REQUEST)) {
      ClientRequest.serveAsGuest(
          RpcServer.getCurrentCall().orElseThrow(), REQUEST, pins, Optional.empty());
      return budgets.of(ClientRequest.current());
    } finally {
      ClientRequest.ended();
    }
  }

  @Test
  void whileAGuestOfAnotherPartIsHeldAForwardHasTheTimeOfOneUnderALock() throws Exception {
    assertThat(budget().left()).isGreaterThan(ForwardRetry.UNDER_LOCK_MILLIS);
    held = true;
    assertThat(budget().left()).isBetween(1L, ForwardRetry.UNDER_LOCK_MILLIS);
  }

  @Test
  void noForwardBeginsWhileTheGuestOfAnotherPartIsToCloseOrALoadWaitsForIt() {
    held = true;
    guestCloses = true;
    assertThatThrownBy(this::budget)
        .isInstanceOf(RpcThrottlingException.class)
        .hasMessageContaining("keeps a region from closing");
    guestCloses = false;
    loadWaits = true;
    assertThatThrownBy(this::budget)
        .isInstanceOf(RpcThrottlingException.class)
        .hasMessageContaining("keeps a region from loading files");
  }

  @Test
  void noForwardBeginsWhileItsOwnRegionCloses() {
    closing = true;
    assertThatThrownBy(this::budget)
        .isInstanceOf(NotServingRegionException.class)
        .hasMessageContaining("is closing");
  }
}
