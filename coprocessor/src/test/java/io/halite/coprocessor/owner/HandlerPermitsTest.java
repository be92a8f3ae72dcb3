package io.halite.coprocessor.owner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.coprocessor.owner.HandlerPermits.Permit;
import io.halite.coprocessor.table.Setting;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.quotas.RpcThrottlingException;
import org.junit.jupiter.api.Test;

class HandlerPermitsTest {
  private static final String FIFO = "default.FPBQ.Fifo";
  private static final String READ = "default.RWQ.Fifo.read";
  private static final String WRITE = "default.RWQ.Fifo.write";
  private static final String BULK_LOAD = "bulkLoad.FPBQ.Fifo";

  private static HandlerPermits permits(String... settings) {
    Configuration conf = new Configuration(false);
    for (int i = 0; i < settings.length; i += 2) {
      conf.set(settings[i], settings[i + 1]);
    }
    return new HandlerPermits(conf, SaltingMetrics.unseen(), new ConcurrentHashMap<>());
  }

  private static String handler(String pool, int handler, int queue) {
    return Handlers.name(pool, handler, queue, 16020);
  }

  private static Optional<Permit> tryAcquire(HandlerPermits permits) throws IOException {
    try {
      return Optional.of(permits.acquire());
    } catch (RpcThrottlingException taken) {
      return Optional.empty();
    }
  }

  @Test
  void oneHandlerOfAQueueStaysFree() throws Exception {
    HandlerPermits permits = permits();
    try (Handlers handlers = new Handlers().with(FIFO, 0, 16020, 0, 3, 6)) {
      Permit first = handlers.run(handler(FIFO, 0, 0), () -> tryAcquire(permits)).orElseThrow();
      assertThat(handlers.run(handler(FIFO, 3, 0), () -> tryAcquire(permits))).isPresent();
      assertThat(handlers.run(handler(FIFO, 6, 0), () -> tryAcquire(permits))).isEmpty();
      handlers.run(handler(FIFO, 0, 0), () -> close(first));
      assertThat(handlers.run(handler(FIFO, 6, 0), () -> tryAcquire(permits))).isPresent();
      assertThat(handlers.run(handler(FIFO, 0, 0), () -> tryAcquire(permits))).isEmpty();
    }
  }

  /** A scan waits as long as an owner is away; gets and writes give up, and must come through. */
  @Test
  void scansLeaveAQuarterOfThePermitsToOtherRequests() throws Exception {
    HandlerPermits permits = permits();
    int[] ten = IntStream.range(0, 10).toArray();
    try (Handlers handlers = new Handlers().with(FIFO, 0, 16020, ten)) {
      for (int scan = 0; scan < 7; scan++) {
        assertThat(handlers.run(handler(FIFO, scan, 0), permits::tryAcquireForScan)).isPresent();
      }
      assertThat(handlers.run(handler(FIFO, 7, 0), permits::tryAcquireForScan)).isEmpty();
      assertThat(handlers.run(handler(FIFO, 7, 0), () -> tryAcquire(permits))).isPresent();
      Permit last = handlers.run(handler(FIFO, 8, 0), permits::acquire);
      assertThatThrownBy(() -> handlers.run(handler(FIFO, 9, 0), permits::acquire))
          .isInstanceOf(RpcThrottlingException.class);
      handlers.run(handler(FIFO, 8, 0), () -> close(last));
      assertThat(handlers.run(handler(FIFO, 9, 0), permits::tryAcquireForScan)).isEmpty();
    }
  }

  @Test
  void halfOfThePermitsOfAQueueMayWaitLong() throws Exception {
    HandlerPermits permits = permits();
    int[] ten = IntStream.range(0, 10).toArray();
    try (Handlers handlers =
        new Handlers().with(FIFO, 0, 16020, ten).with(FIFO, 1, 16020, 10, 11)) {
      Permit first = handlers.run(handler(FIFO, 0, 0), permits::tryWaitLong).orElseThrow();
      for (int handler = 1; handler < 4; handler++) {
        assertThat(handlers.run(handler(FIFO, handler, 0), permits::tryWaitLong)).isPresent();
      }
      assertThat(handlers.run(handler(FIFO, 4, 0), permits::tryWaitLong)).isEmpty();
      handlers.run(handler(FIFO, 0, 0), () -> close(first));
      assertThat(handlers.run(handler(FIFO, 4, 0), permits::tryWaitLong)).isPresent();
      // The only permit of a queue is for all of its requests.
      assertThat(handlers.run(handler(FIFO, 10, 1), permits::tryWaitLong)).isEmpty();
    }
  }

