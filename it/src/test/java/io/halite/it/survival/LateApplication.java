package io.halite.it.survival;

import io.halite.routing.table.Mark;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.CoprocessorEnvironment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.regionserver.Region;
import org.apache.hadoop.hbase.wal.WALEdit;

/**
 * A planted bug, to see whether it is caught whichever way a put comes, from a gateway, a guest or
 * the connection plug-in: an owner that acknowledges a put, and applies it a second later. It comes
 * after Halite's observer, so that a table with it has doors.
 */
public final class LateApplication implements RegionCoprocessor, RegionObserver {
  private static final String LATE = "late";
  private static final int MOST_LATE = 5_000;

  private final ScheduledThreadPoolExecutor later = new ScheduledThreadPoolExecutor(1);

  @Override
  public Optional<RegionObserver> getRegionObserver() {
    return Optional.of(this);
  }

  @Override
  public void stop(CoprocessorEnvironment env) {
    later.shutdown();
  }

  @Override
  public void prePut(ObserverContext<RegionCoprocessorEnvironment> ctx, Put put, WALEdit edit)
      throws IOException {
    if (!Mark.isOn(put) || put.getAttribute(LATE) != null || later.getQueue().size() >= MOST_LATE) {
      return;
    }
    Put copy = EarlyAcknowledgement.copy(put).setAttribute(LATE, new byte[1]);
    copy.setAttribute(Mark.ATTRIBUTE, put.getAttribute(Mark.ATTRIBUTE));
    Region region = ctx.getEnvironment().getRegion();
    ScheduledFuture<?> application =
        later.schedule(
            () -> {
              region.put(copy);
              return null;
            },
            1,
            TimeUnit.SECONDS);
    if (!application.isCancelled()) {
      ctx.bypass();
    }
  }
}
