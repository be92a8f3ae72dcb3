package io.halite.coprocessor.owner;

import io.halite.coprocessor.table.Setting;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Semaphore;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.quotas.RpcThrottlingException;

/**
 * Keeps one handler of every call queue free of forwards, so that two servers cannot wait for each
 * other with all their handlers.
 *
 * <p>A handler polls only its own call queue. So the bound is kept for each queue: of its handlers,
 * all but one may wait for an owner at a time. A forwarded request is never forwarded again, so the
 * one that is left always gets on. With a pool of its own for forwards ({@code
 * hbase.regionserver.bulkload.handler.count} above 0) the common queues need no bound.
 *
 * <p>Queue and handlers are read off the handler threads' names, such as {@code
 * RpcServer.default.FPBQ.Fifo.handler=2,queue=0,port=16020}; a thread that is no handler needs no
 * permit. Thread-safe.
 */
public final class HandlerPermits {
  static final String PRIVATE_POOL_KEY = "hbase.regionserver.bulkload.handler.count";
  private static final Pattern HANDLER =
      Pattern.compile("(?<pool>.*)\\.handler=\\d+,queue=(?<queue>\\d+),port=(?<port>\\d+)");
  private static final String SERVER_THREAD = "RpcServer.";
  private static final String PRIVATE_POOL = "RpcServer.bulkLoad.";

  private final SaltingMetrics metrics;
  private final boolean off;
  private final boolean privatePool;
  private final ConcurrentMap<String, Queue> queues = new ConcurrentHashMap<>();
  private final ConcurrentMap<String, Optional<Queue>> threads = new ConcurrentHashMap<>();

  private record Queue(Semaphore permits, Pressure pressure) {}

  /** Permits as the region server's configuration asks for, counted by {@code metrics}. */
  public HandlerPermits(Configuration conf, SaltingMetrics metrics) {
    this(
        metrics,
        "off".equals(Setting.FORWARD_PERMITS.text(conf)),
        conf.getInt(PRIVATE_POOL_KEY, 0) > 0);
  }

  private HandlerPermits(SaltingMetrics metrics, boolean off, boolean privatePool) {
    this.metrics = metrics;
    this.off = off;
    this.privatePool = privatePool;
  }

  /** Permits to wait for requests that the common queues serve, whatever the forwards have. */
  HandlerPermits ofCommonQueues() {
    return privatePool ? new HandlerPermits(metrics, off, false) : this;
  }

  /** The RPC priority of forwards: that of the private pool if there is one. */
  public int forwardPriority() {
    return privatePool ? HConstants.BULKLOAD_QOS : HConstants.NORMAL_QOS;
  }

  /** A permit held until it is closed. */
  public interface Permit extends AutoCloseable {
    @Override
    void close();
  }

  private static final Permit FREE = () -> {};

  /** A permit for the current thread to wait for an owner; empty if it must not wait. */
  public Optional<Permit> tryAcquire() throws DoNotRetryIOException {
    Optional<Queue> queue = queue();
    return queue.isPresent() ? tryAcquire(queue.get()) : Optional.of(FREE);
  }

  /**
   * A permit for the current thread to wait for an owner.
   *
   * @throws RpcThrottlingException if all are taken: nothing ran, the client repeats after the time
   *     that it names
   */
  public Permit acquire() throws RpcThrottlingException, DoNotRetryIOException {
    Optional<Queue> queue = queue();
    if (queue.isEmpty()) {
      return FREE;
    }
    Pressure pressure = queue.get().pressure();
    Permit permit = tryAcquire(queue.get()).orElseThrow(pressure::refused);
    pressure.granted();
    return permit;
  }

  private Optional<Permit> tryAcquire(Queue queue) {
    if (!queue.permits().tryAcquire()) {
      metrics.permitRefused();
      return Optional.empty();
    }
    metrics.permitTaken();
    return Optional.of(
        () -> {
          metrics.permitReturned();
          queue.permits().release();
        });
  }

  /** The queue that the current thread polls; empty if the thread needs no permit. */
  private Optional<Queue> queue() throws DoNotRetryIOException {
    if (off) {
      return Optional.empty();
    }
    String thread = Thread.currentThread().getName();
    Optional<Queue> known = threads.get(thread);
    if (known == null) {
      known = read(thread);
      if (thread.startsWith(SERVER_THREAD)) {
        threads.put(thread, known);
      }
    }
    return known;
  }

  /** The queue that a thread polls, by the thread's name; empty if it needs no permit. */
  private Optional<Queue> read(String thread) throws DoNotRetryIOException {
    Matcher handler = HANDLER.matcher(thread);
    if (!handler.matches() || (privatePool && !thread.startsWith(PRIVATE_POOL))) {
      return Optional.empty();
    }
    int handlers = count(handler);
    if (handlers == 1) {
      throw new DoNotRetryIOException(
          "call queue "
              + handler.group("queue")
              + " of "
              + handler.group("pool")
              + " has 1 handler, and a salted table needs one more than the forwards that wait:"
              + " set hbase.regionserver.handler.count to 2 a queue or more, or, for tables without"
              + " an index, "
              + PRIVATE_POOL_KEY
              + " above 0 (hbase-site.xml of the region servers)");
    }
    String name = handler.group("pool") + handler.group("queue") + ":" + handler.group("port");
    return Optional.of(
        queues.computeIfAbsent(
            name,
            queue ->
                new Queue(new Semaphore(handlers - 1), new Pressure(System::currentTimeMillis))));
  }

  private static int count(Matcher handler) {
    ThreadGroup group = Thread.currentThread().getThreadGroup();
    while (group.getParent() != null) {
      group = group.getParent();
    }
    Thread[] threads = new Thread[group.activeCount() * 2 + 64];
    int live = group.enumerate(threads);
    int handlers = 0;
    for (int i = 0; i < live; i++) {
      Matcher other = HANDLER.matcher(threads[i].getName());
      if (other.matches()
          && other.group("pool").equals(handler.group("pool"))
          && other.group("queue").equals(handler.group("queue"))
          && other.group("port").equals(handler.group("port"))) {
        handlers++;
      }
    }
    return handlers;
  }
}
