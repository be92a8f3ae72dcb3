package io.halite.client.plugin;

import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.BufferedMutatorParams;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;

/**
 * What HBase's client requires of each put before it sends any of a list. Immutable.
 *
 * @param maxCellBytes the most bytes of one cell; 0 for no limit
 */
record PutLimits(int maxCellBytes) {
  private static final String MAX_CELL_KEY = "hbase.client.keyvalue.maxsize";
  private static final int DEFAULT_MAX_CELL_BYTES = 10 * 1024 * 1024;

  /** The limits in a client's configuration. */
  static PutLimits of(Configuration client) {
    return new PutLimits(client.getInt(MAX_CELL_KEY, DEFAULT_MAX_CELL_BYTES));
  }

  /** The limits of a mutator. */
  static PutLimits of(BufferedMutatorParams params, Configuration client) {
    // A negative number leaves the limit of the client's configuration.
    int own = params.getMaxKeyValueSize();
    return own < 0 ? of(client) : new PutLimits(own);
  }

  /** Whether HBase's client would send all of these: it limits puts, also inside of others. */
  boolean admit(List<? extends Row> requests) {
    return requests.stream().allMatch(this::admits);
  }

  private boolean admits(Row request) {
    if (request instanceof CheckAndMutate check) {
      return admits(check.getAction());
    }
    return request instanceof RowMutations row
        ? admit(row.getMutations())
        : !(request instanceof Put put) || admits(put);
  }

  private boolean admits(Put put) {
    if (put.isEmpty()) {
      return false;
    }
    for (List<Cell> cells : put.getFamilyCellMap().values()) {
      for (Cell cell : cells) {
        if (maxCellBytes > 0 && cell.getSerializedSize() > maxCellBytes) {
          return false;
        }
      }
    }
    return true;
  }
}
