package io.halite.coprocessor.master;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;

/**
 * The rows of a table. The master reads those of an enabled table as any client does, and looks for
 * the files of a disabled one, which nobody can read.
 */
final class TableRows implements SpecRules.Rows {
  private final Configuration site;
  private final Connection connection;
  private final TableName name;

  TableRows(Configuration site, Connection connection, TableName name) {
    this.site = site;
    this.connection = connection;
    this.name = name;
  }

  @Override
  public boolean isDisabled() throws IOException {
    try (Admin admin = connection.getAdmin()) {
      return admin.isTableDisabled(name);
    }
  }

  @Override
  public boolean isEmpty() throws IOException {
    return isDisabled() ? !new TableFiles(site, name).exist() : !hasRow();
  }

  private boolean hasRow() throws IOException {
    Scan any = new Scan().setRaw(true).setLimit(1).setCaching(1).setCacheBlocks(false);
    try (Table table = connection.getTable(name);
        ResultScanner rows = table.getScanner(any)) {
      return rows.next() != null;
    }
  }
}
