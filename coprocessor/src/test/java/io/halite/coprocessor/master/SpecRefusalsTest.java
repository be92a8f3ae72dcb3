package io.halite.coprocessor.master;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.coprocessor.SaltingObserver;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SpecRefusalsTest {
  private static final String OBSERVER = SaltingObserver.class.getName();
  private static final TableName NAME = TableName.valueOf("flights");
  private static final TableDescriptor PLAIN = TableDescriptorBuilder.newBuilder(NAME).build();
  private static final TableDescriptor SALTED = table("key=row:*,salt=hash(*) % 16");

  private static final SpecRules.Rows EMPTY =
      new SpecRules.Rows() {
        @Override
        public boolean isDisabled() {
          return false;
        }

        @Override
        public boolean isEmpty() {
          return true;
        }
      };

  private final SpecRules rules = new SpecRules(new Configuration(false));

  private static TableDescriptor table(String spec) {
    return TableDescriptorBuilder.newBuilder(NAME)
        .setValue("coprocessor$1", "|" + SaltingObserver.class.getName() + "||" + spec)
        .build();
  }

  private static TableDescriptor remembering(TableDescriptor table) {
    return TableDescriptorBuilder.newBuilder(table)
        .setValue("halite.spec", "key=row:*,salt=hash(*) % 16")
        .build();
  }

  @Test
  void aNewTableWithARememberedSpecNeedsItsObserver() throws Exception {
    assertThatThrownBy(() -> rules.checkCreation(remembering(PLAIN), null))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("is created with halite.spec = 'key=row:*,salt=hash(*) % 16'")
        .hasMessageContaining("Create it without this value, or with 'coprocessor'");
    rules.checkCreation(remembering(SALTED), new RegionInfo[0]);
  }

  private static TableDescriptor saying(TableDescriptor table, String doors) {
    return TableDescriptorBuilder.newBuilder(table).setValue("halite.doors", doors).build();
  }

  @ParameterizedTest
  @ValueSource(strings = {"OFF", "false", "auto"})
  void aTableSaysOffOfDoorsOrNothing(String wrong) throws Exception {
    String words =
        "halite.doors '" + wrong + "' of table 'flights' must be 'off', in lower case: a table can";
    assertThatThrownBy(() -> rules.checkCreation(saying(SALTED, wrong), new RegionInfo[0]))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining(words)
        .hasMessageContaining("alter 'flights', CONFIGURATION => {'halite.doors' => 'off'}");
    rules.checkCreation(saying(SALTED, "off"), new RegionInfo[0]);
    rules.checkCreation(saying(PLAIN, wrong), new RegionInfo[0]);
    for (TableDescriptor before :
        List.of(SALTED, saying(SALTED, "off"), saying(SALTED, "Off"), saying(PLAIN, wrong))) {
      assertThatThrownBy(() -> rules.checkChange(before, saying(SALTED, wrong), EMPTY))
          .as("altered from %s", before)
          .isInstanceOf(DoNotRetryIOException.class)
          .hasMessageContaining(words);
    }
    rules.checkChange(saying(SALTED, wrong), saying(SALTED, "off"), EMPTY);
    rules.checkChange(saying(SALTED, wrong), SALTED, EMPTY);
  }

  /** Such a table is from a time without this rule, or without the master's observer. */
  @Test
  void aWrongWordOfDoorsDoesNotStandInTheWayOfOtherAlters() throws Exception {
    TableDescriptor wrong = saying(SALTED, "OFF");
    rules.checkChange(
        wrong, TableDescriptorBuilder.newBuilder(wrong).setMaxFileSize(1 << 30).build(), EMPTY);
    rules.checkServing(wrong);
  }

  @Test
  void aRegionOfRowsInSeveralPlacesIsNotTruncatedAlone() throws Exception {
    RegionInfo region = RegionInfoBuilder.newBuilder(NAME).build();
    for (String salt : List.of("random % 4", "random % 10 digits")) {
      assertThatThrownBy(() -> rules.checkTruncation(table("key=row:*,salt=" + salt), region))
          .isInstanceOf(DoNotRetryIOException.class)
          .hasMessageContaining(region.getEncodedName() + " must not be truncated alone")
          .hasMessageNotContaining("random")
          .hasMessageContaining("'truncate_preserve'");
    }
    rules.checkTruncation(SALTED, region);
    rules.checkTruncation(PLAIN, region);
    rules.checkTruncation(table("key=row:*,salt=hash(*) % 300"), region);
    rules.checkTruncation(null, region);
  }

  /** HBase enables what it has truncated, and asks nobody. */
  @Test
  void aTableThatLostItsObserverIsNotTruncated() throws Exception {
    assertThatThrownBy(() -> rules.checkTruncation(remembering(PLAIN)))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("truncate would enable table 'flights' as a plain one")
        .hasMessageContaining("METHOD => 'table_att_unset', NAME => 'halite.spec'")
        .hasMessageContaining("'coprocessor' => '<jar or nothing>|" + OBSERVER);
    TableDescriptor none =
        TableDescriptorBuilder.newBuilder(PLAIN)
            .setValue("halite.spec", "key=row:*,salt=none")
            .build();
    TableDescriptor wider = remembering(table("key=row:*,salt=hash(*) % 32"));
    TableDescriptor wrong = remembering(table("key=row:*,salt=hash(*) % 300"));
    for (TableDescriptor table : List.of(PLAIN, SALTED, remembering(SALTED), none, wider, wrong)) {
      rules.checkTruncation(table);
    }
    rules.checkTruncation(null);
  }
}
