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
 * The rows of a table. The master looks for its files. They may hold rows that not even a raw scan
 * returns, those of cells whose own time to live has passed, and a region that opens finds them. Of
 * an enabled table it also reads as any client does, since rows may lie in memory alone.
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
    // First the files: a row that is flushed between the two looks is read by the second.
    return !new TableFiles(site, name).exist() && (isDisabled() || !hasRow());
  }

  private boolean hasRow() throws IOException {
    Scan any = new Scan().setRaw(true).setLimit(1).setCaching(1).setCacheBlocks(false);
    try (Table table = connection.getTable(name);
        ResultScanner rows = table.getScanner(any)) {
      return rows.next() != null;
    }
  }
}
