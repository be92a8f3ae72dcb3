package io.halite.it.techniques;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.IndexTables;
import io.halite.keys.KeyLayout;
import io.halite.keys.SaltingSpec;
import io.halite.routing.table.TableAttributes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.ExtendedCell;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.util.Bytes;

/** One table of one test under a spec; dropped at the end. */
final class TechniqueTable implements AutoCloseable {
  static final byte[] F = Bytes.toBytes("f");
  static final byte[] Q = Bytes.toBytes("q");

  private static final AtomicInteger NUMBER = new AtomicInteger();

  private final EmbeddedCluster cluster;
  private final Admin admin;
  private final TableName name = TableName.valueOf("technique" + NUMBER.incrementAndGet());
  private final Table table;
  private final KeyLayout layout;
  private IndexTables indexes;

  private TechniqueTable(EmbeddedCluster cluster, KeyLayout layout) throws IOException {
    this.cluster = cluster;
    this.layout = layout;
    this.admin = cluster.connection().getAdmin();
    this.table = cluster.connection().getTable(name);
  }

  /** A table under the spec, cut at these texts, with values of its own such as limits. */
  static TechniqueTable create(
      EmbeddedCluster cluster, String spec, Map<String, String> values, String... splits)
      throws IOException {
    return create(cluster, spec, List.of(ColumnFamilyDescriptorBuilder.of(F)), values, splits);
  }

  /** The same, with these families. */
  static TechniqueTable create(
      EmbeddedCluster cluster,
      String spec,
      List<ColumnFamilyDescriptor> families,
      Map<String, String> values,
      String... splits)
      throws IOException {
    TechniqueTable created = new TechniqueTable(cluster, SaltingSpec.parse(spec).layout());
    TableDescriptorBuilder descriptor =
        created.plain(families).setValue("coprocessor$1", TableAttributes.salting(spec));
    values.forEach(descriptor::setValue);
    created.indexes = IndexTables.create(created.admin, created.name, spec);
    created.admin.createTable(descriptor.build(), bytes(splits));
    return created;
  }

  /** A table without Halite, whose rows were salted by its clients. */
  static TechniqueTable createByHand(EmbeddedCluster cluster, String layout, String... splits)
      throws IOException {
    return createByHand(cluster, layout, List.of(ColumnFamilyDescriptorBuilder.of(F)), splits);
  }

  /** The same, with these families. */
  static TechniqueTable createByHand(
      EmbeddedCluster cluster,
      String layout,
      List<ColumnFamilyDescriptor> families,
      String... splits)
      throws IOException {
    TechniqueTable created = new TechniqueTable(cluster, KeyLayout.parse(layout));
    created.admin.createTable(created.plain(families).build(), bytes(splits));
    return created;
  }

  private TableDescriptorBuilder plain(List<ColumnFamilyDescriptor> families) {
    return TableDescriptorBuilder.newBuilder(name).setColumnFamilies(families);
  }

  private static byte[][] bytes(String... texts) {
    return Arrays.stream(texts).map(Bytes::toBytes).toArray(byte[][]::new);
  }

  /** Says another spec to the table as it is, enabled or not. */
  void alter(String spec) throws IOException {
    admin.modifyTable(
        TableDescriptorBuilder.newBuilder(admin.getDescriptor(name))
            .setValue("coprocessor$1", TableAttributes.salting(spec))
            .build());
  }

  /** Says a spec with indexes to the table, and creates their tables. */
  void index(String spec) throws IOException {
    indexes = IndexTables.create(admin, name, spec);
    alter(spec);
  }

  /** Takes a table that is salted by hand over. */
  void adopt(String spec) throws IOException {
    admin.disableTable(name);
    alter(spec);
    admin.enableTable(name);
  }

  TableName name() {
    return name;
  }

  Table table() {
    return table;
  }

  KeyLayout layout() {
    return layout;
  }

  Admin admin() {
    return admin;
  }

  void put(Iterable<String> rows) throws IOException {
    List<Put> puts = new ArrayList<>();
    rows.forEach(row -> puts.add(new Put(Bytes.toBytes(row)).addColumn(F, Q, Bytes.toBytes(row))));
    table.put(puts);
  }

  /** The natural keys that a scan gives, each with its own value. */
  List<String> scan(Scan scan) throws IOException {
    return scan(table, scan);
  }

  static List<String> scan(Table table, Scan scan) throws IOException {
    List<String> rows = new ArrayList<>();
    try (ResultScanner scanner = table.getScanner(scan)) {
      for (Result result : scanner) {
        rows.add(Bytes.toString(result.getRow()));
      }
    }
    return rows;
  }

  /** The keys in the store, below all observers. */
  TreeSet<String> stored() throws IOException {
    return stored(new Scan()).stream()
        .map(CellUtil::cloneRow)
        .map(Bytes::toStringBinary)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The cells that a scan finds in the store, below all observers. */
  List<Cell> stored(Scan scan) throws IOException {
    List<Cell> stored = new ArrayList<>();
    for (HRegion region : regions()) {
      try (RegionScanner scanner = region.getScanner(scan)) {
        List<Cell> cells = new ArrayList<>();
        boolean more = true;
        while (more) {
          more = scanner.next(cells);
          for (Cell cell : cells) {
            stored.add(((ExtendedCell) cell).deepClone());
          }
          cells.clear();
        }
      }
    }
    return stored;
  }

  List<HRegion> regions() {
    return cluster.utility().getHBaseCluster().getRegions(name);
  }

  /** Requests to read that each region has had, by its start key. */
  Map<String, Long> reads() {
    Map<String, Long> reads = new TreeMap<>();
    for (HRegion region : regions()) {
      reads.put(
          Bytes.toString(region.getRegionInfo().getStartKey()), region.getReadRequestsCount());
    }
    return reads;
  }

  /** The regions that have been read since, by their start keys. */
  TreeSet<String> readSince(Map<String, Long> before) {
    TreeSet<String> read = new TreeSet<>();
    reads().forEach((start, count) -> addIf(count > before.get(start), start, read));
    return read;
  }

  private static void addIf(boolean condition, String text, TreeSet<String> set) {
    if (condition) {
      set.add(text);
    }
  }

  @Override
  public void close() throws IOException {
    table.close();
    if (admin.isTableEnabled(name)) {
      admin.disableTable(name);
    }
    admin.deleteTable(name);
    if (indexes != null) {
      indexes.drop();
    }
    admin.close();
  }
}
