package io.halite.coprocessor.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.coprocessor.table.RegionSettings;
import io.halite.routing.merge.PassLimits;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.metrics.MetricRegistry;
import org.apache.hadoop.hbase.metrics.MetricRegistryInfo;
import org.apache.hadoop.hbase.metrics.impl.MetricRegistryImpl;
import org.junit.jupiter.api.Test;

class PassCostsTest {
  private final Configuration site = new Configuration(false);
  private final TableDescriptorBuilder table =
      TableDescriptorBuilder.newBuilder(TableName.valueOf("t"));
  private final MetricRegistry registry =
      new MetricRegistryImpl(new MetricRegistryInfo("n", "", "n", "n", false));

  private PassLimits limits() {
    return PassCosts.of(new RegionSettings(site, table.build()), registry).limits();
  }

  @Test
  void eightPassesOfEightMebibytesAndAMillionRowsAreTheDefault() {
    assertThat(limits()).isEqualTo(new PassLimits(8_388_608, 2_097_152, 8, 1_000_000));
  }

  @Test
  void theSiteSaysOtherLimits() {
    site.set("halite.scan.pass.bytes", "1000");
    site.set("halite.scan.passes", "3");
    site.set("halite.scan.pass.rows", "77");
    assertThat(limits()).isEqualTo(new PassLimits(1_000, 2_097_152, 3, 77));
  }

  @Test
  void aTableSaysHowManyPassesButNotHowMuchMemoryTheyTake() {
    site.set("halite.scan.passes", "3");
    table.setValue("halite.scan.pass.bytes", "9999999999");
    table.setValue("halite.scan.passes", " 4 ");
    table.setValue("halite.scan.pass.rows", "77");
    assertThat(limits()).isEqualTo(new PassLimits(8_388_608, 2_097_152, 4, 77));
  }

  @Test
  void whatIsNoNumberIsRefusedByItsKey() {
    table.setValue("halite.scan.passes", "many");
    assertThatThrownBy(this::limits)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "halite.scan.passes 'many' must be a whole number of at least 0: correct"
                + " it in CONFIGURATION of the table or hbase-site.xml");
  }
}
