package io.halite.it.door;

import io.halite.it.fault.LetGo;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.regionserver.InternalScanner;

/** Lets one answer to a natural scan fail, or come too late, and knows the server of the last. */
public final class FailingAnswers implements RegionCoprocessor, RegionObserver {
  private static final AtomicReference<Optional<ServerName>> SERVER =
      new AtomicReference<>(Optional.empty());
  private static final AtomicReference<Fault> NEXT = new AtomicReference<>(() -> {});

  private interface Fault {
    void happen() throws IOException;
  }

  /** The server of the last answer that did not fail. */
  static ServerName server() {
    return SERVER.get().orElseThrow();
  }

  static void failOnce() {
    NEXT.set(
        () -> {
          throw new IOException("the test lets this answer fail");
        });
  }

  /** Keeps one answer back until the returned latch is counted down. */
  static CountDownLatch loseOnce() {
    CountDownLatch end = new CountDownLatch(1);
    NEXT.set(() -> LetGo.await(end));
    return end;
  }

  @Override
  public Optional<RegionObserver> getRegionObserver() {
    return Optional.of(this);
  }

  @Override
  public boolean postScannerNext(
      ObserverContext<RegionCoprocessorEnvironment> context,
      InternalScanner scanner,
      List<Result> rows,
      int most,
      boolean more)
      throws IOException {
    // The scanner of an owner is HBase's own, that of a gateway is not.
    if (!scanner.getClass().getName().startsWith("org.apache.hadoop")) {
      NEXT.getAndSet(() -> {}).happen();
      SERVER.set(Optional.of(context.getEnvironment().getServerName()));
    }
    return more;
  }
}
