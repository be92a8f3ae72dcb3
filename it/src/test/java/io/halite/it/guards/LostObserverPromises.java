package io.halite.it.guards;

import static io.halite.it.cluster.TestTable.FOUR_BUCKETS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.TablePlan;
import io.halite.it.cluster.TestTable;
import io.halite.routing.table.TableAttributes;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A table of salted rows whose attribute was unset serves nobody, and nor does what it becomes. */
@Timeout(120)
abstract class LostObserverPromises {
  private final EmbeddedCluster cluster;
  private final Admin admin;

  LostObserverPromises(EmbeddedCluster cluster) throws Exception {
    this.cluster = cluster;
    this.admin = cluster.connection().getAdmin();
  }

  private TableName create(TablePlan plan) throws Exception {
    return plan.create(cluster).name();
  }

  private void unset(TableName name, String key) throws Exception {
    admin.modifyTable(
        TableDescriptorBuilder.newBuilder(admin.getDescriptor(name))
            .removeValue(Bytes.toBytes(key))
            .build());
  }

  private void set(TableName name, String key, String value) throws Exception {
    admin.modifyTable(
        TableDescriptorBuilder.newBuilder(admin.getDescriptor(name)).setValue(key, value).build());
  }

  @Test
  void aTableThatLostItsObserverIsKnownByItsSpecAndNeitherEnabledNorCloned() throws Exception {
    TableName name = create(TestTable.named("lost").salted(FOUR_BUCKETS));
    assertThat(admin.getDescriptor(name).getValue("halite.spec")).isEqualTo(FOUR_BUCKETS);
    try (Table table = cluster.connection().getTable(name)) {
      table.put(TextRows.put("row", "1"));
      admin.snapshot("salted-shot", name);
      admin.disableTable(name);
      TableDescriptor salted = admin.getDescriptor(name);
      unset(name, "coprocessor$1");
      assertThatThrownBy(() -> admin.enableTable(name))
          .hasMessageContaining("'lost' holds keys that are salted under '" + FOUR_BUCKETS);
      admin.snapshot("lost-shot", name);
      assertThatThrownBy(() -> admin.cloneSnapshot("lost-shot", TableName.valueOf("cloned")))
          .hasMessageContaining("snapshot 'lost-shot' of table 'lost' has no spec")
          .hasMessageNotContaining("alter 'cloned'");
      // HBase's client rolls back what was refused, and keeps the reason as the cause.
      assertThatThrownBy(() -> admin.restoreSnapshot("salted-shot"))
          .hasStackTraceContaining("'clone_snapshot' into another table");
      admin.modifyTable(salted);
      admin.enableTable(name);
      assertThat(TextRows.get(table, "row")).isEqualTo("1");
      TableName again = TableName.valueOf("cloned");
      admin.cloneSnapshot("salted-shot", again);
      try (Table clone = cluster.connection().getTable(again)) {
        assertThat(TextRows.get(clone, "row")).isEqualTo("1");
      }
    }
  }

  @Test
  void aTableIsNotTruncatedBeforeItForgetsTheSpecOfItsRows() throws Exception {
    TableName name = create(TestTable.named("lost-truncated").salted(FOUR_BUCKETS));
    try (Table table = cluster.connection().getTable(name)) {
      table.put(TextRows.put("row", "1"));
      admin.disableTable(name);
      unset(name, "coprocessor$1");
      assertThatThrownBy(() -> admin.truncateTable(name, true))
          .hasMessageContaining("truncate would enable table 'lost-truncated' as a plain one");
      assertThat(admin.isTableDisabled(name)).isTrue();
      unset(name, "halite.spec");
      admin.truncateTable(name, true);
      table.put(TextRows.put("row", "2"));
      admin.disableTable(name);
      admin.enableTable(name);
      assertThat(TextRows.get(table, "row")).isEqualTo("2");
    }
  }

  /** The steps that a refused clone names. */
  @Test
  void itsSnapshotIsRestoredWhenTheTableIsGone() throws Exception {
    TableName name = create(TestTable.named("lost-gone").salted(FOUR_BUCKETS));
    try (Table table = cluster.connection().getTable(name)) {
      table.put(TextRows.put("row", "1"));
      admin.disableTable(name);
      unset(name, "coprocessor$1");
      admin.snapshot("gone-shot", name);
      admin.deleteTable(name);
      create(TestTable.named("lost-gone"));
      admin.disableTable(name);
      set(name, "halite.spec", FOUR_BUCKETS);
      admin.restoreSnapshot("gone-shot");
      set(name, "coprocessor$1", TableAttributes.salting(FOUR_BUCKETS));
      admin.enableTable(name);
      assertThat(TextRows.get(table, "row")).isEqualTo("1");
    }
  }
}
