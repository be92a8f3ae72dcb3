package io.halite.coprocessor.owner;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Threads named as HBase names its handlers, each of which runs what a test tells it to. */
final class Handlers implements AutoCloseable {
  private final Map<String, ExecutorService> threads = new LinkedHashMap<>();

  /** Starts handlers of one call queue; returns this. */
  Handlers with(String pool, int queue, int port, int... handlers) throws Exception {
    for (int handler : handlers) {
      String name = name(pool, handler, queue, port);
      threads.put(name, Executors.newSingleThreadExecutor(task -> new Thread(task, name)));
      // HBase starts its handlers with the server; an executor starts its thread with its task.
      run(name, () -> null);
    }
    return this;
  }

  static String name(String pool, int handler, int queue, int port) {
    return "RpcServer." + pool + ".handler=" + handler + ",queue=" + queue + ",port=" + port;
  }

  <T> T run(String name, Callable<T> task) throws Exception {
    try {
      return begin(name, task).get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof Exception cause ? cause : e;
    }
  }

  /** Begins what may wait. */
  <T> Future<T> begin(String name, Callable<T> task) {
    return threads.get(name).submit(task);
  }

  /** Ends the threads: one that lived on would count as a handler of the next test's queue. */
  @Override
  public void close() throws InterruptedException {
    threads.values().forEach(ExecutorService::shutdownNow);
    for (ExecutorService thread : threads.values()) {
      thread.awaitTermination(10, TimeUnit.SECONDS);
    }
  }
}
