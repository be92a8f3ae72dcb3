package io.halite.it.forwards;

import io.halite.routing.table.Mark;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.wal.WALEdit;

/** Refuses, at owners, puts of rows that contain {@code poison}, as a constraint would. */
public final class PoisonObserver implements RegionCoprocessor, RegionObserver {
  @Override
  public Optional<RegionObserver> getRegionObserver() {
    return Optional.of(this);
  }

  @Override
  public void prePut(
      ObserverContext<RegionCoprocessorEnvironment> context,
      Put put,
      WALEdit edit,
      Durability durability)
      throws IOException {
    if (Mark.isOn(put) && Bytes.toString(put.getRow()).contains("poison")) {
      throw new DoNotRetryIOException("poison");
    }
  }
}
