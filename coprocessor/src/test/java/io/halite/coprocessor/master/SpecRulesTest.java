package io.halite.coprocessor.master;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.coprocessor.SaltingObserver;
import io.halite.coprocessor.table.TableSetting;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
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

  private static TableDescriptor table(String spec) {
    TableDescriptorBuilder table = TableDescriptorBuilder.newBuilder(TableName.valueOf("flights"));
    if (spec != null) {
      table.setValue("coprocessor$1", "|" + SaltingObserver.class.getName() + "||" + spec);
    }
    return table.build();
  }

  @Test
  void aWrongSpecIsRefusedInTheWordsOfItsRegions() {
    String words = TableSetting.read(WRONG, conf, SaltingObserver.class).refusal();
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
  void onOffAndAnotherSpecNeedADisabledOrAnEmptyTable() throws Exception {
    TableDescriptor[][] changes = {{PLAIN, SALTED}, {SALTED, PLAIN}, {SALTED, WIDER}};
    for (TableDescriptor[] change : changes) {
      assertThatThrownBy(() -> rules.checkChange(change[0], change[1], ENABLED))
          .isInstanceOf(DoNotRetryIOException.class)
          .hasMessageContaining("table 'flights'")
          .hasMessageContaining("'disable' the table first");
      rules.checkChange(change[0], change[1], ENABLED_EMPTY);
      rules.checkChange(change[0], change[1], DISABLED);
    }
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
  void aTableWhoseSpecIsRefusedIsMendedWhileItIsDisabled() throws Exception {
    rules.checkChange(WRONG, SALTED, DISABLED);
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
    conf.set(TableSetting.DEFAULT_SPEC_KEY, "salt=hash(*) % 300");
    rules.checkCreation(
        TableDescriptorBuilder.newBuilder(TableName.valueOf("hbase:namespace")).build(), null);
    assertThatThrownBy(() -> rules.checkCreation(PLAIN, null)).hasMessageContaining("300");
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
  }
}
