package io.halite.it.replication;

import static io.halite.it.cluster.TestTable.F;
import static io.halite.it.cluster.TestTable.Q;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.TablePlan;
import io.halite.it.cluster.TableStore;
import io.halite.it.cluster.TestTable;
import io.halite.keys.Salt;
import io.halite.keys.SaltingSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * A table of the same name on two clusters, each with a spec of its own or none.
 *
 * @param source the spec at the source; empty for a plain table
 * @param sink the spec at the sink; empty for a plain table
 */
record TwinTables(TableName name, Optional<String> source, Optional<String> sink) {
  private static final int ROWS = 40;

  static TwinTables of(String name, Optional<String> source, Optional<String> sink) {
    return new TwinTables(TableName.valueOf(name), source, sink);
  }

  void create(EmbeddedCluster from, EmbeddedCluster to) throws Exception {
    create(from, source, HConstants.REPLICATION_SCOPE_GLOBAL);
    create(to, sink, HConstants.REPLICATION_SCOPE_GLOBAL);
  }

  void create(EmbeddedCluster cluster, Optional<String> spec, int scope) throws Exception {
    TablePlan plan =
        TestTable.named(name)
            .families(List.of(ColumnFamilyDescriptorBuilder.newBuilder(F).setScope(scope).build()));
    spec.ifPresent(line -> plan.salted(line).splitBuckets());
    plan.create(cluster);
  }

  /** Every kind of write: of one row and of many, and what HBase logs as another kind. */
  static void write(Table table) throws Exception {
    List<Put> puts = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      puts.add(put("row" + i));
    }
    table.put(puts);
    byte[] counted = Bytes.toBytes("counted");
    table.increment(new Increment(counted).addColumn(F, Q, 41));
    table.increment(new Increment(counted).addColumn(F, Q, 1));
    byte[] joined = Bytes.toBytes("joined");
    table.append(new Append(joined).addColumn(F, Q, joined));
    table.append(new Append(joined).addColumn(F, Q, joined));
    byte[] checked = Bytes.toBytes("checked");
    table.checkAndMutate(
        CheckAndMutate.newBuilder(checked).ifNotExists(F, Q).build(put("checked")));
    table.delete(new Delete(Bytes.toBytes("row1")));
    table.delete(new Delete(Bytes.toBytes("row2")).addColumns(F, Q));
  }

  static Put put(String row) {
    return new Put(Bytes.toBytes(row)).addColumn(F, Q, Bytes.toBytes("value of " + row));
  }

  /** The cells that a client reads, with their natural keys and time stamps. */
  List<String> read(EmbeddedCluster cluster) throws Exception {
    List<String> cells = new ArrayList<>();
    try (Table table = cluster.connection().getTable(name);
        ResultScanner scanner = table.getScanner(new Scan().readAllVersions())) {
      for (Result result = scanner.next(); result != null; result = scanner.next()) {
        for (Cell cell : result.rawCells()) {
          cells.add(cell + " = " + Bytes.toStringBinary(CellUtil.cloneValue(cell)));
        }
      }
    }
    return cells;
  }

  /** The keys that the regions of the sink store. */
  TreeSet<String> stored(EmbeddedCluster to) throws Exception {
    return new TreeSet<>(new TableStore(to, name).keys());
  }

  /** The natural keys of these keys of the sink, each of which must be stored under its spec. */
  TreeSet<String> naturalOf(Iterable<String> stored) {
    TreeSet<String> natural = new TreeSet<>();
    Optional<Salt> salt = sink.map(line -> SaltingSpec.parse(line).salt());
    for (String key : stored) {
      byte[] bytes = Bytes.toBytesBinary(key);
      salt.ifPresent(of -> of.verify(bytes, 0, bytes.length));
      natural.add(Bytes.toStringBinary(salt.map(of -> of.unsalt(bytes)).orElse(bytes)));
    }
    return natural;
  }

  /** The keys that the regions of the sink must store if its clients read these natural keys. */
  TreeSet<String> storedOf(Iterable<String> natural) {
    TreeSet<String> stored = new TreeSet<>();
    for (String key : natural) {
      byte[] bytes = Bytes.toBytesBinary(key);
      stored.add(
          Bytes.toStringBinary(
              sink.map(line -> SaltingSpec.parse(line).salt().salt(bytes)).orElse(bytes)));
    }
    return stored;
  }
}
