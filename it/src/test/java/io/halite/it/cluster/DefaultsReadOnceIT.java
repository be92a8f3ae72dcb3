package io.halite.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.CompoundConfiguration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.junit.jupiter.api.Test;

class DefaultsReadOnceIT {
  @Test
  void theBuildChangesTheSettingsOfStores() {
    assertThat(CompoundConfiguration.class.getDeclaredMethods())
        .extracting(Method::getName)
        .contains("getProps");
  }

  @Test
  void aCopyOfAStoresSettingsHasAllOfHadoopsDefaultsAndNoOther() {
    Configuration copy = new Configuration(new CompoundConfiguration());
    assertThat(copy).containsExactlyInAnyOrderElementsOf(new Configuration()).hasSizeGreaterThan(1);
  }

  @Test
  void aCopyIsItsOwn() {
    new Configuration(new CompoundConfiguration()).set("halite.test.copied", "yes");
    assertThat(new Configuration(new CompoundConfiguration()).get("halite.test.copied")).isNull();
  }

  @Test
  void newSettingsHaveThoseOfTheFilesAndNoOther() {
    Configuration read = HBaseConfiguration.addHbaseResources(new Configuration());
    assertThat(read.get("hbase.taskmonitor.expiration.time")).isEqualTo("1000");
    assertThat(HBaseConfiguration.create()).containsExactlyInAnyOrderElementsOf(read);
  }

  @Test
  void newSettingsAreTheirOwn() {
    HBaseConfiguration.create().set("halite.test.created", "yes");
    assertThat(HBaseConfiguration.create().get("halite.test.created")).isNull();
  }
}
