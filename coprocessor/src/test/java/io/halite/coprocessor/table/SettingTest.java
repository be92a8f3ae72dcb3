package io.halite.coprocessor.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingTest {
  private final Configuration site = new Configuration(false);

  @Test
  void aNumberIsThatOfTheSiteOrTheDefault() {
    assertThat(Setting.SCAN_PASSES.number(site)).isEqualTo(8);
    site.set("halite.scan.passes", " 12 ");
    assertThat(Setting.SCAN_PASSES.number(site)).isEqualTo(12);
    site.set("halite.scan.passes", "3000000000");
    assertThat(Setting.SCAN_PASSES.number(site)).isEqualTo(3_000_000_000L);
  }

  @ParameterizedTest
  @CsvSource({
    "SCAN_PASSES, 99999999999999999999, of at least 0",
    "SCAN_PASSES, -1, of at least 0",
    "SCAN_PASSES, many, of at least 0",
    "SCAN_PASS_BYTES, 99999999999999999999, of at least 0",
    "MEMORY_PERCENT, 26, from 0 to 25",
    "MEMORY_PERCENT, -1, from 0 to 25",
  })
  void aNumberOutOfItsBoundsIsRefusedWithKeyValueAndRule(
      Setting setting, String value, String rule) {
    site.set(setting.key(), value);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> setting.number(site))
        .withMessageContaining("%s '%s' must be a whole number", setting.key(), value)
        .withMessageContaining("whole number %s: correct it in", rule)
        .withMessageEndingWith("hbase-site.xml");
  }

  @Test
  void aNumberOfATableIsRefusedAlike() {
    RegionSettings settings =
        new RegionSettings(
            site,
            TableDescriptorBuilder.newBuilder(TableName.valueOf("t"))
                .setValue("halite.scan.passes", "9999999999999999999")
                .build());
    assertThatIllegalArgumentException()
        .isThrownBy(() -> settings.number(Setting.SCAN_PASSES))
        .withMessageContaining("halite.scan.passes '9999999999999999999'")
        .withMessageContaining("in CONFIGURATION of the table or hbase-site.xml");
  }
}
