package io.halite.filters.segment;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.phoenix.filter.SkipScanFilter;
import org.apache.phoenix.query.KeyRange;
import org.apache.phoenix.schema.PDatum;
import org.apache.phoenix.schema.RowKeySchema.RowKeySchemaBuilder;
import org.apache.phoenix.schema.SortOrder;
import org.apache.phoenix.schema.types.PBinary;
import org.apache.phoenix.schema.types.PDataType;

/** Apache Phoenix's SkipScanFilters, with a free leading segment as a column of everything. */
final class SkipScans {
  private SkipScans() {}

  /** The ranges of one column of fixed width, both bounds included. */
  record Column(List<byte[]> lows, List<byte[]> highs) {
    /** A column of single values. */
    static Column of(List<byte[]> values) {
      return new Column(values, values);
    }
  }

  /** A filter over columns that follow one another behind so many free bytes. */
  static Filter of(int free, List<Column> columns) {
    RowKeySchemaBuilder schema = new RowKeySchemaBuilder(columns.size() + 1);
    schema.addField(fixed(free), false, SortOrder.ASC);
    List<List<KeyRange>> slots = new ArrayList<>();
    slots.add(List.of(KeyRange.EVERYTHING_RANGE));
    for (Column column : columns) {
      schema.addField(fixed(column.lows().get(0).length), false, SortOrder.ASC);
      List<KeyRange> ranges = new ArrayList<>();
      for (int i = 0; i < column.lows().size(); i++) {
        ranges.add(
            KeyRange.getKeyRange(column.lows().get(i), true, column.highs().get(i), true));
      }
      slots.add(ranges);
    }
    return new SkipScanFilter(slots, schema.build());
  }

  private static PDatum fixed(int width) {
    return new PDatum() {
      @Override
      public boolean isNullable() {
        return false;
      }

      @Override
      public PDataType<?> getDataType() {
        return PBinary.INSTANCE;
      }

      @Override
      public Integer getMaxLength() {
        return width;
      }

      @Override
      public Integer getScale() {
        return null;
      }

      @Override
      public SortOrder getSortOrder() {
        return SortOrder.ASC;
      }
    };
  }
}
