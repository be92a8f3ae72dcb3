package io.halite.client.plugin;

import java.time.Duration;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.hbase.thirdparty.com.google.common.util.concurrent.ThreadFactoryBuilder;

/**
 * The thread of one connection that looks for scanners that nobody reads. It is there while
 * scanners are open.
 *
 * <p>The JVM's common pool is no place for that: an application whose tasks fill it would keep the
 * scans of forgotten scanners open at their owners. Thread-safe.
 */
final class LookThread implements IdleScanners.Later {
  private static final Duration IDLE = Duration.ofSeconds(10);

  private final Duration delay;
  private final ScheduledThreadPoolExecutor thread;

  /** No thread yet; each task waits so long. */
  LookThread(Duration delay) {
    this(delay, IDLE);
  }

  /** The same; the thread ends when it has had nothing to wait for for so long. */
  LookThread(Duration delay, Duration idle) {
    this.delay = delay;
    this.thread =
        new ScheduledThreadPoolExecutor(
            1,
            new ThreadFactoryBuilder().setDaemon(true).setNameFormat("halite-idle-%d").build(),
            // A reader may open a scanner, or come back to one, while its connection closes.
            new ThreadPoolExecutor.DiscardPolicy());
    thread.setKeepAliveTime(idle.toMillis(), TimeUnit.MILLISECONDS);
    thread.allowCoreThreadTimeOut(true);
    thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
  }

  @Override
  public void run(Runnable task) {
    var unused = thread.schedule(task, delay.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Tasks that wait are dropped, and the thread ends. */
  @Override
  public void close() {
    thread.shutdown();
  }
}
