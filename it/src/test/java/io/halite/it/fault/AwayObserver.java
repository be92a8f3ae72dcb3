package io.halite.it.fault;

import io.halite.routing.table.Mark;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.wal.WALEdit;

/**
 * Lets regions refuse writes as if they were moving: the forwards that reach owners, and the
 * entries that reach index tables. Natural writes pass.
 */
public final class AwayObserver implements RegionCoprocessor, RegionObserver {
  private static final List<Away> AWAY = new CopyOnWriteArrayList<>();

  /** Which writes find their region away. */
  public interface Away {
    /** Whether this write finds this region away. */
    boolean isFor(RegionInfo region, Mutation write);
  }

  /** Writes that find their region away until this is closed. */
  public static AutoCloseable during(Away away) {
    AWAY.add(away);
    return () -> AWAY.remove(away);
  }

  /** The same for all puts of a table. */
  public static AutoCloseable forPuts(TableName table) {
    return during((region, write) -> region.getTable().equals(table) && write instanceof Put);
  }

  private static void require(ObserverContext<RegionCoprocessorEnvironment> context, Mutation write)
      throws IOException {
    RegionInfo region = context.getEnvironment().getRegionInfo();
    boolean salted =
        context
            .getEnvironment()
            .getRegion()
            .getTableDescriptor()
            .getCoprocessorDescriptors()
            .stream()
            .anyMatch(each -> each.getClassName().endsWith(".SaltingObserver"));
    if ((!salted || Mark.isOn(write)) && AWAY.stream().anyMatch(one -> one.isFor(region, write))) {
      throw new NotServingRegionException(region.getRegionNameAsString() + " is away in this test");
    }
  }

  @Override
  public Optional<RegionObserver> getRegionObserver() {
    return Optional.of(this);
  }

  @Override
  public void prePut(ObserverContext<RegionCoprocessorEnvironment> context, Put put, WALEdit edit)
      throws IOException {
    require(context, put);
  }

  @Override
  public void preDelete(
      ObserverContext<RegionCoprocessorEnvironment> context, Delete delete, WALEdit edit)
      throws IOException {
    require(context, delete);
  }
}
