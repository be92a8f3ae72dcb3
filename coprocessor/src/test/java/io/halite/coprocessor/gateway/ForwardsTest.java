package io.halite.coprocessor.gateway;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.coprocessor.owner.OwnerConnection;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.quotas.RpcThrottlingException;
import org.junit.jupiter.api.Test;

class ForwardsTest {
  /** Never reached: a forward passes its gate before it asks for a permit. */
  @SuppressWarnings("NullAway")
  private static final OwnerConnection UNREACHED = null;

  /** Else it would wait under the lock for an owner in the same region, and the load for it. */
  @Test
  void nothingIsForwardedUnderALockThatALoadWaitsFor() throws Exception {
    LoadGate gate = new LoadGate();
    gate.close(Thread.currentThread(), 1);
    Forwards forwards = new Forwards(TableName.valueOf("t"), UNREACHED, any -> null, gate::enter);
    assertThatThrownBy(
            () -> forwards.toOne(null, 0, (owner, budget) -> fail("a request of one row")))
        .isInstanceOf(RpcThrottlingException.class)
        .hasMessageContaining("is about to load files");
    assertThatThrownBy(() -> forwards.toMany(null, 0, (owners, budget) -> fail("a batch")))
        .isInstanceOf(RpcThrottlingException.class)
        .hasMessageContaining("is about to load files");
  }

  private static Object fail(String what) {
    throw new AssertionError(what + " was sent");
  }
}
