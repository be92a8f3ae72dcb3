package io.halite.it.outcome;

import io.halite.it.cluster.TestTable;
import io.halite.routing.table.Mark;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;

/**
 * Holds conditional puts of a value at their owner, before HBase decides them, until its server has
 * died; and keeps the table's regions closed after that.
 */
public final class DyingOwner implements RegionCoprocessor, RegionObserver {
  private static final AtomicReference<Optional<Death>> CURRENT =
      new AtomicReference<>(Optional.empty());

  /** One death of a server, until it is closed. */
  static final class Death implements AutoCloseable {
    private final byte[] value;
    private final CountDownLatch held;
    private final CountDownLatch died = new CountDownLatch(1);
    private final CountDownLatch opens = new CountDownLatch(1);

    /** Holds so many puts of this value. */
    Death(byte[] value, int puts) {
      this.value = value;
      this.held = new CountDownLatch(puts);
      CURRENT.set(Optional.of(this));
    }

    void awaitHeld() throws IOException {
      DyingOwner.await(held);
    }

    void hasDied() {
      died.countDown();
    }

    @Override
    public void close() {
      CURRENT.set(Optional.empty());
      died.countDown();
      opens.countDown();
    }
  }

  private static void await(CountDownLatch latch) throws IOException {
    try {
      if (!latch.await(60, TimeUnit.SECONDS)) {
        throw new IOException("the test waits in vain");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (InterruptedIOException) new InterruptedIOException().initCause(e);
    }
  }

  @Override
  public Optional<RegionObserver> getRegionObserver() {
    return Optional.of(this);
  }

  @Override
  public void preOpen(ObserverContext<RegionCoprocessorEnvironment> context) throws IOException {
    Optional<Death> death = CURRENT.get();
    if (death.isPresent() && !context.getEnvironment().getRegionInfo().getTable().isSystemTable()) {
      await(death.get().opens);
    }
  }

  @Override
  public CheckAndMutateResult preCheckAndMutate(
      ObserverContext<RegionCoprocessorEnvironment> context,
      CheckAndMutate check,
      CheckAndMutateResult result)
      throws IOException {
    Optional<Death> death = CURRENT.get();
    if (death.isPresent()
        && check.getAction() instanceof Put put
        && Mark.isOn(put)
        && death.get().died.getCount() > 0
        && CellUtil.matchingValue(put.get(TestTable.F, TestTable.Q).get(0), death.get().value)) {
      death.get().held.countDown();
      await(death.get().died);
      throw new IOException("this server has died");
    }
    return result;
  }
}
