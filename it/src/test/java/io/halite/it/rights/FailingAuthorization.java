package io.halite.it.rights;

import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;

/** A judge by its name, whom a get with an attribute makes fail: HBase then takes it off. */
public final class FailingAuthorization implements RegionCoprocessor, RegionObserver {
  static final String ATTRIBUTE = "fail";

  @Override
  public Optional<RegionObserver> getRegionObserver() {
    return Optional.of(this);
  }

  @Override
  public void preGetOp(
      ObserverContext<RegionCoprocessorEnvironment> ctx, Get get, List<Cell> result) {
    if (get.getAttribute(ATTRIBUTE) != null) {
      throw new IllegalStateException("a judge has failed");
    }
  }
}
