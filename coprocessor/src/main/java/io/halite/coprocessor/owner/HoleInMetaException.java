package io.halite.coprocessor.owner;

import io.halite.keys.KeyBytes;
import io.halite.keys.KeyRange;
import java.io.IOException;
import org.apache.hadoop.hbase.TableName;

/** Says that {@code hbase:meta} has no region for some keys of a table that has others. */
final class HoleInMetaException extends IOException {
  private static final long serialVersionUID = 1;

  private final transient TableName table;
  private final transient KeyRange hole;

  /** A hole of all keys between two regions of the table, or behind the last one. */
  HoleInMetaException(TableName table, KeyRange hole, byte[] row) {
    super(
        "no region of table '%s' holds row %s: hbase:meta has a hole, %s; see the report of hbck"
            .formatted(table, KeyBytes.readable(row), hole));
    this.table = table;
    this.hole = hole;
  }

  /** Whether the same hole holds another row. */
  boolean holds(TableName other, byte[] row) {
    return other.equals(table) && hole.contains(row);
  }

  /** The same for another row of the hole. */
  HoleInMetaException of(byte[] row) {
    return new HoleInMetaException(table, hole, row);
  }
}
