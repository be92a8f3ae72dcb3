package io.halite.coprocessor.split;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.routing.table.TableAttributes;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import org.apache.hadoop.hbase.regionserver.RegionSplitPolicy;
import org.junit.jupiter.api.Test;

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

  @Test
  void tablesNameItByThisClass() {
    assertThat(TableAttributes.GUARDED_SPLIT_POLICY).isEqualTo(GuardedSplitPolicy.class.getName());
  }
}
