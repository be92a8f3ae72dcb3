package io.halite.coprocessor.table;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SiteSwitchesTest {
  private final Configuration site = new Configuration(false);

  @Test
  void aSiteThatSaysNothingHasTheDefaults() {
    assertThat(SiteSwitches.isOn(Setting.AUDIT, site)).isFalse();
    assertThat(SiteSwitches.isOn(Setting.FORWARD_PERMITS, site)).isTrue();
    assertThat(SiteSwitches.isOn(Setting.FORWARD_SHARING, site)).isFalse();
    assertThat(SiteSwitches.objections(site)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "AUDIT, true, true",
    "AUDIT, false, false",
    "FORWARD_PERMITS, on, true",
    "FORWARD_PERMITS, off, false",
    "FORWARD_SHARING, on, true",
    "FORWARD_SHARING, off, false",
    "FORWARD_SHARING, ' on ', true"
  })
  void eachWordIsTaken(Setting setting, String word, boolean on) {
    site.set(setting.key(), word);
    assertThat(SiteSwitches.isOn(setting, site)).isEqualTo(on);
    assertThat(SiteSwitches.objections(site)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "FORWARD_SHARING, ON, on or off, off",
    "FORWARD_SHARING, true, on or off, off",
    "FORWARD_SHARING, '', on or off, off",
    "FORWARD_PERMITS, OFF, on or off, on",
    "FORWARD_PERMITS, false, on or off, on",
    "AUDIT, TRUE, true or false, true",
    "AUDIT, on, true or false, true"
  })
  void anotherValueIsNamedWithItsKeyAndTheRuleAndWithWhatItCountsAs(
      Setting setting, String wrong, String rule, String word) {
    site.set(setting.key(), wrong);
    assertThat(SiteSwitches.objections(site))
        .containsExactly(
            "%s '%s' must be %s, in lower case: it counts as %s; correct it in hbase-site.xml"
                .formatted(setting.key(), wrong, rule, word));
    boolean counted = SiteSwitches.isOn(setting, site);
    site.set(setting.key(), word);
    assertThat(counted).isEqualTo(SiteSwitches.isOn(setting, site));
  }

  /** It is a table's: see {@code LoadableFiles}. */
  @Test
  void whatASiteSaysOfASwitchOfTablesIsNobodysBusiness() {
    site.set(Setting.BULKLOAD_STORED.key(), "ON");
    assertThat(SiteSwitches.objections(site)).isEmpty();
  }
}
