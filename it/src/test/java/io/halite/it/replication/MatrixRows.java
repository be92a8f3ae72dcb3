package io.halite.it.replication;

import io.halite.client.index.IndexLookup;
import io.halite.it.cluster.TestTable;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/** Rows of two replicated families and of one that is not, by every kind of write. */
final class MatrixRows {
  private static final byte[] F = TestTable.F;
  private static final byte[] G = Bytes.toBytes("g");
  private static final byte[] LOCAL = Bytes.toBytes("local");
  private static final byte[] Q = TestTable.Q;
  private static final int ROWS = 12;

  private MatrixRows() {}

  static List<ColumnFamilyDescriptor> families() {
    return List.of(
        family(F, HConstants.REPLICATION_SCOPE_GLOBAL),
        family(G, HConstants.REPLICATION_SCOPE_GLOBAL),
        family(LOCAL, HConstants.REPLICATION_SCOPE_LOCAL));
  }

  private static ColumnFamilyDescriptor family(byte[] name, int scope) {
    return ColumnFamilyDescriptorBuilder.newBuilder(name).setMaxVersions(3).setScope(scope).build();
  }

  /** Puts and deletes, which every table takes. */
  static void write(Table table) throws Exception {
    List<Put> puts = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      puts.add(put("row" + i).addColumn(G, Q, Bytes.toBytes(i)).addColumn(LOCAL, Q, Q));
    }
    puts.add(new Put(new byte[] {0, 1, -1}).addColumn(F, Q, F));
    for (int version = 1; version <= 3; version++) {
      puts.add(new Put(Bytes.toBytes("old")).addColumn(F, Q, version * 1000L, Bytes.toBytes("v")));
    }
    table.put(puts);
    table.put(new Put(row(9)).addColumn(F, Q, Bytes.toBytes("a newer version")));
    table.delete(new Delete(row(2)));
    table.delete(
        new ArrayList<>(
            List.of(new Delete(row(3)).addColumns(F, Q), new Delete(row(4)).addFamily(G))));
    table.delete(new Delete(Bytes.toBytes("old")).addColumn(F, Q, 2000));
  }

  /** Writes that read before they write, which a row of several places does not take. */
  static void change(Table table) throws Exception {
    table.increment(new Increment(row(0)).addColumn(F, F, 41).addColumn(G, F, 1));
    table.increment(new Increment(row(0)).addColumn(F, F, 1));
    table.append(new Append(row(1)).addColumn(F, F, F).addColumn(LOCAL, F, F));
    table.append(new Append(row(1)).addColumn(F, F, G));
    table.checkAndMutate(
        CheckAndMutate.newBuilder(row(5)).ifEquals(F, Q, F).build(new Delete(row(5))));
    table.checkAndMutate(
        CheckAndMutate.newBuilder(row(6)).ifNotExists(F, G).build(put("row6").addColumn(F, G, G)));
    table.mutateRow(
        RowMutations.of(
            List.of(put("row7").addColumn(F, G, G), new Delete(row(7)).addColumns(G, Q))));
  }

  static Put put(String row) {
    return new Put(Bytes.toBytes(row)).addColumn(F, Q, Bytes.toBytes(value(row)));
  }

  private static String value(String row) {
    return "value of " + row;
  }

  private static byte[] row(int number) {
    return Bytes.toBytes("row" + number);
  }

  /**
   * All versions of the cells of the replicated families.
   *
   * @param withDeleted also the deleted ones and their delete markers
   */
  static List<String> replicated(Connection cluster, TwinTables twins, boolean withDeleted)
      throws Exception {
    Scan scan = new Scan().setRaw(withDeleted).addFamily(F).addFamily(G);
    return cells(cluster, twins, scan).stream()
        .map(
            cell ->
                "%s %s %s %d %s"
                    .formatted(
                        Bytes.toStringBinary(CellUtil.cloneRow(cell)),
                        Bytes.toString(CellUtil.cloneFamily(cell)),
                        cell.getType(),
                        cell.getTimestamp(),
                        Bytes.toStringBinary(CellUtil.cloneValue(cell))))
        .toList();
  }

  /** The natural keys of the rows that have a cell of the replicated families. */
  static TreeSet<String> visible(Connection cluster, TwinTables twins) throws Exception {
    TreeSet<String> rows = new TreeSet<>();
    for (Cell cell : cells(cluster, twins, new Scan().addFamily(F).addFamily(G))) {
      rows.add(Bytes.toStringBinary(CellUtil.cloneRow(cell)));
    }
    return rows;
  }

  /** The rows that an index finds under the value that this row was written with. */
  static List<String> found(Connection cluster, TwinTables twins, String row) throws Exception {
    IndexLookup index = IndexLookup.of(cluster, twins.name(), "byValue");
    return index.find(new Get(Bytes.toBytes(value(row))).addColumn(F, Q), ROWS).stream()
        .map(found -> Bytes.toStringBinary(found.getRow()))
        .toList();
  }

  /** The cells of the family that is not replicated. */
  static List<Cell> local(Connection cluster, TwinTables twins) throws Exception {
    return cells(cluster, twins, new Scan().addFamily(LOCAL));
  }

  private static List<Cell> cells(Connection cluster, TwinTables twins, Scan scan)
      throws Exception {
    List<Cell> cells = new ArrayList<>();
    try (Table table = cluster.getTable(twins.name());
        ResultScanner rows = table.getScanner(scan.readAllVersions())) {
      for (Result row = rows.next(); row != null; row = rows.next()) {
        cells.addAll(row.listCells());
      }
    }
    return cells;
  }
}
