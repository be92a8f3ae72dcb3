package io.halite.client.index;

import io.halite.keys.RowIndex;
import io.halite.keys.RowKeyException;
import io.halite.routing.index.IndexTable;
import io.halite.routing.index.IndexedCells;
import io.halite.routing.scan.WholeAttribute;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
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
import org.apache.hadoop.hbase.security.AccessDeniedException;

/**
 * Makes the entries of rows that were written before the table had the index.
 *
 * <p>Gateways make the entries of rows that are written meanwhile. Making an entry twice does no
 * harm, so a fill may be repeated at any time. Not thread-safe.
 */
public final class IndexFill {
  private static final int STEP = 1_000;

  private final Connection connection;
  private final TableName name;
  private final RowIndex index;
  private final PresentIndex present;

  IndexFill(Connection connection, TableName name, RowIndex index, PresentIndex present) {
    this.connection = connection;
    this.name = name;
    this.index = index;
    this.present = present;
  }

  /**
   * How far a fill has come.
   *
   * @param entries how many entries were made
   * @param leftOut how many values are too long for an entry, so that the index does not find them
   */
  public record Filled(long entries, long leftOut) {}

  /**
   * Writes the index entries of all rows of the table. Reads all versions of an indexed column: if
   * the newest is deleted, the index must find the row by the version before it.
   *
   * @param progress called after about every 1,000 entries, on the calling thread
   * @throws AccessDeniedException if the user may not read all that the index is made of: the
   *     servers would hide it, and the index would not find it
   * @throws IOException if the table cannot be read, its index table not written, or the index was
   *     altered
   */
  public Filled run(Consumer<Filled> progress) throws IOException {
    WholeReads.require(
        connection, name, index, "filled", "a user who does not see a row would leave it out");
    present.require();
    Filled filled = new Filled(0, 0);
    List<Put> puts = new ArrayList<>();
    try (Table entries = connection.getTable(IndexTable.name(name, index));
        Table rows = connection.getTable(name);
        ResultScanner scanner = rows.getScanner(scan())) {
      for (Result row = scanner.next(); row != null; row = scanner.next()) {
        long leftOut = filled.leftOut();
        for (Cell cell : row.rawCells()) {
          leftOut += add(cell, puts) ? 0 : 1;
        }
        filled = new Filled(filled.entries(), leftOut);
        if (puts.size() >= STEP) {
          filled = keep(entries, puts, filled);
          progress.accept(filled);
        }
      }
      return keep(entries, puts, filled);
    }
  }

  /** Adds the entry of a cell that makes one; returns false if the entry would be too long. */
  private boolean add(Cell cell, List<Put> puts) {
    if (!IndexedCells.isValue(cell, index)) {
      return true;
    }
    try {
      puts.add(
          IndexTable.put(index, index.entry(CellUtil.cloneRow(cell), CellUtil.cloneValue(cell))));
      return true;
    } catch (RowKeyException tooLong) {
      return false;
    }
  }

  private Scan scan() {
    Scan scan = WholeAttribute.putOn(new Scan().setCacheBlocks(false));
    // A raw scan can select whole families only.
    return index
        .column()
        .map(column -> scan.setRaw(true).readAllVersions().addFamily(column.familyBytes()))
        .orElseGet(() -> scan.setFilter(new FirstKeyOnlyFilter()));
  }

  private Filled keep(Table entries, List<Put> puts, Filled filled) throws IOException {
    Filled more = new Filled(filled.entries() + puts.size(), filled.leftOut());
    present.requireEachSecond();
    entries.put(puts);
    puts.clear();
    return more;
  }
}
