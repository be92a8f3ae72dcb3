package io.halite.it.neighbours;

import io.halite.keys.KeyBytes;
import io.halite.routing.table.Mark;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Attributes;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.regionserver.MiniBatchOperationInProgress;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.wal.WALEdit;

/**
 * One call of one hook of an observer that is not Halite's.
 *
 * @param observer which one
 * @param hook the name of the method
 * @param table the name of the region's table
 * @param region the start key of the region
 * @param keys the row keys of the call; empty if it has none
 * @param marked whether the request carries the mark; empty if the call has no request
 */
record Sighting(
    String observer,
    String hook,
    String table,
    String region,
    List<String> keys,
    Optional<Boolean> marked) {

  static Sighting of(String observer, String hook, Object[] arguments) {
    String table = "";
    String region = "";
    TreeSet<String> keys = new TreeSet<>();
    Optional<Boolean> marked = Optional.empty();
    for (Object each : arguments) {
      if (each instanceof ObserverContext<?> context) {
        RegionInfo info = ((RegionCoprocessorEnvironment) context.getEnvironment()).getRegionInfo();
        table = info.getTable().getNameAsString();
        region = KeyBytes.readable(info.getStartKey(), 0);
      }
      for (byte[] row : rows(each)) {
        keys.add(Bytes.toStringBinary(row));
      }
      if (each instanceof Attributes request) {
        marked = Optional.of(Mark.isOn(request));
      }
    }
    return new Sighting(observer, hook, table, region, List.copyOf(keys), marked);
  }

  private static List<byte[]> rows(Object argument) {
    List<byte[]> rows = new ArrayList<>();
    if (argument instanceof Mutation mutation) {
      rows.add(mutation.getRow());
    } else if (argument instanceof Get get) {
      rows.add(get.getRow());
    } else if (argument instanceof Scan scan) {
      rows.add(scan.getStartRow());
    } else if (argument instanceof CheckAndMutate check) {
      rows.add(check.getRow());
    } else if (argument instanceof MiniBatchOperationInProgress<?> batch) {
      for (int i = 0; i < batch.size(); i++) {
        rows.add(((Mutation) batch.getOperation(i)).getRow());
      }
    } else if (argument instanceof WALEdit edit) {
      edit.getCells().forEach(cell -> rows.add(CellUtil.cloneRow(cell)));
    } else if (argument instanceof Result result && !result.isEmpty()) {
      rows.add(result.getRow());
    } else if (argument instanceof List<?> list) {
      list.forEach(each -> rows.addAll(rows(each)));
    }
    return rows;
  }
}
