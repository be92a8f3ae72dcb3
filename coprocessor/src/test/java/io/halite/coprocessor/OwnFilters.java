package io.halite.coprocessor;

import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.KeyValueUtil;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterBase;
import org.apache.hadoop.hbase.filter.HintingFilter;
import org.apache.hadoop.hbase.filter.SkipFilter;

/** Filters as an application may write them. */
final class OwnFilters {
  private OwnFilters() {}

  /** Lets rows of at most four bytes pass. */
  public static final class ShortRows extends FilterBase {
    /** As HBase reads a filter. */
    public static Filter parseFrom(byte[] bytes) {
      return new ShortRows();
    }

    @Override
    public byte[] toByteArray() {
      return new byte[0];
    }

    @Override
    public boolean filterRowKey(Cell first) {
      return first.getRowLength() > 4;
    }
  }

  /** Cells of the value 1. */
  static final class Ones extends FilterBase {
    @Override
    public ReturnCode filterCell(Cell cell) {
      return CellUtil.cloneValue(cell)[0] == 1 ? ReturnCode.INCLUDE : ReturnCode.SKIP;
    }
  }

  /** Lets rows pass that a SkipFilter drops. */
  public static final class Lenient extends SkipFilter {
    Lenient(Filter inner) {
      super(inner);
    }

    @Override
    public boolean filterRow() {
      return false;
    }
  }

  /** Rows from C on, to which it seeks; it counts the rows that it is shown. */
  static final class FromC extends FilterBase implements HintingFilter {
    int rows;

    @Override
    public boolean filterRowKey(Cell first) {
      rows++;
      return false;
    }

    @Override
    public ReturnCode filterCell(Cell cell) {
      return CellUtil.cloneRow(cell)[0] < 'C'
          ? ReturnCode.SEEK_NEXT_USING_HINT
          : ReturnCode.INCLUDE;
    }

    @Override
    public Cell getNextCellHint(Cell cell) {
      return KeyValueUtil.createFirstOnRow(new byte[] {'C'});
    }
  }
}
