package io.halite.routing.latest;

import io.halite.keys.KeyBytes;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Requests aggregates of one column in place of rows. Immutable.
 *
 * @param column a column, not a family
 * @param type how its values are read
 */
public record Aggregation(Column column, ColumnType type) {
  /**
   * Checks the column.
   *
   * @throws LatestException if it is a family
   */
  public Aggregation {
    if (column.isFamily()) {
      throw new LatestException(
          "aggregate column", column, "it must name a qualifier, as in 'f:q'");
    }
  }

  /**
   * Aggregates the rows of one key.
   *
   * @param newestFirst the rows, newest first and at least one, each with exactly one cell, which
   *     is of the column
   * @throws LatestException naming row and column of a value that is not a number of the type
   */
  public Aggregate of(List<LatestRow> newestFirst) {
    List<BigDecimal> values = newestFirst.stream().map(this::value).toList();
    return new Aggregate(
        values.size(),
        Collections.min(values),
        Collections.max(values),
        values.stream().reduce(BigDecimal.ZERO, BigDecimal::add),
        values.get(values.size() - 1),
        values.get(0));
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
          String.valueOf(e.getMessage()),
          "read it as another type than " + type + ", or correct the row");
    }
  }
}
