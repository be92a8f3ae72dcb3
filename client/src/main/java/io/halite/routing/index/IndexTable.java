package io.halite.routing.index;

import io.halite.keys.IndexEntry;
import io.halite.keys.KeyBytes;
import io.halite.keys.KeyRange;
import io.halite.keys.RowIndex;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The table that keeps the entries of one index.
 *
 * <p>Example: {@code byOrder(order)} of table {@code orders} is kept in {@code orders-byOrder}. The
 * entry {@code 30 30 30 30 34 32·53 48 4F 50 …} is a row of these bytes with one empty cell in
 * column {@code i:00 06}, which says that the first 6 bytes are values. It is a plain table, which
 * loads no coprocessor of Halite. Its descriptor names the table whose index it is: region servers
 * write entries under their own user, and so only into tables whose owners have consented.
 * Stateless.
 */
public final class IndexTable {
  /** The key in the descriptor under which the name of the indexed table stands, {@code orders}. */
  public static final String OF = "halite.index.of";

  private static final byte[] FAMILY = Bytes.toBytes("i");

  private IndexTable() {}

  /** The name of the table that keeps the entries. */
  public static TableName name(TableName table, RowIndex index) {
    return TableName.valueOf(
        table.getNamespaceAsString(), index.tableOf(table.getQualifierAsString()));
  }

  /** The descriptor with which to create the table. */
  public static TableDescriptor descriptor(TableName table, RowIndex index) {
    return TableDescriptorBuilder.newBuilder(name(table, index))
        .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
        .setValue(OF, table.getNameAsString())
        .build();
  }

  /** The command of HBase's shell that creates the table. */
  public static String creation(TableName table, TableName entries) {
    return "create '%s', 'i', %s".formatted(entries, metadata(table));
  }

  /** Why {@code entries} may not keep entries of rows of {@code table}; empty if it may. */
  public static Optional<String> objection(TableName table, TableDescriptor entries) {
    String of = entries.getValue(OF);
    if (table.getNameAsString().equals(of)) {
      return Optional.empty();
    }
    return Optional.of(
        "table '%s' is to keep the entries of an index of table '%s', but its %s says %s: the owner"
                .formatted(entries.getTableName(), table, OF, of == null ? "nothing" : quoted(of))
            + " of a table consents to entries by this value; alter '%s', %s, or give the index"
                .formatted(entries.getTableName(), metadata(table))
            + " another name");
  }

  private static String metadata(TableName table) {
    return "METADATA => {'%s' => '%s'}".formatted(OF, table.getNameAsString());
  }

  private static String quoted(String text) {
    return "'" + KeyBytes.cut(text) + "'";
  }

  /** The put that writes an entry, timestamped by the server that stores it. */
  public static Put put(IndexEntry entry) {
    return new Put(entry.row()).addColumn(FAMILY, width(entry), Bytes.toBytes(""));
  }

  /** The delete that removes the versions of an entry up to a timestamp, and no later ones. */
  public static Delete delete(IndexEntry entry, long timestamp) {
    return new Delete(entry.row()).addColumns(FAMILY, width(entry), timestamp);
  }

  /** The scan that reads the entries of a range. */
  public static Scan scan(KeyRange range) {
    return new Scan().withStartRow(range.start()).withStopRow(range.stop()).addFamily(FAMILY);
  }

  private static byte[] width(IndexEntry entry) {
    return Bytes.toBytes((short) entry.width());
  }

  /**
   * The entries of one row of the table: several if different values and keys concatenate to the
   * same bytes.
   */
  static List<IndexEntry> entries(Result row) {
    List<IndexEntry> entries = new ArrayList<>();
    for (Cell cell : row.rawCells()) {
      entry(cell).ifPresent(entries::add);
    }
    return entries;
  }

  /** The entry that a cell holds; empty if Halite did not write the cell. */
  public static Optional<IndexEntry> entry(Cell cell) {
    if (cell.getQualifierLength() != Short.BYTES) {
      return Optional.empty();
    }
    int width = Short.toUnsignedInt(Bytes.toShort(CellUtil.cloneQualifier(cell)));
    return width < cell.getRowLength()
        ? Optional.of(IndexEntry.of(CellUtil.cloneRow(cell), width))
        : Optional.empty();
  }
}
