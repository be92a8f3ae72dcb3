package io.halite.coprocessor.owner;

import io.halite.coprocessor.host.ClientRequest;
import io.halite.coprocessor.host.LivingServers;
import java.io.Closeable;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.CallDroppedException;
import org.apache.hadoop.hbase.regionserver.OnlineRegions;
import org.apache.hbase.thirdparty.com.google.common.util.concurrent.ThreadFactoryBuilder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps out old writes of a gateway's server that stood still and goes on. Their clients have
 * repeated them by another gateway, and have written the rows again.
 *
 * <p>Example: server A stands still for two minutes. After 90 s its ZooKeeper session ends, the
 * master opens its regions on B, and clients write by B. Then A goes on, finds the writes of two
 * minutes ago in its sockets and forwards them. Their owners refuse them, since A's node in
 * ZooKeeper has gone.
 *
 * <p>A shorter stop ends no session, but the client may have given up: the gateway counts the stop
 * against the time that its client waits. {@code docs/decisions/0038} has the reasons. Thread-safe.
 */
public final class Fence implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(Fence.class);

  private final Pulse pulse;
  private final Optional<LivingServers> living;
  private final ScheduledExecutorService threads =
      Executors.newScheduledThreadPool(
          2, new ThreadFactoryBuilder().setDaemon(true).setNameFormat("halite-fence-%d").build());

  private Fence(Pulse pulse, Optional<LivingServers> living) {
    this.pulse = pulse;
    this.living = living;
  }

  /** The fence of the region server {@code here}; what is no region server refuses nobody. */
  public static Fence of(Optional<OnlineRegions> here) {
    Pulse pulse =
        new Pulse(
            () -> TimeUnit.NANOSECONDS.toMillis(System.nanoTime()), System::currentTimeMillis);
    Fence fence = new Fence(pulse, here.flatMap(LivingServers::of));
    fence.every(fence::beat);
    // In a thread of its own, since it waits for ZooKeeper.
    fence.every(() -> fence.living.ifPresent(LivingServers::readIfUnknown));
    return fence;
  }

  private void every(Runnable task) {
    var unused =
        threads.scheduleWithFixedDelay(
            () -> run(task), 0, Pulse.PERIOD_MILLIS, TimeUnit.MILLISECONDS);
  }

  /** The threads would end after an exception. */
  private static void run(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException | LinkageError e) {
      LOG.error(
          "forwarded writes may be refused, since this server cannot find out which servers live",
          e);
    }
  }

  private void beat() {
    if (pulse.isMissed()) {
      // A server may have gone meanwhile, and what ZooKeeper says of it may lie in a socket.
      living.ifPresent(LivingServers::doubt);
    }
    pulse.beat();
  }

  /**
   * When the forwards of a request have to end, in milliseconds since the epoch: as {@link
   * ForwardTime#deadline}, but earlier after this server stood still.
   */
  public long deadline(ClientRequest request) {
    long deadline = ForwardTime.deadline(request);
    return deadline == Long.MAX_VALUE ? deadline : deadline - pulse.stillMillis();
  }

  /**
   * Refuses a marked write that the server of a gateway has forwarded, unless that server lives.
   *
   * @throws CallDroppedException if it does not, or if this server cannot know
   */
  public void requireLiving(ClientRequest request) throws CallDroppedException {
    Optional<String> gateway = request.gateway();
    if (living.isPresent() && gateway.isPresent()) {
      require(gateway.get(), pulse.isMissed() ? Optional.empty() : living.get().names());
    }
  }

  static void require(String gateway, Optional<Set<String>> living) throws CallDroppedException {
    if (living.isEmpty()) {
      throw new CallDroppedException(
          "this server reads from ZooKeeper which region servers live, and applies no forwarded"
              + " write before it knows: the gateway or its client repeats the write");
    }
    if (!living.get().contains(gateway)) {
      throw new CallDroppedException(
          "the region server "
              + gateway
              + ", which forwarded this write, is not among those that live by ZooKeeper: the"
              + " client repeats the write by the server that has the gateway region now");
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
    living.ifPresent(LivingServers::close);
  }
}
