package io.halite.coprocessor;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.regionserver.Region;
import org.junit.jupiter.api.Test;

class LoadedRolesTest {
  private static final RegionInfo INFO =
      RegionInfoBuilder.newBuilder(TableName.valueOf("t")).build();

  private final ConcurrentHashMap<String, Object> sharedData = new ConcurrentHashMap<>();
  private boolean closing;

  private final LoadedRoles roles =
      LoadedRoles.of(
          proxy(
              RegionCoprocessorEnvironment.class,
              Map.of(
                  "getSharedData",
                  sharedData,
                  "getServerName",
                  ServerName.valueOf("s1,1,1"),
                  "getRegionInfo",
                  INFO,
                  "getRegion",
                  proxy(Region.class, Map.of()))));

  private <T> T proxy(Class<T> type, Map<String, Object> answers) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, args) -> answers.getOrDefault(method.getName(), closing)));
  }

  private static RegionRole role() {
    return new RefusingRegion(null, "refused");
  }

  @Test
  void theRoleThatIsLoadedLastIsThePresentOne() throws Exception {
    RegionRole first = role();
    RegionRole second = role();
    roles.begin(first);
    roles.begin(second);
    assertThat(roles.present(first)).isSameAs(second);
    roles.end(second);
    assertThat(sharedData).isEmpty();
  }

  /** HBase may then stop the first one alone. */
  @Test
  void aRoleThatBeginsInAClosingRegionLeavesNothingBehind() throws Exception {
    RegionRole first = role();
    roles.begin(first);
    closing = true;
    roles.begin(role());
    roles.end(first);
    assertThat(sharedData).isEmpty();
  }
}
