package io.halite.routing.latest;

import io.halite.keys.KeyBytes;
import java.math.BigDecimal;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The wish for aggregates of one column in place of rows.
 *
 * @param column a column, not a family
 * @param type how its values are read
 */
public record Aggregation(Column column, ColumnType type) {
  /** Refuses a family. */
  public Aggregation {
    if (column.isFamily()) {
      throw new LatestException("aggregate column", column, "it names a qualifier, as in 'f:q'");
    }
  }

  /**
   * Aggregates the rows of one key.
   *
   * @param newestFirst rows with one cell of the column each; not empty
   * @throws LatestException naming row and column of a value that is not a number of the type
   */
  public Aggregate of(List<LatestRow> newestFirst) {
    BigDecimal min = null;
    BigDecimal max = null;
    BigDecimal sum = BigDecimal.ZERO;
    for (LatestRow row : newestFirst) {
      BigDecimal value = value(row);
      min = min == null ? value : min.min(value);
      max = max == null ? value : max.max(value);
      sum = sum.add(value);
    }
    BigDecimal first = value(newestFirst.get(newestFirst.size() - 1));
    BigDecimal last = value(newestFirst.get(0));
    return new Aggregate(newestFirst.size(), min, max, sum, first, last);
  }

  private BigDecimal value(LatestRow row) {
    Cell cell = row.cells().get(0);
    try {
      return type.decode(CellUtil.cloneValue(cell));
    } catch (NumberFormatException e) {
      throw new LatestException(
          "value of column '"
              + column
              + "' in row '"
              + KeyBytes.cut(Bytes.toStringBinary(row.row()))
              + "'",
          Bytes.toStringBinary(
              cell.getValueArray(), cell.getValueOffset(), Math.min(100, cell.getValueLength())),
          e.getMessage(),
          "ask for another type than " + type + ", or mend the row");
    }
  }
}
