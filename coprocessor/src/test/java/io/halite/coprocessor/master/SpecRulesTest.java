package io.halite.coprocessor.master;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.coprocessor.SaltingObserver;
import io.halite.coprocessor.table.Setting;
import io.halite.coprocessor.table.TableSetting;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class SpecRulesTest {
  private static final TableDescriptor PLAIN = table(null);
  private static final TableDescriptor SALTED = table("salt=hash(*) % 16");
  private static final TableDescriptor WIDER = table("salt=hash(*) % 32");
  private static final TableDescriptor WRONG = table("salt=hash(*) % 300");

  private final Configuration conf = new Configuration(false);
  private final SpecRules rules = new SpecRules(conf);

  private record Rows(boolean isDisabled, boolean isEmpty) implements SpecRules.Rows {}

  private static final SpecRules.Rows ENABLED = new Rows(false, false);
  private static final SpecRules.Rows ENABLED_EMPTY = new Rows(false, true);
  private static final SpecRules.Rows DISABLED = new Rows(true, false);
  private static final SpecRules.Rows DISABLED_EMPTY = new Rows(true, true);

  private static TableDescriptor table(String spec) {
    TableDescriptorBuilder table = TableDescriptorBuilder.newBuilder(TableName.valueOf("flights"));
    if (spec != null) {
      table.setValue("coprocessor$1", "|" + SaltingObserver.class.getName() + "||" + spec);
    }
    return table.build();
  }

  @Test
  void aWrongSpecIsRefusedInTheWordsOfItsRegions() {
    String words = TableSetting.read(WRONG, conf, SaltingObserver.class).refusal().orElseThrow();
    assertThatThrownBy(() -> rules.checkCreation(WRONG, new RegionInfo[0]))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessage(words);
    assertThatThrownBy(() -> rules.checkChange(PLAIN, WRONG, DISABLED)).hasMessage(words);
    assertThatThrownBy(() -> rules.checkChange(WRONG, WRONG, DISABLED)).hasMessage(words);
  }

  @Test
  void rightSpecsAndPlainTablesAreCreated() throws Exception {
    rules.checkCreation(SALTED, new RegionInfo[0]);
    rules.checkCreation(PLAIN, null);
    rules.checkCreation(null, null);
  }

  @Test
  void aChangeThatLeavesTheSpecAloneIsNoMatterOfRows() throws Exception {
    TableDescriptor elsewhere =
        TableDescriptorBuilder.newBuilder(PLAIN)
            .setValue(
                "coprocessor$7",
                "hdfs:///halite.jar|"
                    + SaltingObserver.class.getName()
                    + "||key=row:*,salt=hash(*) % 16")
            .build();
    rules.checkChange(SALTED, elsewhere, ENABLED);
    rules.checkChange(PLAIN, PLAIN, ENABLED);
  }

  @Test
  void onOffAndAnotherSpecNeedAnEmptyTable() throws Exception {
    TableDescriptor[][] changes = {{PLAIN, SALTED}, {SALTED, PLAIN}, {SALTED, WIDER}};
    for (TableDescriptor[] change : changes) {
      assertThatThrownBy(() -> rules.checkChange(change[0], change[1], ENABLED))
          .isInstanceOf(DoNotRetryIOException.class)
          .hasMessageContaining("table 'flights'")
          .hasMessageContaining("'disable' the table first");
      rules.checkChange(change[0], change[1], ENABLED_EMPTY);
      rules.checkChange(change[0], change[1], DISABLED_EMPTY);
    }
    for (TableDescriptor table : new TableDescriptor[] {PLAIN, SALTED}) {
      assertThatThrownBy(() -> rules.checkChange(table, WIDER, DISABLED))
          .isInstanceOf(DoNotRetryIOException.class)
          .hasMessageContaining("'truncate' this one first")
          .hasMessageContaining("METADATA => {'halite.spec' => 'key=row:*,salt=hash(*) % 32'}");
    }
    // The rows stay known by the metadata.
    rules.checkChange(SALTED, PLAIN, DISABLED);
  }

  @Test
  void aRefusalNamesBothSpecs() {
    assertThatThrownBy(() -> rules.checkChange(SALTED, WIDER, ENABLED))
        .hasMessageContaining("'key=row:*,salt=hash(*) % 16'")
        .hasMessageContaining("'key=row:*,salt=hash(*) % 32'");
    assertThatThrownBy(() -> rules.checkChange(PLAIN, SALTED, ENABLED))
        .hasMessageContaining("from no spec to 'key=row:*,salt=hash(*) % 16'");
  }

  @Test
  void aTableWhoseSpecIsRefusedIsCorrectedWhileItIsDisabled() throws Exception {
    rules.checkChange(WRONG, SALTED, DISABLED_EMPTY);
    rules.checkChange(WRONG, lost(SALTED), DISABLED);
    assertThatThrownBy(() -> rules.checkChange(WRONG, SALTED, DISABLED))
        .hasMessageContaining("'truncate' this one first");
    assertThatThrownBy(() -> rules.checkChange(WRONG, SALTED, ENABLED_EMPTY))
        .hasMessageContaining("a wrong spec")
        .hasMessageContaining("300");
  }

  @Test
  void descriptorsThatAreNotThereAreLeftToHBase() throws Exception {
    rules.checkChange(null, SALTED, ENABLED);
    rules.checkChange(SALTED, null, ENABLED);
  }

  @Test
  void systemTablesAreLeftAlone() throws Exception {
    conf.set(Setting.DEFAULT_SPEC.key(), "salt=hash(*) % 300");
    rules.checkCreation(
        TableDescriptorBuilder.newBuilder(TableName.valueOf("hbase:namespace")).build(), null);
    assertThatThrownBy(() -> rules.checkCreation(PLAIN, null)).hasMessageContaining("300");
  }

  @Test
  void splitsThatLeaveBucketsTogetherAreRefusedWithThoseThatLack() throws Exception {
    rules.checkCreation(SALTED, regions());
    rules.checkCreation(SALTED, regions(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 'G'));
    assertThatThrownBy(
            () -> rules.checkCreation(SALTED, regions(2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14)))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("table 'flights'")
        .hasMessageContaining("lack [01, 0F]")
        .hasMessageContaining("SPLITS => [\"\\x01\", \"\\x02\", \"\\x03\", \"\\x04\",")
        .hasMessageContaining("\"\\x0E\", \"\\x0F\"]");
  }

  @Test
  void digitsOfBucketsAreToBeWrittenAsTheyAreStored() {
    TableDescriptor digits = table("salt=random % 20 digits");
    assertThatThrownBy(() -> rules.checkCreation(digits, regions('5')))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("lack [30 31, 30 32,")
        .hasMessageContaining("SPLITS => [\"01\", \"02\",")
        .hasMessageContaining("\"18\", \"19\"]");
  }

  private static RegionInfo[] regions(int... splits) {
    RegionInfo[] regions = new RegionInfo[splits.length + 1];
    for (int i = 0; i < regions.length; i++) {
      byte[] start = i == 0 ? new byte[0] : new byte[] {(byte) splits[i - 1]};
      byte[] end = i == splits.length ? new byte[0] : new byte[] {(byte) splits[i]};
      regions[i] =
          RegionInfoBuilder.newBuilder(SALTED.getTableName())
              .setStartKey(start)
              .setEndKey(end)
              .build();
    }
    return regions;
  }

  @Test
  void aTableRemembersItsSpecUntilItIsEmptyOrAnOperatorMakesItForget() throws Exception {
    TableDescriptor salted = rules.remembering(SALTED);
    assertThat(salted.getValue("halite.spec")).isEqualTo("key=row:*,salt=hash(*) % 16");
    assertThat(rules.remembering(PLAIN)).isEqualTo(PLAIN);
    TableDescriptor unset =
        TableDescriptorBuilder.newBuilder(salted)
            .removeValue(Bytes.toBytes("coprocessor$1"))
            .build();
    assertThat(rules.remembering(salted, unset, DISABLED).getValue("halite.spec")).isNotNull();
    assertThat(rules.remembering(salted, unset, ENABLED_EMPTY).getValue("halite.spec")).isNull();
    assertThat(rules.remembering(salted, WIDER, DISABLED_EMPTY).getValue("halite.spec"))
        .isEqualTo("key=row:*,salt=hash(*) % 32");
    assertThat(rules.remembering(null, null, DISABLED)).isNull();
  }

  @Test
  void theNormalizerMergesNoSaltedTableThatDoesNotSayOtherwise() throws Exception {
    String merges = "hbase.normalizer.merge.enabled";
    assertThat(rules.remembering(SALTED).getValue(merges)).isEqualTo("false");
    assertThat(rules.remembering(PLAIN, SALTED, ENABLED_EMPTY).getValue(merges)).isEqualTo("false");
    TableDescriptor merged =
        TableDescriptorBuilder.newBuilder(SALTED).setValue(merges, "true").build();
    assertThat(rules.remembering(merged).getValue(merges)).isEqualTo("true");
    assertThat(rules.remembering(rules.remembering(SALTED), SALTED, ENABLED_EMPTY).getValue(merges))
        .as("an alter of a salted table may take the value away")
        .isNull();
    assertThat(rules.remembering(PLAIN).getValue(merges)).isNull();
  }

  @Test
  void aSaltedTableWithoutItsObserverIsNotServed() throws Exception {
    assertThatThrownBy(() -> rules.checkServing(lost(PLAIN)))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("salted under 'key=row:*,salt=hash(*) % 16'")
        .hasMessageContaining("'table_att_unset', NAME => 'halite.spec'");
    rules.checkServing(rules.remembering(SALTED));
    rules.checkServing(PLAIN);
    rules.checkServing(null);
  }

  private static TableDescriptor lost(TableDescriptor table) {
    return TableDescriptorBuilder.newBuilder(table)
        .setValue("halite.spec", "key=row:*,salt=hash(*) % 16")
        .build();
  }

  @Test
  void noExceptionButIOExceptionLeavesTheObserver() {
    SaltingMasterObserver observer = new SaltingMasterObserver();
    assertThat(observer.getMasterObserver()).contains(observer);
    assertThatThrownBy(() -> observer.preCreateTable(null, SALTED, null))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("preCreateTable");
    assertThatThrownBy(() -> observer.preModifyTable(null, null, SALTED, WIDER))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("preModifyTable");
    assertThatThrownBy(() -> observer.preCreateTableRegionsInfos(null, SALTED))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("preCreateTableRegionsInfos");
    assertThatThrownBy(() -> observer.preTruncateRegion(null, null))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("preTruncateRegion");
    assertThatThrownBy(() -> observer.preTruncateTable(null, null))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("preTruncateTable");
    assertThatThrownBy(() -> observer.preEnableTable(null, null))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("preEnableTable");
    assertThatThrownBy(() -> observer.preCloneSnapshot(null, null, SALTED))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("preCloneSnapshot");
    assertThatThrownBy(() -> observer.preRestoreSnapshot(null, null, null))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("preRestoreSnapshot");
  }

  @Test
  void anIndexTableThatIsThereConsents() throws Exception {
    TableDescriptor indexed = table("salt=hash(*) % 16,index=byRow(row)");
    TableName entries = TableName.valueOf("flights-byRow");
    TableDescriptorBuilder strange = TableDescriptorBuilder.newBuilder(entries);
    rules.checkIndexes(indexed, name -> Optional.empty());
    rules.checkIndexes(SALTED, name -> Optional.of(strange.build()));
    rules.checkIndexes(WRONG, name -> Optional.of(strange.build()));
    assertThatThrownBy(
            () ->
                rules.checkIndexes(
                    indexed,
                    name -> Optional.of(strange.build()).filter(is -> name.equals(entries))))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining(
            "alter 'flights-byRow', METADATA => {'halite.index.of' => 'flights'}");
    strange.setValue("halite.index.of", "flights");
    rules.checkIndexes(indexed, name -> Optional.of(strange.build()));
  }
}
