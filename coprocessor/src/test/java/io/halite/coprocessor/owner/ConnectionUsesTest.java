package io.halite.coprocessor.owner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.coprocessor.owner.ConnectionUses.Use;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.junit.jupiter.api.Test;

class ConnectionUsesTest {
  private final AtomicInteger closed = new AtomicInteger();
  private final ConnectionUses uses = new ConnectionUses(closed::incrementAndGet);

  @Test
  void aConnectionWithoutUsesClosesAtOnceAndOnce() throws Exception {
    uses.begin().close();
    uses.close();
    uses.close();
    assertThat(closed).hasValue(1);
  }

  @Test
  void aConnectionClosesWhenItsLastUseEnds() throws Exception {
    Use first = uses.begin();
    Use second = uses.begin();
    uses.close();
    uses.close();
    first.close();
    assertThat(closed).hasValue(0);
    second.close();
    assertThat(closed).hasValue(1);
  }

  @Test
  void noUseBeginsAfterTheEnd() throws Exception {
    Use under = uses.begin();
    uses.close();
    assertThatThrownBy(uses::begin).isInstanceOf(NotServingRegionException.class);
    under.close();
    assertThatThrownBy(uses::begin).isInstanceOf(NotServingRegionException.class);
    assertThat(closed).hasValue(1);
  }

  @Test
  void aFailureToCloseReachesWhoClosesButNoRequest() throws Exception {
    ConnectionUses failing =
        new ConnectionUses(
            () -> {
              throw new IOException("stuck");
            });
    Use use = failing.begin();
    failing.close();
    use.close();
    ConnectionUses idle =
        new ConnectionUses(
            () -> {
              throw new IOException("stuck");
            });
    assertThatThrownBy(idle::close).hasMessage("stuck");
  }
}
