package io.halite.it.guards;

import static io.halite.it.cluster.TestTable.F;
import static io.halite.it.cluster.TestTable.FOUR_BUCKETS;
import static io.halite.it.cluster.TestTable.Q;

import io.halite.keys.SaltingSpec;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/** Rows of one cell, {@code f:q}, whose keys and values are texts. */
final class TextRows {
  private TextRows() {}

  /** The key under which a table of four buckets stores the row. */
  static byte[] stored(String row) {
    return SaltingSpec.parse(FOUR_BUCKETS).salt().salt(Bytes.toBytes(row));
  }

  static Put put(String row, String value) {
    return new Put(Bytes.toBytes(row)).addColumn(F, Q, Bytes.toBytes(value));
  }

  static String get(Table table, String row) throws Exception {
    return Bytes.toString(table.get(new Get(Bytes.toBytes(row))).getValue(F, Q));
  }
}
