package io.halite.it.guards;

import static io.halite.it.cluster.TestTable.FOUR_BUCKETS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.TablePlan;
import io.halite.it.cluster.TestTable;
import io.halite.it.versions.HostRelease;
import io.halite.routing.table.TableAttributes;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
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

  private TableName create(TablePlan plan) throws Exception {
    return plan.withoutIndexTables().splits("\u0001", "\u0002", "\u0003").create(cluster).name();
  }

  @Test
  void aTableWithAWrongSpecIsNotCreated() throws Exception {
    assertThatThrownBy(() -> create(TestTable.named("wrong").salted("salt=hash(*) % 300")))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("300")
        .hasMessageContaining("'wrong'");
    assertThat(admin.tableExists(TableName.valueOf("wrong"))).isFalse();
  }

  @Test
  void aNewTableThatRemembersASpecNeedsItsObserver() {
    assertThatThrownBy(() -> create(TestTable.named("twin").value("halite.spec", FOUR_BUCKETS)))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("is created with halite.spec")
        .hasMessageContaining("nothing loads the observer");
  }

  @Test
  void oneRegionOfATableWhoseRowsLieInSeveralIsNotTruncated() throws Exception {
    HostRelease.needs26("the truncation of one region");
    for (String salt : List.of("random % 4", "hash(*) % 4")) {
      TableName name = TableName.valueOf("truncated-" + salt.charAt(0));
      create(TestTable.named(name).salted("salt=" + salt));
      try (Table table = cluster.connection().getTable(name)) {
        for (int place = 0; place < 8; place++) {
          table.put(TextRows.put("row", String.valueOf(place)));
        }
        byte[] first = admin.getRegions(name).get(0).getRegionName();
        if (salt.startsWith("random")) {
          assertThatThrownBy(() -> admin.truncateRegion(first))
              .isInstanceOf(DoNotRetryIOException.class)
              .hasMessageContaining("must not be truncated alone");
        } else {
          admin.truncateRegion(first);
        }
        assertThat(TextRows.get(table, "row")).isEqualTo("7");
      }
    }
  }

  @Test
  void aTableIsNotAlteredToAWrongSpec() throws Exception {
    TableName name = create(TestTable.named("becomes-wrong"));
    assertThatThrownBy(
            () ->
                admin.modifyTable(
                    TestTable.named("becomes-wrong").salted("salt=hash(nothing) % 4").descriptor()))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("nothing");
    assertThat(admin.getDescriptor(name).getCoprocessorDescriptors()).isEmpty();
  }

  @Test
  void anEmptyTableIsSaltedWhileItIsEnabled() throws Exception {
    TableName name = create(TestTable.named("becomes-salted"));
    admin.modifyTable(TestTable.named("becomes-salted").salted(FOUR_BUCKETS).descriptor());
    try (Table table = cluster.connection().getTable(name)) {
      table.put(TextRows.put("row", "1"));
      assertThat(TextRows.get(table, "row")).isEqualTo("1");
    }
  }

  @Test
  void aTableHasTheGuardOfCreateSaltedAsLongAsItIsSalted() throws Exception {
    TableName created = create(TestTable.named("created-salted").salted(FOUR_BUCKETS));
    assertThat(guard(created)).containsExactly(TableAttributes.GUARDED_SPLIT_POLICY, "false");
    TableName altered = create(TestTable.named("salted-later"));
    assertThat(guard(altered)).containsOnlyNulls();
    admin.modifyTable(TestTable.named("salted-later").salted(FOUR_BUCKETS).descriptor());
    assertThat(guard(altered)).containsExactly(TableAttributes.GUARDED_SPLIT_POLICY, "false");
    admin.modifyTable(
        TableDescriptorBuilder.newBuilder(admin.getDescriptor(altered))
            .removeValue(Bytes.toBytes("coprocessor$1"))
            .build());
    assertThat(guard(altered)).containsOnlyNulls();
    try (Table table = cluster.connection().getTable(altered)) {
      table.put(TextRows.put("row", "1"));
      assertThat(TextRows.get(table, "row")).isEqualTo("1");
    }
  }

  /** Its regions would not have opened, and an alter that corrects it would have waited. */
  @Test
  void aSplitPolicyThatCannotBeLoadedIsRefusedBehindTheGuard() throws Exception {
    String key = "hbase.regionserver.region.split.policy";
    TablePlan mistyped = TestTable.named("mistyped").salted(FOUR_BUCKETS).value(key, "x.Polcy");
    assertThatThrownBy(() -> create(mistyped))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("Unable to load configured region split policy 'x.Polcy'");
    TableName name = create(TestTable.named("mistyped").salted(FOUR_BUCKETS));
    TableDescriptor guarded = admin.getDescriptor(name);
    assertThatThrownBy(
            () ->
                admin.modifyTable(
                    TableDescriptorBuilder.newBuilder(guarded).setValue(key, "x.Polcy").build()))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("Unable to load configured region split policy 'x.Polcy'")
        .hasMessageContaining("correct " + key);
    assertThat(admin.getDescriptor(name)).isEqualTo(guarded);
  }

  private List<String> guard(TableName name) throws Exception {
    TableDescriptor table = admin.getDescriptor(name);
    return Arrays.asList(
        table.getRegionSplitPolicyClassName(), table.getValue(TableAttributes.ABORT_ON_ERROR));
  }

  @Test
  void aTableWithRowsIsNeitherSaltedNorUnsaltedWhileItIsEnabled() throws Exception {
    TableName plain = create(TestTable.named("plain-rows"));
    TableName salted = create(TestTable.named("salted-rows").salted(FOUR_BUCKETS));
    for (TableName name : new TableName[] {plain, salted}) {
      try (Table table = cluster.connection().getTable(name)) {
        table.put(TextRows.put("row", "1"));
      }
    }
    TablePlan[] changes = {
      TestTable.named("plain-rows").salted(FOUR_BUCKETS),
      TestTable.named("salted-rows"),
      TestTable.named("salted-rows").salted("salt=hash(*) % 8")
    };
    for (TablePlan change : changes) {
      assertThatThrownBy(() -> admin.modifyTable(change.descriptor()))
          .isInstanceOf(DoNotRetryIOException.class)
          .hasMessageContaining("'disable' the table first");
    }
    try (Table table = cluster.connection().getTable(salted)) {
      assertThat(TextRows.get(table, "row")).isEqualTo("1");
    }
  }

  @Test
  void aDisabledTableWithRowsIsGivenNoOtherSpec() throws Exception {
    TableName plain = create(TestTable.named("plain-disabled"));
    TableName salted = create(TestTable.named("salted-disabled").salted(FOUR_BUCKETS));
    for (TableName name : new TableName[] {plain, salted}) {
      try (Table table = cluster.connection().getTable(name)) {
        table.put(TextRows.put("row", "1"));
      }
      admin.disableTable(name);
    }
    TablePlan[] changes = {
      TestTable.named("plain-disabled").salted(FOUR_BUCKETS),
      TestTable.named("salted-disabled").salted("salt=hash(*) % 8")
    };
    for (TablePlan change : changes) {
      assertThatThrownBy(() -> admin.modifyTable(change.descriptor()))
          .isInstanceOf(DoNotRetryIOException.class)
          .hasMessageContaining("'truncate' this one first");
    }
    // Rows stay where they are if only an index is added.
    admin.modifyTable(
        TestTable.named("salted-disabled").salted(FOUR_BUCKETS + ",index=byRow(row)").descriptor());
    admin.modifyTable(TestTable.named("salted-disabled").salted(FOUR_BUCKETS).descriptor());
    admin.enableTable(salted);
    try (Table table = cluster.connection().getTable(salted)) {
      assertThat(TextRows.get(table, "row")).isEqualTo("1");
    }
  }

  @Test
  void aDisabledTableWithoutAFileIsGivenAnotherSpec() throws Exception {
    TableName name = create(TestTable.named("emptied").salted(FOUR_BUCKETS));
    try (Table table = cluster.connection().getTable(name)) {
      table.put(TextRows.put("row", "1"));
      admin.disableTable(name);
      admin.truncateTable(name, true);
      admin.disableTable(name);
      admin.modifyTable(TestTable.named("emptied").salted("salt=hash(*) % 8").descriptor());
      admin.enableTable(name);
      table.put(TextRows.put("row", "2"));
      assertThat(TextRows.get(table, "row")).isEqualTo("2");
    }
  }

  @Test
  void plainRowsUnderASpecThatAnAdministratorVouchesForAreRefusedByTheirRegion() throws Exception {
    TableName name = create(TestTable.named("legacy"));
    TablePlan vouched = TestTable.named("legacy").salted(FOUR_BUCKETS);
    try (Table table = cluster.connection().getTable(name)) {
      table.put(TextRows.put("row", "1"));
      admin.disableTable(name);
      admin.modifyTable(vouched.value("halite.spec", FOUR_BUCKETS).descriptor());
      admin.enableTable(name);
      assertThatThrownBy(() -> TextRows.get(table, "row"))
          .isInstanceOf(DoNotRetryIOException.class)
          .hasMessageContaining("stored without this salt");
      admin.disableTable(name);
      TableDescriptor plain = TestTable.named("legacy").descriptor();
      admin.modifyTable(plain);
      assertThatThrownBy(() -> admin.enableTable(name))
          .as("the first alter takes the observer off, and forgets no spec")
          .hasMessageContaining("nothing loads the observer");
      admin.modifyTable(plain);
      admin.enableTable(name);
      assertThat(TextRows.get(table, "row")).isEqualTo("1");
    }
  }

  @Test
  void splitsThatLeaveBucketsTogetherAreRefused() {
    assertThatThrownBy(
            () ->
                admin.createTable(
                    TestTable.named("unfit").salted(FOUR_BUCKETS).descriptor(),
                    new byte[][] {{1}, {2}}))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("lack [03]");
  }

  @Test
  void aTableIsNotIndexedInATableThatIsThereAndDoesNotConsent() throws Exception {
    String indexed = FOUR_BUCKETS + ",index=byRow(row)";
    String cure = "alter 'people-byRow', METADATA => {'halite.index.of' => 'people'}";
    TableName entries = create(TestTable.named("people-byRow"));
    assertThatThrownBy(() -> create(TestTable.named("people").salted(indexed)))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining(cure);
    TableName name = create(TestTable.named("people").salted(FOUR_BUCKETS));
    assertThatThrownBy(
            () -> admin.modifyTable(TestTable.named("people").salted(indexed).descriptor()))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining(cure);
    admin.modifyTable(
        TableDescriptorBuilder.newBuilder(admin.getDescriptor(entries))
            .setValue("halite.index.of", "people")
            .build());
    admin.modifyTable(TestTable.named("people").salted(indexed).descriptor());
    assertThat(admin.getDescriptor(name).getValue("halite.spec")).isEqualTo(indexed);
  }

  @Test
  void aClonedIndexTableIsThatOfTheOldTableUntilItSaysOtherwise() throws Exception {
    TestTable.named("old-byRow")
        .families(Bytes.toBytes("i"))
        .value("halite.index.of", "old")
        .create(cluster);
    create(TestTable.named("old").salted(FOUR_BUCKETS + ",index=byRow(row)"));
    for (String suffix : new String[] {"", "-byRow"}) {
      admin.snapshot("shot" + suffix, TableName.valueOf("old" + suffix));
      admin.cloneSnapshot("shot" + suffix, TableName.valueOf("new" + suffix));
    }
    try (Table clone = cluster.connection().getTable(TableName.valueOf("new"))) {
      assertThatThrownBy(() -> clone.put(TextRows.put("row", "1")))
          .isInstanceOf(DoNotRetryIOException.class)
          .hasMessageContaining("does not name that one")
          .hasMessageContaining("alter 'new-byRow', METADATA => {'halite.index.of' => 'new'}");
    }
  }
}
