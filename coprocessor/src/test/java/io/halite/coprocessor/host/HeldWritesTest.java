package io.halite.coprocessor.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.regionserver.OnlineRegions;
import org.apache.hadoop.hbase.regionserver.RegionServerAccounting;
import org.apache.hadoop.hbase.regionserver.RegionServerServices;
import org.junit.jupiter.api.Test;

class HeldWritesTest {
  private static final long MUCH = 1L << 50;

  private final RegionServerAccounting memory =
      new RegionServerAccounting(new Configuration(false));

  private OnlineRegions regions(Class<? extends OnlineRegions> type) {
    return (OnlineRegions)
        Proxy.newProxyInstance(
            HeldWritesTest.class.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> memory);
  }

  @Test
  void aServerHoldsWritesWhileAllItsMemstoresAreTooLarge() {
    OnlineRegions server = regions(RegionServerServices.class);
    assertThat(HeldWrites.on(server)).isFalse();
    memory.incGlobalMemStoreSize(MUCH, MUCH, 0);
    assertThat(HeldWrites.on(server)).isTrue();
    memory.decGlobalMemStoreSize(MUCH, MUCH, 0);
    assertThat(HeldWrites.on(server)).isFalse();
  }

  @Test
  void whatIsNoServerHoldsNone() {
    memory.incGlobalMemStoreSize(MUCH, MUCH, 0);
    assertThat(HeldWrites.on(regions(OnlineRegions.class))).isFalse();
  }
}
