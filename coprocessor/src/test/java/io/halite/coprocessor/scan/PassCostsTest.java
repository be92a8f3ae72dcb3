package io.halite.coprocessor.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.client.merge.PassLimits;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.metrics.MetricRegistry;
import org.apache.hadoop.hbase.metrics.MetricRegistryInfo;
import org.apache.hadoop.hbase.metrics.impl.MetricRegistryImpl;
import org.junit.jupiter.api.Test;

class PassCostsTest {
  private final Configuration conf = new Configuration(false);
  private final MetricRegistry registry =
      new MetricRegistryImpl(new MetricRegistryInfo("n", "", "n", "n", false));

  @Test
  void eightPassesOfEightMebibytesAndAMillionRowsAreTheDefault() {
    assertThat(PassCosts.of(conf, registry).limits())
        .isEqualTo(new PassLimits(8_388_608, 2_097_152, 8, 1_000_000));
  }

  @Test
  void tableOrSiteSaysOtherLimits() {
    conf.set("halite.scan.pass.bytes", "1000");
    conf.set("halite.scan.passes", "3");
    conf.set("halite.scan.pass.rows", "77");
    assertThat(PassCosts.of(conf, registry).limits())
        .isEqualTo(new PassLimits(1_000, 2_097_152, 3, 77));
  }
}
