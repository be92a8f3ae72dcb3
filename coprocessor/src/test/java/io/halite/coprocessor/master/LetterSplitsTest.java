package io.halite.coprocessor.master;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.coprocessor.SaltingObserver;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a master makes of tables whose buckets are letters, and of the new words in specs. */
class LetterSplitsTest {
  private static final TableName NAME = TableName.valueOf("lettered");

  private final SpecRules rules = new SpecRules(new Configuration(false));

  private static TableDescriptor table(String spec) {
    return TableDescriptorBuilder.newBuilder(NAME)
        .setValue("coprocessor$1", "|" + SaltingObserver.class.getName() + "||" + spec)
        .build();
  }

  private static RegionInfo[] regions(String... splits) {
    RegionInfo[] regions = new RegionInfo[splits.length + 1];
    byte[] start = HConstants.EMPTY_START_ROW;
    for (int i = 0; i < regions.length; i++) {
      byte[] end = i < splits.length ? Bytes.toBytes(splits[i]) : HConstants.EMPTY_END_ROW;
      regions[i] = RegionInfoBuilder.newBuilder(NAME).setStartKey(start).setEndKey(end).build();
      start = end;
    }
    return regions;
  }

  @Test
  void lettersAreToBeCutAsTheyAreStored() {
    TableDescriptor letters = table("salt=hash(*) % 4 letters-");
    assertThatCode(() -> rules.checkCreation(letters, regions("b-", "c-", "d-")))
        .doesNotThrowAnyException();
    assertThatThrownBy(() -> rules.checkCreation(letters, regions("b-", "c-")))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("lack [64 2D]")
        .hasMessageContaining("SPLITS => [\"b-\", \"c-\", \"d-\"]");
  }

  @ParameterizedTest
  @CsvSource({
    "salt=random % 27 letters,           27 buckets have no names in letters",
    "salt=hash(*) % 4 letters-x,         separator '-x' is not ASCII punctuation",
    "key=a:4:int:x;salt=none,            only text is padded",
    "key=a:3:text:xx;salt=none,          padding 'xx' of 'a:3:text:xx' is not one ASCII character",
  })
  void nonsenseIsRefused(String spec, String rule) {
    assertThatThrownBy(() -> rules.checkCreation(table(spec.replace(';', ',')), regions("b")))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining(rule);
  }
}
