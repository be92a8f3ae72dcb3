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

class SpecRefusalsTest {
  private static final TableName NAME = TableName.valueOf("flights");
  private static final TableDescriptor PLAIN = TableDescriptorBuilder.newBuilder(NAME).build();
  private static final TableDescriptor SALTED = table("key=row:*,salt=hash(*) % 16");

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
}
