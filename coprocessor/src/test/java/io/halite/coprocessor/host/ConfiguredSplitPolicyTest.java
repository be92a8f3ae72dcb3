package io.halite.coprocessor.host;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.regionserver.DisabledRegionSplitPolicy;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.RegionSplitPolicy;
import org.apache.hadoop.hbase.regionserver.SteppingSplitPolicy;
import org.junit.jupiter.api.Test;

/** The policy that a table without one would have, asked in place of another. */
class ConfiguredSplitPolicyTest {
  private static final TableName TABLE = TableName.valueOf("t");

  /** Answers what no policy of HBase would. */
  public static final class Odd extends RegionSplitPolicy {
    @Override
    protected void configureForRegion(HRegion region) {}

    @Override
    protected boolean shouldSplit() {
      return true;
    }

    @Override
    protected boolean canSplit() {
      return true;
    }

    @Override
    protected byte[] getSplitPoint() {
      return new byte[] {7};
    }

    @Override
    public String toString() {
      return "odd with " + getConf().get("x");
    }
  }

  private static Configuration naming(Class<?> policy) {
    Configuration conf = new Configuration(false);
    conf.set(HConstants.HBASE_REGION_SPLIT_POLICY_KEY, policy.getName());
    return conf;
  }

  @Test
  void itAnswersWithItsOwnConfiguration() throws Exception {
    Configuration conf = naming(Odd.class);
    conf.set("x", "its configuration");
    ConfiguredSplitPolicy odd =
        ConfiguredSplitPolicy.of(DisabledRegionSplitPolicy.class, TABLE, null, conf);
    assertThat(odd.shouldSplit()).isTrue();
    assertThat(odd.canSplit()).isTrue();
    assertThat(odd.splitPoint()).containsExactly(7);
    assertThat(odd).hasToString("odd with its configuration");
  }

  @Test
  void withoutAConfiguredPolicyOrWithTheOtherOneItIsHBasesDefault() throws Exception {
    assertThat(ConfiguredSplitPolicy.named(Odd.class, TABLE, new Configuration(false)))
        .isEqualTo(SteppingSplitPolicy.class);
    assertThat(ConfiguredSplitPolicy.named(Odd.class, TABLE, naming(Odd.class)))
        .isEqualTo(SteppingSplitPolicy.class);
  }
}
