package io.halite.coprocessor.owner;

import io.opentelemetry.context.Context;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.hbase.thirdparty.com.google.common.util.concurrent.ThreadFactoryBuilder;

/** The threads on which one server sends the parts of batches; they start when needed. */
final class ForwardThreads implements AutoCloseable {
  private static final int THREADS = 64;

  private Optional<ExecutorService> executor = Optional.empty();

  synchronized Executor executor() {
    if (executor.isEmpty()) {
      executor =
          Optional.of(
              new ThreadPoolExecutor(
                  0,
                  THREADS,
                  30,
                  TimeUnit.SECONDS,
                  new SynchronousQueue<>(),
                  new ThreadFactoryBuilder()
                      .setDaemon(true)
                      .setNameFormat("halite-forward-%d")
                      .build(),
                  // CallerRunsPolicy would discard it after a shutdown.
                  (task, full) -> task.run()));
    }
    // So that the spans of owners belong to the trace of the client's request.
    return Context.taskWrapping((Executor) executor.get());
  }

  /** Ends the threads after what they do; a later use starts others. */
  @Override
  public synchronized void close() {
    executor.ifPresent(ExecutorService::shutdown);
    executor = Optional.empty();
  }
}
