package io.halite.client.latest;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.keys.KeyLayout;
import io.halite.keys.KeyRange;
import io.halite.routing.latest.LatestKeys;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.AsyncTableRegionLocator;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.junit.jupiter.api.Test;

class AsyncRegionsTest {
  private static final TableName TABLE = TableName.valueOf("t");

  private static HRegionLocation location(int replica, byte... start) {
    return new HRegionLocation(
        RegionInfoBuilder.newBuilder(TABLE).setStartKey(start).setReplicaId(replica).build(), null);
  }

  /** An interface whose every method gives the same. */
  private static <T> T always(Class<T> type, Supplier<Object> answer) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> answer.get()));
  }

  @Test
  void replicasOfARegionDoNotCount() {
    List<HRegionLocation> locations =
        Stream.of(0, 1)
            .flatMap(replica -> Stream.of(location(replica, (byte) 'm'), location(replica)))
            .toList();
    CompletableFuture<List<HRegionLocation>> known = CompletableFuture.completedFuture(locations);
    AsyncTableRegionLocator locator = always(AsyncTableRegionLocator.class, () -> known);
    try (Relocation relocation = new Relocation(row -> KeyRange.all())) {
      LatestRegions regions =
          new AsyncRegions(
              always(AsyncConnection.class, () -> locator),
              TABLE,
              relocation,
              LatestKeys.of(KeyLayout.parse("unit:1 ts:8:revtime")));
      assertThat(regions.starts().join()).containsExactly(new byte[0], new byte[] {'m'});
    }
  }
}
