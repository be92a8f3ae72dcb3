package io.halite.coprocessor.gateway;

import io.halite.coprocessor.host.ClientRequest;
import io.halite.coprocessor.host.Pins;
import io.halite.coprocessor.owner.Budgets;
import io.halite.coprocessor.owner.ForwardRetry;
import io.halite.coprocessor.owner.ForwardTime;
import java.util.function.BooleanSupplier;
import java.util.function.ToLongFunction;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.quotas.RpcThrottlingException;

/**
 * How long the forwards of one gateway region may take. None begins while the region closes: the
 * client is to find its new server. None begins either while another region closes, or a bulk load
 * waits for it, that the request holds as the guest of a later part. Thread-safe.
 */
final class ForwardBudgets {
  private static final long AGAIN_MILLIS = 100;

  private final RegionInfo region;
  private final BooleanSupplier closing;

  ForwardBudgets(RegionInfo region, BooleanSupplier closing) {
    this.region = region;
    this.closing = closing;
  }

  /** Of forwards that hold the region's lock. */
  Budgets underLock(ForwardTime time, ToLongFunction<ClientRequest> deadline) {
    return request -> {
      require(request.pins());
      return time.underLock(deadline.applyAsLong(request), closing(request));
    };
  }

  /** Of reads by an index, which hold the region's lock. */
  Budgets ofIndexReads(ForwardTime time) {
    return request -> {
      require(request.pins());
      return time.ofIndexRead(ForwardTime.deadline(request), closing(request));
    };
  }

  /**
   * Of forwards that hold a region's lock only if the request still has guests that its other parts
   * need.
   */
  Budgets withoutLock(ForwardTime time, ToLongFunction<ClientRequest> deadline) {
    return request -> {
      require(request.pins());
      return request.pins().isAnyHeld()
          ? time.underLock(deadline.applyAsLong(request), closing(request))
          : time.budget(deadline.applyAsLong(request), closing);
    };
  }

  /** Whether this region is closing, or a guest that the request holds. */
  private BooleanSupplier closing(ClientRequest request) {
    Pins pins = request.pins();
    return () -> closing.getAsBoolean() || pins.isAnyClosing();
  }

  private void require(Pins pins) throws NotServingRegionException, RpcThrottlingException {
    if (closing.getAsBoolean()) {
      throw new NotServingRegionException(region.getRegionNameAsString() + " is closing");
    }
    if (pins.isAnyClosing()) {
      throw ForwardRetry.later(
          AGAIN_MILLIS, "another part of this request keeps a region from closing");
    }
    if (pins.isAnyWantedByLoad()) {
      throw ForwardRetry.later(
          AGAIN_MILLIS, "another part of this request keeps a region from loading files");
    }
  }
}
