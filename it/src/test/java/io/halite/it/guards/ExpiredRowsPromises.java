package io.halite.it.guards;

import static io.halite.it.cluster.TestTable.FOUR_BUCKETS;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.TestTable;
import io.halite.it.door.Polling;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A region finds rows in its files when it opens that no read returns: those whose cells have a
 * time to live of their own, which a raw scan leaves out, too.
 */
@Timeout(120)
abstract class ExpiredRowsPromises {
  private static final TableName NAME = TableName.valueOf("expired");

  private final EmbeddedCluster cluster;
  private final Admin admin;

  ExpiredRowsPromises(EmbeddedCluster cluster) throws Exception {
    this.cluster = cluster;
    this.admin = cluster.connection().getAdmin();
  }

  @Test
  void anEnabledTableOfExpiredRowsIsTruncatedBeforeItIsSalted() throws Exception {
    TestTable.named(NAME).create(cluster);
    try (Table table = cluster.connection().getTable(NAME)) {
      table.put(TextRows.put("row", "1").setTTL(3_000));
      admin.flush(NAME);
      Polling.until(
          "the row has expired", () -> TestTable.scan(table, new Scan().setRaw(true)).isEmpty());
      assertThatThrownBy(
              () -> admin.modifyTable(TestTable.named(NAME).salted(FOUR_BUCKETS).descriptor()))
          .isInstanceOf(DoNotRetryIOException.class)
          .hasMessageContaining("has rows, or files that may hold some")
          .hasMessageContaining("'truncate' this one first");
      admin.disableTable(NAME);
      admin.truncateTable(NAME, false);
      admin.modifyTable(TestTable.named(NAME).salted(FOUR_BUCKETS).descriptor());
      // Its regions would refuse this one, too, if they had found the row of before.
      table.put(TextRows.put("row", "2"));
    }
  }
}
