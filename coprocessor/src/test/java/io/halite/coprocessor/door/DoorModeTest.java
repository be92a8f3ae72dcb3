package io.halite.coprocessor.door;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class DoorModeTest {
  private final Configuration site = new Configuration(false);

  @Test
  void aSiteThatSaysNothingHasNoDoors() {
    assertThat(DoorMode.of(site)).isEqualTo(DoorMode.OFF);
  }

  @ParameterizedTest
  @EnumSource
  void eachModeIsReadAsItIsPrintedWithSpacesAround(DoorMode mode) {
    site.set("halite.doors", " " + mode + "\n");
    assertThat(DoorMode.of(site)).isEqualTo(mode);
  }

  @ParameterizedTest
  @ValueSource(strings = {"on", "AUTO", "", "auto,all"})
  void aWrongValueIsNamedWithItsKeyAndTheRule(String wrong) {
    site.set("halite.doors", wrong);
    assertThatThrownBy(() -> DoorMode.of(site))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "halite.doors '%s' must be auto, all or off: correct it in hbase-site.xml", wrong);
  }
}
