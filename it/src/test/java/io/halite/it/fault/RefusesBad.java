package io.halite.it.fault;

import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.wal.WALEdit;

/** Refuses appends to column {@code f:bad}, as a check of rights ahead of Halite would. */
public final class RefusesBad implements RegionCoprocessor, RegionObserver {
  static final byte[] BAD = Bytes.toBytes("bad");

  @Override
  public Optional<RegionObserver> getRegionObserver() {
    return Optional.of(this);
  }

  @Override
  public Result preAppend(
      ObserverContext<RegionCoprocessorEnvironment> context, Append append, WALEdit edit)
      throws IOException {
    if (append.has(Bytes.toBytes("f"), BAD)) {
      throw new DoNotRetryIOException("f:bad is refused");
    }
    return null;
  }
}