  @Test
  void aScanMayTakeTheOnlyPermitOfAQueue() throws Exception {
    HandlerPermits permits = permits();
    try (Handlers handlers = new Handlers().with(FIFO, 0, 16020, 0, 1)) {
      assertThat(handlers.run(handler(FIFO, 0, 0), permits::tryAcquireForScan)).isPresent();
      assertThat(handlers.run(handler(FIFO, 1, 0), permits::tryAcquireForScan)).isEmpty();
    }
  }

  @Test
  void twoJarsOnOneServerLeaveOneHandlerOfAQueueFree() throws Exception {
    Map<String, Object> sharedData = new ConcurrentHashMap<>();
    Callable<Optional<?>> older = ofJar(sharedData);
    Callable<Optional<?>> newer = ofJar(sharedData);
    assertThat(older.getClass().getClassLoader()).isNotSameAs(newer.getClass().getClassLoader());
    try (Handlers handlers = new Handlers().with(FIFO, 0, 16020, 0, 1, 2)) {
      assertThat(handlers.run(handler(FIFO, 0, 0), older)).isPresent();
      assertThat(handlers.run(handler(FIFO, 1, 0), newer)).isPresent();
      assertThat(handlers.run(handler(FIFO, 2, 0), older)).isEmpty();
      assertThat(handlers.run(handler(FIFO, 2, 0), newer)).isEmpty();
    }
    assertThat(sharedData.values())
        .allMatch(shared -> shared.getClass().getName().startsWith("java."));
  }

  /** Takes permits by classes of its own, as a region does whose table names another jar. */
  @SuppressWarnings("unchecked")
  private static Callable<Optional<?>> ofJar(Map<String, Object> sharedData) throws Exception {
    return (Callable<Optional<?>>)
        new JarLoader()
            .loadClass(TakingPermits.class.getName())
            .getDeclaredConstructor(Map.class)
            .newInstance(sharedData);
  }

  /** Takes a permit of a server whose configuration is empty. */
  public static final class TakingPermits implements Callable<Optional<?>> {
    private final HandlerPermits permits;

    /** Made by reflection. */
    public TakingPermits(Map<String, Object> sharedData) {
      permits = new HandlerPermits(new Configuration(false), SaltingMetrics.unseen(), sharedData);
    }

    @Override
    public Optional<?> call() throws Exception {
      try {
        return Optional.of(permits.acquire());
      } catch (RpcThrottlingException taken) {
        return Optional.empty();
      }
    }
  }

  private static Permit close(Permit permit) {
    permit.close();
    return permit;
  }

  @Test
  void whoWaitsForAnIndexTableNeedsAPermitEvenBesideAPrivatePool() throws Exception {
    HandlerPermits permits = permits(HandlerPermits.PRIVATE_POOL_KEY, "3").ofCommonQueues();
    assertThat(permits.forwardPriority()).isEqualTo(HConstants.NORMAL_QOS);
    try (Handlers handlers = new Handlers().with(FIFO, 0, 16020, 0, 3)) {
      assertThat(handlers.run(handler(FIFO, 0, 0), () -> tryAcquire(permits))).isPresent();
      assertThat(handlers.run(handler(FIFO, 3, 0), () -> tryAcquire(permits))).isEmpty();
    }
  }

  @Test
  void aHandlerThatMustNotWaitHasToRepeat() throws Exception {
    HandlerPermits permits = permits();
    try (Handlers handlers = new Handlers().with(FIFO, 0, 16020, 0, 1)) {
      handlers.run(handler(FIFO, 0, 0), permits::acquire);
      assertThatThrownBy(() -> handlers.run(handler(FIFO, 1, 0), permits::acquire))
          .isInstanceOf(RpcThrottlingException.class)
          .hasMessageContaining("repeat");
    }
  }

