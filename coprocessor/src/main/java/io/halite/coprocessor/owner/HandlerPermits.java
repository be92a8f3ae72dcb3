package io.halite.coprocessor.owner;

import io.halite.coprocessor.table.Setting;
import io.halite.coprocessor.table.SiteSwitches;
import java.util.Map;
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
 * <p>A handler polls only its own call queue, so each queue has a bound: all but one of its
 * handlers may wait for an owner at a time. A gateway never forwards a forwarded request again, so
 * the remaining handler always continues. Where forwards have a separate pool of handlers ({@code
 * hbase.regionserver.bulkload.handler.count} above 0), the common queues need no bound.
 *
 * <p>This class reads the queue and the number of handlers from the names of the handler threads,
 * such as {@code RpcServer.default.FPBQ.Fifo.handler=2,queue=0,port=16020}. A thread that is not a
 * handler needs no permit. Tables that load Halite from different jars share the permits.
 * Thread-safe.
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
  private final Map<String, Object> sharedData;
  private final ConcurrentMap<String, Queue> queues = new ConcurrentHashMap<>();
  private final ConcurrentMap<String, Optional<Queue>> threads = new ConcurrentHashMap<>();

  /**
   * A call queue.
   *
   * @param spared the permits that scans leave to other requests: a quarter, and one at least if
   *     there are two
   * @param longWaits the places of handlers that may wait long: half as many as permits
   */
  private record Queue(Semaphore permits, int spared, Semaphore longWaits, Pressure pressure) {}

  /**
   * Makes the permits that the region server's configuration sets; {@code metrics} counts them.
   *
   * @param sharedData the coprocessors' shared data, which the classes of other jars see too
   */
  public HandlerPermits(
      Configuration conf, SaltingMetrics metrics, Map<String, Object> sharedData) {
    this(
        metrics,
        sharedData,
        !SiteSwitches.isOn(Setting.FORWARD_PERMITS, conf),
        hasPrivatePool(conf));
  }

  /** Whether a region server with this configuration has handlers for forwards alone. */
  static boolean hasPrivatePool(Configuration conf) {
    return conf.getInt(PRIVATE_POOL_KEY, 0) > 0;
  }

  private HandlerPermits(
      SaltingMetrics metrics, Map<String, Object> sharedData, boolean off, boolean privatePool) {
    this.metrics = metrics;
    this.sharedData = sharedData;
    this.off = off;
    this.privatePool = privatePool;
  }

  /** Returns permits to wait for requests that the common queues serve, even beside a pool. */
  HandlerPermits ofCommonQueues() {
    return privatePool ? new HandlerPermits(metrics, sharedData, off, false) : this;
  }

  /** Returns the RPC priority of forwards: the priority of the separate pool, if there is one. */
  public int forwardPriority() {
    return privatePool ? HConstants.BULKLOAD_QOS : HConstants.NORMAL_QOS;
  }

  /** A permit held until it is closed. */
  public interface Permit extends AutoCloseable {
    @Override
    void close();
  }

  private static final Permit FREE = () -> {};

  /**
   * A permit for a scan, which waits as long as an owner is away; empty if it must not wait, since
   * few permits are left for other requests.
   */
  public Optional<Permit> tryAcquireForScan() throws DoNotRetryIOException {
    Optional<Queue> queue = queue();
    if (queue.isEmpty()) {
      return Optional.of(FREE);
    }
    if (queue.get().permits().availablePermits() <= queue.get().spared()) {
      // Not even for a moment: a write could find none in that moment.
      return Optional.empty();
    }
    Optional<Permit> permit = tryAcquire(queue.get());
    if (permit.isPresent() && queue.get().permits().availablePermits() < queue.get().spared()) {
      permit.get().close();
      return Optional.empty();
    }
    return permit;
  }

  /**
   * A permit for the current thread to wait for an owner.
   *
   * @throws RpcThrottlingException if all permits are taken; nothing ran, and the client repeats
   *     the request after the wait that the exception names
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

  /**
   * A place for the current thread, which has a permit, to wait until a region is open again whose
   * server has died; empty if half of the permits of its queue do so already.
   */
  Optional<Permit> tryWaitLong() {
    Optional<Queue> queue;
    try {
      queue = queue();
    } catch (DoNotRetryIOException isTheOnlyHandler) {
      return Optional.empty();
    }
    if (queue.isEmpty()) {
      return Optional.of(FREE);
    }
    Semaphore waits = queue.get().longWaits();
    return waits.tryAcquire() ? Optional.of(waits::release) : Optional.empty();
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

  /** Reads the queue from a thread's name; empty if the thread needs no permit. */
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
              + " has 1 handler, but a salted table needs 2 in each queue, so that one is free"
              + " while another waits for an owner: lower"
              + " hbase.ipc.server.callqueue.handler.factor or raise"
              + " hbase.regionserver.handler.count, or, for tables without an index, set "
              + PRIVATE_POOL_KEY
              + " above 0, a pool for forwards alone (hbase-site.xml of the region servers)");
    }
    String name = handler.group("pool") + handler.group("queue") + ":" + handler.group("port");
    int spared = handlers > 2 ? Math.max(1, (handlers - 1) / 4) : 0;
    return Optional.of(
        queues.computeIfAbsent(
            name,
            queue ->
                new Queue(
                    shared(queue, handlers - 1),
                    spared,
                    shared(queue + "/long", (handlers - 1) / 2),
                    new Pressure())));
  }

  /**
   * Returns the permits of a queue that every jar of Halite on the server counts. Their key and
   * type stay the same in all versions, and the type is the JDK's: each jar has a class loader.
   */
  private Semaphore shared(String queue, int permits) {
    String key = "permits/" + (privatePool ? "pool/" : "common/") + queue;
    return (Semaphore) sharedData.computeIfAbsent(key, name -> new Semaphore(permits));
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
