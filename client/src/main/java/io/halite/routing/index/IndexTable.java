package io.halite.routing.index;

import io.halite.keys.IndexEntry;
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
import org.jspecify.annotations.Nullable;

/**
 * The table that keeps the entries of one index.
 *
 * <p>Example: {@code byOrder(order)} of table {@code orders} is kept in {@code orders-byOrder}. The
 * entry {@code 30 30 30 30 34 32·53 48 4F 50 …} is a row of these bytes with one empty cell in
 * column {@code i:00 06}, which says that the first 6 bytes are values. Under {@code byOrder(order)
 * % 16} the row is {@code 0B·30 30 …}, behind the byte of its bucket. It is a plain table, which
 * loads no coprocessor of Halite. Its descriptor names the table whose index it is, and how many
 * buckets it has: region servers write entries under their own user, and so only into tables whose
 * owners have consented. Stateless.
 */
public final class IndexTable {
  /** The key in the descriptor under which the name of the indexed table stands, {@code orders}. */
  public static final String OF = "halite.index.of";

  /** The key in the descriptor under which the number of buckets stands; none without a salt. */
  public static final String BUCKETS = "halite.index.buckets";

  private static final byte[] FAMILY = Bytes.toBytes("i");

  private IndexTable() {}

  /** Whether a table is there for the entries of an index. */
  public static boolean isOne(TableDescriptor table) {
    return table.getValue(OF) != null;
  }

  /** The name of the table that keeps the entries. */
  public static TableName name(TableName table, RowIndex index) {
    return TableName.valueOf(
        table.getNamespaceAsString(), index.tableOf(table.getQualifierAsString()));
  }

  /** The descriptor with which to create the table, a region for each bucket. */
  public static TableDescriptor descriptor(TableName table, RowIndex index) {
    TableDescriptorBuilder descriptor =
        TableDescriptorBuilder.newBuilder(name(table, index))
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
            .setValue(OF, table.getNameAsString());
    if (index.buckets() > 1) {
      descriptor.setValue(BUCKETS, String.valueOf(index.buckets()));
    }
    return descriptor.build();
  }

  /** The command of HBase's shell that creates the table. */
  public static String creation(TableName table, RowIndex index) {
    String splits =
        index.buckets() > 1
            ? ", SPLITS => (1..%s).map { |b| '\\x%%02X' %% b }".formatted(index.buckets() - 1)
            : "";
    return "create '%s', 'i', %s%s".formatted(name(table, index), metadata(table, index), splits);
  }

  /**
   * Why {@code entries} may not keep the entries of an index; empty if it may. Servers say it to
   * users who may not see the table's descriptor, so it quotes no value of that.
   */
  public static Optional<String> objection(
      TableName table, RowIndex index, TableDescriptor entries) {
    if (table.getNameAsString().equals(entries.getValue(OF))) {
      return objection(table, index, entries.getValue(BUCKETS));
    }
    return Optional.of(
        "table '%s' is to keep the entries of an index of table '%s', but its %s does not name that"
                .formatted(entries.getTableName(), table, OF)
            + " one: the owner of a table consents to entries by this value; alter '%s', %s, or"
                .formatted(entries.getTableName(), metadata(table, index))
            + " give the index another name");
  }

  /** An entry of another salt lies where no read looks for it. */
  private static Optional<String> objection(
      TableName table, RowIndex index, @Nullable String buckets) {
    String expected = index.buckets() > 1 ? String.valueOf(index.buckets()) : "1";
    String given = buckets == null ? "1" : buckets;
    return expected.equals(given)
        ? Optional.empty()
        : Optional.of(
            ("table '%s' is to keep the entries of index '%s', but its %s is not %s, the number of"
                    + " the index: an index table keeps the buckets it was created with; drop it,"
                    + " %s, then fill_index '%s', '%s'")
                .formatted(
                    name(table, index),
                    index,
                    BUCKETS,
                    expected,
                    creation(table, index),
                    table,
                    index.name()));
  }

  private static String metadata(TableName table, RowIndex index) {
    String buckets =
        index.buckets() > 1 ? ", '%s' => '%s'".formatted(BUCKETS, index.buckets()) : "";
    return "METADATA => {'%s' => '%s'%s}".formatted(OF, table.getNameAsString(), buckets);
  }

  /** The put that writes an entry, timestamped by the server that stores it. */
  public static Put put(RowIndex index, IndexEntry entry) {
    return new Put(index.storedRow(entry)).addColumn(FAMILY, width(entry), Bytes.toBytes(""));
  }

  /** The delete that removes the versions of an entry up to a timestamp, and no later ones. */
  public static Delete delete(RowIndex index, IndexEntry entry, long timestamp) {
    return new Delete(index.storedRow(entry)).addColumns(FAMILY, width(entry), timestamp);
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
  static List<IndexEntry> entries(RowIndex index, Result row) {
    List<IndexEntry> entries = new ArrayList<>();
    for (Cell cell : row.rawCells()) {
      entry(index, cell).ifPresent(entries::add);
    }
    return entries;
  }

  /** The entry that a cell holds; empty if Halite did not write the cell. */
  public static Optional<IndexEntry> entry(RowIndex index, Cell cell) {
    if (cell.getQualifierLength() != Short.BYTES) {
      return Optional.empty();
    }
    int width = Short.toUnsignedInt(Bytes.toShort(CellUtil.cloneQualifier(cell)));
    return index.storedEntry(CellUtil.cloneRow(cell), width);
  }
}
