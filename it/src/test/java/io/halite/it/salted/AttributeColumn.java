package io.halite.it.salted;

import io.halite.routing.table.Mark;
import java.util.Optional;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.wal.WALEdit;

/** Writes what the owner region sees of a put's operation attribute into a column of its own. */
public final class AttributeColumn implements RegionCoprocessor, RegionObserver {
  static final String ATTRIBUTE = "colour";

  @Override
  public Optional<RegionObserver> getRegionObserver() {
    return Optional.of(this);
  }

  @Override
  public void prePut(ObserverContext<RegionCoprocessorEnvironment> ctx, Put put, WALEdit edit) {
    byte[] colour = put.getAttribute(ATTRIBUTE);
    if (colour != null && Mark.isOn(put)) {
      put.addColumn(Bytes.toBytes("f"), Bytes.toBytes(ATTRIBUTE), colour);
    }
  }
}
