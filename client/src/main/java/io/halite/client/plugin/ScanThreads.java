package io.halite.client.plugin;

import io.opentelemetry.context.Context;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.hbase.thirdparty.com.google.common.util.concurrent.ThreadFactoryBuilder;

/**
 * The threads of one asynchronous connection that call consumers of scans where no thread of the
 * network does: with what was there before a scan had been sent, with what waited for {@code
 * resume}, and with what is more than a thread of the network has time for.
 *
 * <p>The JVM's common pool is no place for that: an application whose tasks there wait for their
 * scans would leave it no thread. Thread-safe.
 */
final class ScanThreads implements Executor {
  private static final Duration IDLE = Duration.ofSeconds(10);

  private final ThreadPoolExecutor pool;

  /** No thread yet. */
  ScanThreads() {
    this(IDLE);
  }

  /** The same; a thread ends when it has had nothing to do for so long. */
  ScanThreads(Duration idle) {
    this.pool =
        new ThreadPoolExecutor(
            most(),
            most(),
            idle.toMillis(),
            TimeUnit.MILLISECONDS,
            new LinkedBlockingQueue<>(),
            new ThreadFactoryBuilder().setDaemon(true).setNameFormat("halite-scans-%d").build());
    pool.allowCoreThreadTimeOut(true);
  }

  /** As many as HBase's client has for the network by default. */
  static int most() {
    return 2 * Runtime.getRuntime().availableProcessors();
  }

  /** In the trace of the caller, as HBase's client calls consumers. */
  @Override
  public void execute(Runnable callbacks) {
    pool.execute(Context.current().wrap(callbacks));
  }

  /**
   * The connection is closed: threads end as soon as they have nothing to do. Consumers of scans
   * that were under way still learn how these end.
   */
  void end() {
    pool.setKeepAliveTime(1, TimeUnit.MILLISECONDS);
  }
}
