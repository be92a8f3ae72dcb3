package io.halite.it.survival;

import io.halite.routing.table.Mark;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.CellScanner;
import org.apache.hadoop.hbase.CoprocessorEnvironment;
import org.apache.hadoop.hbase.ExtendedCell;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.wal.WALEdit;

/**
 * A planted bug, to see whether it is caught: a gateway that acknowledges a put, and forwards it a
 * second later. It comes before Halite's observer, so that a table with it has no doors; what the
 * plug-in sends passes by it ({@link LateApplication}).
 */
public final class EarlyAcknowledgement implements RegionCoprocessor, RegionObserver {
  private static final String LATE = "late";

  /** More than this a server's heap may not hold: the writers wait for no answer of an owner. */
  private static final int MOST_LATE = 5_000;

  private final ScheduledThreadPoolExecutor later = new ScheduledThreadPoolExecutor(1);
  private Connection connection;

  @Override
  public Optional<RegionObserver> getRegionObserver() {
    return Optional.of(this);
  }

  @Override
  public void stop(CoprocessorEnvironment env) throws IOException {
    later.shutdown();
    if (connection != null) {
      connection.close();
    }
  }

  @Override
  public void prePut(ObserverContext<RegionCoprocessorEnvironment> ctx, Put put, WALEdit edit)
      throws IOException {
    if (Mark.isOn(put) || put.getAttribute(LATE) != null || later.getQueue().size() >= MOST_LATE) {
      return;
    }
    Put copy = copy(put).setAttribute(LATE, new byte[1]);
    Table table =
        open(ctx.getEnvironment()).getTable(ctx.getEnvironment().getRegionInfo().getTable());
    ScheduledFuture<?> forward =
        later.schedule(
            () -> {
              table.put(copy);
              return null;
            },
            1,
            TimeUnit.SECONDS);
    if (!forward.isCancelled()) {
      ctx.bypass();
    }
  }

  /** A copy of its own bytes: HBase takes those of the request back when it has been answered. */
  static Put copy(Put put) throws IOException {
    Put copy = new Put(put.getRow(), put.getTimestamp());
    for (CellScanner cells = put.cellScanner(); cells.advance(); ) {
      copy.add(((ExtendedCell) cells.current()).deepClone());
    }
    return copy;
  }

  private synchronized Connection open(RegionCoprocessorEnvironment env) throws IOException {
    if (connection == null) {
      connection = env.createConnection(env.getConfiguration());
    }
    return connection;
  }
}
