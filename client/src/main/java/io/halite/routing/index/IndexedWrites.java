package io.halite.routing.index;

import io.halite.keys.IndexEntry;
import io.halite.keys.RowIndex;
import io.halite.keys.RowKeyException;
import io.halite.routing.table.Conditions;
import io.halite.routing.table.SaltedTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;

/**
 * The entries that writes of an indexed table make.
 *
 * <p>Every mutation that may create a row makes the row's entries in indexes over segments. A put
 * also makes one entry for each value of an indexed column. A delete neither makes nor removes
 * entries, because a read checks each entry against its row. Immutable and thread-safe.
 */
public final class IndexedWrites {
  private final SaltedTable table;

  /** Writes of {@code table}. */
  public IndexedWrites(SaltedTable table) {
    this.table = table;
  }

  /**
   * The entries that must be written before this mutation. If the mutation asks for FSYNC_WAL, so
   * do they; a durability of its table does not count for the tables of indexes.
   *
   * @return the puts for the table of each index; empty for a delete
   * @throws DoNotRetryIOException if the key does not fit the layout, an entry would be too long,
   *     or the mutation increments or appends to an indexed column, whose new value is not yet
   *     known
   */
  public Map<RowIndex, List<Put>> entries(Mutation natural) throws DoNotRetryIOException {
    Map<RowIndex, List<Put>> puts = new LinkedHashMap<>();
    for (RowIndex index : table.spec().indexes()) {
      List<Put> made = new ArrayList<>();
      try {
        for (IndexEntry entry : entries(index, natural)) {
          Put put = IndexTable.put(index, entry);
          if (natural.getDurability() == Durability.FSYNC_WAL) {
            put.setDurability(Durability.FSYNC_WAL);
          }
          made.add(put);
        }
      } catch (RowKeyException e) {
        throw table.refused(e);
      }
      if (!made.isEmpty()) {
        puts.put(index, made);
      }
    }
    return puts;
  }

  private List<IndexEntry> entries(RowIndex index, Mutation natural) throws DoNotRetryIOException {
    boolean computed = Conditions.isComputed(natural);
    if (!computed && !(natural instanceof Put)) {
      return List.of();
    }
    if (index.column().isEmpty()) {
      return List.of(index.entry(natural.getRow(), new byte[0]));
    }
    RowIndex.Column column = index.column().get();
    List<IndexEntry> entries = new ArrayList<>();
    for (Cell cell : natural.getFamilyCellMap().getOrDefault(column.familyBytes(), List.of())) {
      if (IndexedCells.isValue(cell, index)) {
        if (computed) {
          throw refused(index, natural);
        }
        entries.add(index.entry(natural.getRow(), CellUtil.cloneValue(cell)));
      }
    }
    return entries;
  }

  private DoNotRetryIOException refused(RowIndex index, Mutation natural) {
    return new DoNotRetryIOException(
        natural.getClass().getSimpleName().toLowerCase(Locale.ROOT)
            + " of column '"
            + index.column().orElseThrow()
            + "', by which index '"
            + index
            + "' finds rows: its value is not known before it is written, and so has no entry; put"
            + " the value, or leave the column out of index=… ("
            + table
            + ")");
  }
}
