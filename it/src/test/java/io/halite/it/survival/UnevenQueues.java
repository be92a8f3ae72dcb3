package io.halite.it.survival;

import io.halite.routing.table.Mark;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.wal.WALEdit;

/**
 * A busy owner: one put of four waits for up to two seconds, as in a call queue longer than the
 * others, before Halite's observer sees it.
 */
public final class UnevenQueues implements RegionCoprocessor, RegionObserver {
  private static final int ONE_OF = 4;
  private static final int LONGEST_MILLIS = 2_000;

  @Override
  public Optional<RegionObserver> getRegionObserver() {
    return Optional.of(this);
  }

  @Override
  public void prePut(ObserverContext<RegionCoprocessorEnvironment> ctx, Put put, WALEdit edit)
      throws IOException {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    if (!Mark.isOn(put) || random.nextInt(ONE_OF) > 0) {
      return;
    }
    try {
      TimeUnit.MILLISECONDS.sleep(random.nextInt(LONGEST_MILLIS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (InterruptedIOException) new InterruptedIOException().initCause(e);
    }
  }
}
