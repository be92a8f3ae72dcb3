package io.halite.it.guards;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.it.cluster.EmbeddedCluster;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A spec is refused where it is written, and a table's spec does not change under its rows. */
@Timeout(120)
abstract class AlterPromises {
  private final EmbeddedCluster cluster;
  private final Admin admin;

  AlterPromises(EmbeddedCluster cluster) throws Exception {
    this.cluster = cluster;
    this.admin = cluster.connection().getAdmin();
  }

  private static TableDescriptorBuilder with(TableDescriptorBuilder table, String spec) {
    return table.setValue("coprocessor$1", Tables.attribute(spec));
  }

  @Test
  void aTableWithAWrongSpecIsNotCreated() throws Exception {
    assertThatThrownBy(
            () -> Tables.create(admin, with(Tables.plain("wrong"), "salt=hash(*) % 300")))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("300")
        .hasMessageContaining("'wrong'");
    assertThat(admin.tableExists(TableName.valueOf("wrong"))).isFalse();
  }

  @Test
  void aTableIsNotAlteredToAWrongSpec() throws Exception {
    TableName name = Tables.create(admin, Tables.plain("becomes-wrong"));
    assertThatThrownBy(
            () ->
                admin.modifyTable(
                    with(Tables.plain("becomes-wrong"), "salt=hash(nothing) % 4").build()))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("nothing");
    assertThat(admin.getDescriptor(name).getCoprocessorDescriptors()).isEmpty();
  }

  @Test
  void anEmptyTableIsSaltedWhileItIsEnabled() throws Exception {
    TableName name = Tables.create(admin, Tables.plain("becomes-salted"));
    admin.modifyTable(Tables.salted("becomes-salted").build());
    try (Table table = cluster.connection().getTable(name)) {
      table.put(Tables.put("row", "1"));
      assertThat(Tables.get(table, "row")).isEqualTo("1");
    }
  }

  @Test
  void aTableWithRowsIsNeitherSaltedNorUnsaltedWhileItIsEnabled() throws Exception {
    TableName plain = Tables.create(admin, Tables.plain("plain-rows"));
    TableName salted = Tables.create(admin, Tables.salted("salted-rows"));
    for (TableName name : new TableName[] {plain, salted}) {
      try (Table table = cluster.connection().getTable(name)) {
        table.put(Tables.put("row", "1"));
      }
    }
    TableDescriptorBuilder[] changes = {
      Tables.salted("plain-rows"),
      Tables.plain("salted-rows"),
      with(Tables.plain("salted-rows"), "salt=hash(*) % 8")
    };
    for (TableDescriptorBuilder change : changes) {
      assertThatThrownBy(() -> admin.modifyTable(change.build()))
          .isInstanceOf(DoNotRetryIOException.class)
          .hasMessageContaining("'disable' the table first");
    }
    try (Table table = cluster.connection().getTable(salted)) {
      assertThat(Tables.get(table, "row")).isEqualTo("1");
    }
  }

  @Test
  void plainRowsUnderASpecAreRefusedByTheirRegionUntilTheSpecIsUnset() throws Exception {
    TableName name = Tables.create(admin, Tables.plain("legacy"));
    try (Table table = cluster.connection().getTable(name)) {
      table.put(Tables.put("row", "1"));
      admin.disableTable(name);
      admin.modifyTable(Tables.salted("legacy").build());
      admin.enableTable(name);
      assertThatThrownBy(() -> Tables.get(table, "row"))
          .isInstanceOf(DoNotRetryIOException.class)
          .hasMessageContaining("stored without this salt");
      admin.disableTable(name);
      admin.modifyTable(Tables.plain("legacy").build());
      admin.enableTable(name);
      assertThat(Tables.get(table, "row")).isEqualTo("1");
    }
  }

