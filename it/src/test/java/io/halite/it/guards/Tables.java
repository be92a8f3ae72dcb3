package io.halite.it.guards;

import io.halite.keys.SaltingSpec;
import io.halite.routing.table.TableAttributes;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/** Small tables of one family, and rows of one cell. */
final class Tables {
  static final String SPEC = "key=row:*,salt=hash(*) % 4";
  static final byte[] F = Bytes.toBytes("f");
  static final byte[] Q = Bytes.toBytes("q");

  private Tables() {}

  static String attribute(String spec) {
    return TableAttributes.salting(spec);
  }

  static TableDescriptorBuilder plain(String name) {
    return TableDescriptorBuilder.newBuilder(TableName.valueOf(name))
        .setColumnFamily(ColumnFamilyDescriptorBuilder.of(F));
  }

  static TableDescriptorBuilder salted(String name) {
    return plain(name).setValue("coprocessor$1", attribute(SPEC));
  }

  static TableName create(Admin admin, TableDescriptorBuilder table) throws Exception {
    byte[][] splits = SaltingSpec.parse(SPEC).salt().splitPoints().toArray(byte[][]::new);
    admin.createTable(table.build(), splits);
    return table.build().getTableName();
  }

  static byte[] stored(String row) {
    return SaltingSpec.parse(SPEC).salt().salt(Bytes.toBytes(row));
  }

  static Put put(String row, String value) {
    return new Put(Bytes.toBytes(row)).addColumn(F, Q, Bytes.toBytes(value));
  }

  static String get(Table table, String row) throws Exception {
    return Bytes.toString(table.get(new Get(Bytes.toBytes(row))).getValue(F, Q));
  }
}
