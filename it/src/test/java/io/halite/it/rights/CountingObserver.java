package io.halite.it.rights;

import io.halite.routing.table.Mark;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.ipc.RpcServer;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiRequest;

/** Counts what owner regions are asked and answer. */
public final class CountingObserver implements RegionCoprocessor, RegionObserver {
  /** Scans of stored keys. */
  static final AtomicInteger SCANS = new AtomicInteger();

  /** Bytes of answers to stored gets that were sent together with others. */
  static final AtomicLong ANSWERED_TOGETHER = new AtomicLong();

  @Override
  public Optional<RegionObserver> getRegionObserver() {
    return Optional.of(this);
  }

  @Override
  public void postGetOp(
      ObserverContext<RegionCoprocessorEnvironment> ctx, Get get, List<Cell> answer) {
    boolean together =
        RpcServer.getCurrentCall()
            .map(call -> call.getParam() instanceof MultiRequest)
            .orElse(false);
    if (together && Mark.isOn(get)) {
      ANSWERED_TOGETHER.addAndGet(answer.stream().mapToLong(Cell::getSerializedSize).sum());
    }
  }

  @Override
  public void preScannerOpen(ObserverContext<RegionCoprocessorEnvironment> ctx, Scan scan) {
    if (Mark.isOn(scan)) {
      SCANS.incrementAndGet();
    }
  }
}
