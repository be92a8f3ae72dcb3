package io.halite.client.plugin;

import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.AsyncBufferedMutatorBuilder;
import org.apache.hadoop.hbase.client.BufferedMutatorParams;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;

/**
 * What HBase's client requires of each put before it sends any of a list. The plug-in judges the
 * put that the application gave; the stored one, which is longer by its salt, is sent by a
 * connection without a limit. Immutable.
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

  /** Takes the limit from the configuration of HBase's own connection. */
  static Configuration liftIn(Configuration real) {
    real.setInt(MAX_CELL_KEY, 0);
    return real;
  }

  /** Gives it back to a mutator of that connection, which is given natural puts. */
  AsyncBufferedMutatorBuilder limit(AsyncBufferedMutatorBuilder mutator) {
    return maxCellBytes > 0 ? mutator.setMaxKeyValueSize(maxCellBytes) : mutator;
  }

  /** The same for a mutator of the blocking client; a copy of {@code params}. */
  BufferedMutatorParams limited(BufferedMutatorParams params) {
    return MutatorParams.unlimited(params).maxKeyValueSize(maxCellBytes);
  }

  /**
   * Whether HBase's client would send all of these: it limits puts, also inside of others. If not,
   * HBase's own table or mutator refuses them.
   *
   * @throws IllegalArgumentException as HBase's client throws it, if a cell is too large
   */
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
          throw new IllegalArgumentException("KeyValue size too large");
        }
      }
    }
    return true;
  }
}