  @Test
  void queuesPoolsAndServersAreCountedApart() throws Exception {
    HandlerPermits permits = permits();
    try (Handlers handlers =
        new Handlers()
            .with(FIFO, 0, 16020, 0, 3)
            .with(FIFO, 1, 16020, 1, 4)
            .with(FIFO, 0, 16021, 0, 3)
            .with(READ, 0, 16020, 0, 1)
            .with(WRITE, 0, 16020, 0, 1)) {
      String[][] queues = {
        {handler(FIFO, 0, 0), handler(FIFO, 3, 0)},
        {handler(FIFO, 1, 1), handler(FIFO, 4, 1)},
        {Handlers.name(FIFO, 0, 0, 16021), Handlers.name(FIFO, 3, 0, 16021)},
        {handler(READ, 0, 0), handler(READ, 1, 0)},
        {handler(WRITE, 0, 0), handler(WRITE, 1, 0)}
      };
      for (String[] queue : queues) {
        assertThat(handlers.run(queue[0], () -> tryAcquire(permits))).as(queue[0]).isPresent();
        assertThat(handlers.run(queue[1], () -> tryAcquire(permits))).as(queue[1]).isEmpty();
      }
    }
  }

  @Test
  void theOnlyHandlerOfAQueueIsRefusedForGoodWithTheCures() throws Exception {
    HandlerPermits permits = permits();
    try (Handlers handlers = new Handlers().with(FIFO, 0, 16020, 0).with(FIFO, 1, 16020, 1, 2)) {
      for (int attempt = 0; attempt < 2; attempt++) {
        assertThatThrownBy(() -> handlers.run(handler(FIFO, 0, 0), () -> tryAcquire(permits)))
            .isInstanceOf(DoNotRetryIOException.class)
            .hasMessageContaining("call queue 0")
            .hasMessageContaining("hbase.regionserver.handler.count")
            .hasMessageContaining(HandlerPermits.PRIVATE_POOL_KEY);
      }
      assertThat(handlers.run(handler(FIFO, 1, 1), () -> tryAcquire(permits))).isPresent();
    }
  }

  @Test
  void aThreadThatIsNoHandlerNeedsNoPermit() throws Exception {
    HandlerPermits permits = permits();
    for (int i = 0; i < 10; i++) {
      assertThat(tryAcquire(permits)).isPresent();
    }
  }

  @Test
  void withAPoolOfTheirOwnForwardsLeaveTheCommonQueuesUnbounded() throws Exception {
    HandlerPermits permits = permits(HandlerPermits.PRIVATE_POOL_KEY, "2");
    try (Handlers handlers =
        new Handlers().with(FIFO, 0, 16020, 0).with(BULK_LOAD, 0, 16020, 0, 1)) {
      for (int i = 0; i < 10; i++) {
        assertThat(handlers.run(handler(FIFO, 0, 0), () -> tryAcquire(permits))).isPresent();
      }
      assertThat(handlers.run(handler(BULK_LOAD, 0, 0), () -> tryAcquire(permits))).isPresent();
      assertThat(handlers.run(handler(BULK_LOAD, 1, 0), () -> tryAcquire(permits))).isEmpty();
    }
  }

  @Test
  void forwardsGoToThePrivatePoolIfThereIsOne() {
    assertThat(permits().forwardPriority()).isEqualTo(HConstants.NORMAL_QOS);
    assertThat(permits(HandlerPermits.PRIVATE_POOL_KEY, "0").forwardPriority())
        .isEqualTo(HConstants.NORMAL_QOS);
    assertThat(permits(HandlerPermits.PRIVATE_POOL_KEY, "1").forwardPriority())
        .isEqualTo(HConstants.BULKLOAD_QOS);
  }

  @Test
  void switchedOffTheyBoundNothing() throws Exception {
    HandlerPermits permits = permits(Setting.FORWARD_PERMITS.key(), "off");
    try (Handlers handlers = new Handlers().with(FIFO, 0, 16020, 0)) {
      for (int i = 0; i < 10; i++) {
        assertThat(handlers.run(handler(FIFO, 0, 0), () -> tryAcquire(permits))).isPresent();
      }
    }
  }
}
