package io.halite.client.index;

import io.halite.keys.RowIndex;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.FirstKeyOnlyFilter;

/**
 * Makes the entries of rows that a table had before it had the index.
 *
 * <p>Rows that are written meanwhile make theirs by themselves; an entry that both make is one. May
 * be repeated at any time. For one thread.
 */
public final class IndexFill {
  private static final int STEP = 1_000;

  private final Connection connection;
  private final TableName name;
  private final RowIndex index;

  IndexFill(Connection connection, TableName name, RowIndex index) {
    this.connection = connection;
    this.name = name;
    this.index = index;
  }

  /**
   * Reads the whole table.
   *
   * @param progress is told every 1,000 entries how many were made, on this thread
   * @return how many entries were made
   */
  public long run(LongConsumer progress) throws IOException {
    long made = 0;
    List<Put> puts = new ArrayList<>();
    try (Table entries = connection.getTable(IndexTable.name(name, index));
        Table rows = connection.getTable(name);
        ResultScanner scanner = rows.getScanner(scan())) {
      for (Result row : scanner) {
        for (Cell cell : row.rawCells()) {
          puts.add(IndexTable.put(index.entry(row.getRow(), CellUtil.cloneValue(cell))));
        }
        if (puts.size() >= STEP) {
          made += keep(entries, puts);
          progress.accept(made);
        }
      }
      return made + keep(entries, puts);
    }
  }

  private Scan scan() {
    Scan scan = new Scan().setCacheBlocks(false);
    return index
        .column()
        .map(column -> scan.addColumn(column.familyBytes(), column.qualifierBytes()))
        .orElseGet(() -> scan.setFilter(new FirstKeyOnlyFilter()));
  }

  private static int keep(Table entries, List<Put> puts) throws IOException {
    int kept = puts.size();
    entries.put(puts);
    puts.clear();
    return kept;
  }
}
