package io.halite.it.cluster;

import io.halite.keys.RowIndex;
import io.halite.keys.SaltingSpec;
import io.halite.routing.index.IndexTable;
import java.io.IOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;

/** The tables that keep the entries of one table's indexes. */
public record IndexTables(Admin admin, TableName table, SaltingSpec spec) {

  /** Creates those that the arguments of an attribute name. */
  public static IndexTables create(Admin admin, TableName table, String arguments)
      throws IOException {
    IndexTables tables = new IndexTables(admin, table, SaltingSpec.parse(arguments));
    for (RowIndex index : tables.spec().indexes()) {
      admin.createTable(IndexTable.descriptor(table, index));
    }
    return tables;
  }

  /** Drops them. */
  public void drop() throws IOException {
    for (RowIndex index : spec.indexes()) {
      TableName name = IndexTable.name(table, index);
      if (admin.tableExists(name)) {
        admin.disableTable(name);
        admin.deleteTable(name);
      }
    }
  }
}
