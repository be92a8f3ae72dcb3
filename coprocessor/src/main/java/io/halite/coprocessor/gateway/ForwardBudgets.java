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
  private final ForwardTime time;
  private final ToLongFunction<ClientRequest> writeDeadline;

  /**
   * The budgets of the gateway of {@code region}.
   *
   * @param closing whether the region is closing
   * @param time how long forwards may take
   * @param writeDeadline when writes have to end, in milliseconds since the epoch; an old read does
   *     no harm, so reads may take as long as {@link ForwardTime#deadline} says
   */
  ForwardBudgets(
      RegionInfo region,
      BooleanSupplier closing,
      ForwardTime time,
      ToLongFunction<ClientRequest> writeDeadline) {
    this.region = region;
    this.closing = closing;
    this.time = time;
    this.writeDeadline = writeDeadline;
  }

  /** Of batches of writes, which hold the region's lock. */
  Budgets ofBatches() {
    return request -> {
      require(request.pins());
      return time.underLock(writeDeadline.applyAsLong(request), closing(request));
    };
  }

  /** Of reads by an index, which hold the region's lock. */
  Budgets ofIndexReads() {
    return request -> {
      require(request.pins());
      return time.ofIndexRead(ForwardTime.deadline(request), closing(request));
    };
  }

  /** Of gets. */
  Budgets ofReads() {
    return withoutLock(time, ForwardTime::deadline);
  }

  /**
   * Of conditional writes.
   *
   * @param indexed whether the table has indexes
   */
  Budgets ofConditions(boolean indexed) {
    return withoutLock(indexed ? time.ofIndexedConditions() : time, writeDeadline);
  }

  /**
   * Of forwards that hold a region's lock only if the request still has guests that its other parts
   * need.
   */
  private Budgets withoutLock(ForwardTime limits, ToLongFunction<ClientRequest> deadline) {
    return request -> {
      require(request.pins());
      return request.pins().isAnyHeld()
          ? limits.underLock(deadline.applyAsLong(request), closing(request))
          : limits.budget(deadline.applyAsLong(request), closing);
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
