package io.halite.it.techniques;

import io.halite.coprocessor.owner.ForwardRetry;
import io.halite.routing.table.Mark;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * An owner that refuses some gets of rows that end with a 5, and names a wait, as a gateway does
 * that has no memory for the row.
 */
public final class RefusingOwner implements RegionCoprocessor, RegionObserver {
  private static final AtomicInteger LEFT = new AtomicInteger();

  /** Refuses so many gets from now on. */
  static void refuse(int gets) {
    LEFT.set(gets);
  }

  /** How many gets are still to be refused. */
  static int left() {
    return Math.max(0, LEFT.get());
  }

  @Override
  public Optional<RegionObserver> getRegionObserver() {
    return Optional.of(this);
  }

  @Override
  public void preGetOp(ObserverContext<RegionCoprocessorEnvironment> c, Get get, List<Cell> result)
      throws IOException {
    boolean five = Bytes.toString(get.getRow()).endsWith("5");
    if (Mark.isOn(get) && five && LEFT.getAndDecrement() > 0) {
      throw ForwardRetry.later(10, "no memory");
    }
  }
}
