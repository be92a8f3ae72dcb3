package io.halite.coprocessor.split;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.coprocessor.latest.RegionOnDisk;
import io.halite.routing.table.TableAttributes;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.RegionSplitPolicy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** All that HBase asks a policy is passed on to the configured one. */
class GuardedSplitPolicyTest {
  /**
   * A method that a later HBase adds would be answered by HBase's own policy, and not by theirs.
   */
  @Test
  void everyMethodThatAPolicyMayOverrideIsPassedOn() {
    assertThat(
            Arrays.stream(RegionSplitPolicy.class.getDeclaredMethods())
                .filter(method -> !method.isSynthetic())
                .filter(
                    method -> (method.getModifiers() & (Modifier.STATIC | Modifier.PRIVATE)) == 0)
                .map(Method::getName)
                // The master asks it of a policy without a region, and never of a configured one.
                .filter(name -> !name.equals("skipStoreFileRangeCheck")))
        .containsExactlyInAnyOrder("configureForRegion", "shouldSplit", "canSplit", "getSplitPoint")
        .allSatisfy(
            name ->
                assertThat(GuardedSplitPolicy.class.getDeclaredMethods())
                    .anyMatch(method -> method.getName().equals(name)));
  }

  /** Only a missing observer is a reason: an alter of the table would wait for its regions. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "org.apache.hadoop.hbase.regionserver.KeyPrefixRegionSplitPolcy",
        "java.lang.String",
        "org.apache.hadoop.hbase.regionserver.RegionSplitPolicy"
      })
  void aPolicyThatCannotBeMadeKeepsNoRegionClosed(String configured, @TempDir Path directory)
      throws Exception {
    Map<String, String> values =
        Map.of(
            TableDescriptorBuilder.SPLIT_POLICY,
            GuardedSplitPolicy.class.getName(),
            HConstants.HBASE_REGION_SPLIT_POLICY_KEY,
            configured);
    try (RegionOnDisk disk = RegionOnDisk.create(directory, values)) {
      assertThat(disk.region().checkSplit()).isEmpty();
      Configuration conf = new Configuration(false);
      conf.set(HConstants.HBASE_REGION_SPLIT_POLICY_KEY, configured);
      assertThat(RegionSplitPolicy.create(disk.region(), conf).toString())
          .as("HBase's default")
          .startsWith("GuardedSplitPolicy over SteppingSplitPolicy");
    }
  }

  @Test
  void tablesNameItByThisClass() {
    assertThat(TableAttributes.GUARDED_SPLIT_POLICY).isEqualTo(GuardedSplitPolicy.class.getName());
  }
}
