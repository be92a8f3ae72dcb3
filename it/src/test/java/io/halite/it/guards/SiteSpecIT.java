package io.halite.it.guards;

import static io.halite.it.cluster.TestTable.FOUR_BUCKETS;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.TableStore;
import io.halite.it.cluster.TestTable;
import io.halite.routing.table.TableAttributes;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Servers whose site gives a spec to all tables, and loads the observer for HBase's own, too: these
 * stay as they are, or HBase would not start.
 */
@Timeout(120)
class SiteSpecIT {
  private static final String INDEXED = FOUR_BUCKETS + ",index=byRow(row)";

  @Test
  void userTablesAreSaltedAndIndexTablesAndThoseOfHBaseAreNot() throws Exception {
    try (EmbeddedCluster cluster =
            EmbeddedCluster.startWithoutHdfs(
                1,
                settings -> {
                  settings.setBoolean("hbase.coprocessor.user.enabled", false);
                  settings.set(
                      "hbase.coprocessor.region.classes",
                      TableAttributes.SALTING_OBSERVER + "|1073741823");
                  settings.set("halite.default.spec", FOUR_BUCKETS);
                });
        TestTable plain = TestTable.named("by-site").create(cluster);
        TestTable indexed = TestTable.named("indexed").salted(INDEXED).create(cluster)) {
      for (TestTable each : new TestTable[] {plain, indexed}) {
        try (Table table = each.table()) {
          table.put(TextRows.put("row", "1"));
          assertThat(TextRows.get(table, "row")).isEqualTo("1");
        }
        assertThat(each.store().keys())
            .containsExactly(Bytes.toStringBinary(TextRows.stored("row")));
      }
      TableName entries = indexed.indexTables().get(0);
      assertThat(new TableStore(cluster, entries).keys())
          .as("value and row")
          .containsExactly("rowrow");
    }
  }
}