  @Test
  void aTableThatLostItsObserverIsKnownByItsSpecAndNeitherEnabledNorCloned() throws Exception {
    TableName name = Tables.create(admin, Tables.salted("lost"));
    assertThat(admin.getDescriptor(name).getValue("halite.spec")).isEqualTo(Tables.SPEC);
    try (Table table = cluster.connection().getTable(name)) {
      table.put(Tables.put("row", "1"));
      admin.snapshot("salted-shot", name);
      admin.disableTable(name);
      TableDescriptor salted = admin.getDescriptor(name);
      admin.modifyTable(
          TableDescriptorBuilder.newBuilder(salted)
              .removeValue(Bytes.toBytes("coprocessor$1"))
              .build());
      assertThatThrownBy(() -> admin.enableTable(name))
          .hasMessageContaining("'lost' holds keys that are salted under '" + Tables.SPEC);
      admin.snapshot("lost-shot", name);
      assertThatThrownBy(() -> admin.cloneSnapshot("lost-shot", TableName.valueOf("cloned")))
          .hasMessageContaining("holds keys that are salted under");
      // HBase's client rolls back what was refused, and keeps the reason as the cause.
      assertThatThrownBy(() -> admin.restoreSnapshot("salted-shot"))
          .hasStackTraceContaining("'clone_snapshot' into another table");
      admin.modifyTable(salted);
      admin.enableTable(name);
      assertThat(Tables.get(table, "row")).isEqualTo("1");
      TableName again = TableName.valueOf("cloned");
      admin.cloneSnapshot("salted-shot", again);
      try (Table clone = cluster.connection().getTable(again)) {
        assertThat(Tables.get(clone, "row")).isEqualTo("1");
      }
    }
  }

  @Test
  void splitsThatLeaveBucketsTogetherAreRefused() {
    assertThatThrownBy(
            () -> admin.createTable(Tables.salted("unfit").build(), new byte[][] {{1}, {2}}))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("lack [03]");
  }

  @Test
  void aTableIsNotIndexedInATableThatIsThereAndDoesNotConsent() throws Exception {
    String indexed = Tables.SPEC + ",index=byRow(row)";
    String cure = "alter 'people-byRow', METADATA => {'halite.index.of' => 'people'}";
    TableName entries = Tables.create(admin, Tables.plain("people-byRow"));
    assertThatThrownBy(() -> Tables.create(admin, with(Tables.plain("people"), indexed)))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining(cure);
    TableName name = Tables.create(admin, Tables.salted("people"));
    assertThatThrownBy(() -> admin.modifyTable(with(Tables.plain("people"), indexed).build()))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining(cure);
    admin.modifyTable(
        TableDescriptorBuilder.newBuilder(admin.getDescriptor(entries))
            .setValue("halite.index.of", "people")
            .build());
    admin.modifyTable(with(Tables.plain("people"), indexed).build());
    assertThat(admin.getDescriptor(name).getValue("halite.spec")).isEqualTo(indexed);
  }

  @Test
  void aClonedIndexTableIsThatOfTheOldTableUntilItSaysOtherwise() throws Exception {
    admin.createTable(
        Tables.plain("old-byRow")
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of("i"))
            .setValue("halite.index.of", "old")
            .build());
    Tables.create(admin, with(Tables.plain("old"), Tables.SPEC + ",index=byRow(row)"));
    for (String suffix : new String[] {"", "-byRow"}) {
      admin.snapshot("shot" + suffix, TableName.valueOf("old" + suffix));
      admin.cloneSnapshot("shot" + suffix, TableName.valueOf("new" + suffix));
    }
    try (Table clone = cluster.connection().getTable(TableName.valueOf("new"))) {
      assertThatThrownBy(() -> clone.put(Tables.put("row", "1")))
          .isInstanceOf(DoNotRetryIOException.class)
          .hasMessageContaining("says 'old'")
          .hasMessageContaining("alter 'new-byRow', METADATA => {'halite.index.of' => 'new'}");
    }
  }
}
