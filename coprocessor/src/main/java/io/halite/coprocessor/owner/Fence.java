package io.halite.coprocessor.owner;

import io.halite.coprocessor.host.ClientRequest;
import io.halite.coprocessor.host.LivingServers;
import io.halite.routing.wait.RunningClock;
import java.io.Closeable;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.apache.hadoop.hbase.CallDroppedException;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.regionserver.OnlineRegions;
import org.apache.hbase.thirdparty.com.google.common.util.concurrent.ThreadFactoryBuilder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps out old writes of a gateway's server that stood still and goes on, and those that an
 * owner's server finds after it stood still itself. Their clients have repeated them, perhaps by
 * another gateway, and have written the rows again.
 *
 * <p>Example: server A stands still for two minutes. After 90 s its ZooKeeper session ends, the
 * master opens its regions on B, and clients write by B. Then A goes on, finds the writes of two
 * minutes ago in its sockets and forwards them. Their owners refuse them, since A's node in
 * ZooKeeper has gone.
 *
 * <p>A shorter stop ends no session, but the client may have given up: the gateway counts the stop
 * against the time that its client waits. So does the owner, against the time that the gateway
 * waits: 8 s in most cases. {@code docs/decisions/0038} has the reasons. Thread-safe.
 */
public final class Fence implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(Fence.class);

  private final String here;
  private final Pulse pulse = new Pulse(RunningClock::millis, System::currentTimeMillis);
  private final ScheduledExecutorService beats = thread("halite-fence-beat");
  private final ScheduledExecutorService reads = thread("halite-fence-read");
  private final Optional<LivingServers> living;

  private Fence(ServerName here, Optional<OnlineRegions> server) {
    this.here = here.toString();
    this.living = server.flatMap(each -> LivingServers.of(each, task -> reads.execute(safe(task))));
  }

  /**
   * Starts the fence of the server {@code here}.
   *
   * @param server the region server; without one, the fence refuses nobody
   */
  public static Fence start(ServerName here, Optional<OnlineRegions> server) {
    Fence fence = new Fence(here, server);
    every(fence.beats, fence::beat);
    every(fence.reads, () -> fence.living.ifPresent(LivingServers::readIfUnknown));
    return fence;
  }

  /** A scheduler of one thread; beats and reads have one each, since reads wait for ZooKeeper. */
  private static ScheduledExecutorService thread(String name) {
    return new ScheduledThreadPoolExecutor(
        1,
        new ThreadFactoryBuilder().setDaemon(true).setNameFormat(name).build(),
        // What ZooKeeper reports after the close is of no use.
        new ThreadPoolExecutor.DiscardPolicy());
  }

  private static void every(ScheduledExecutorService thread, Runnable task) {
    var unused =
        thread.scheduleWithFixedDelay(safe(task), 0, Pulse.PERIOD_MILLIS, TimeUnit.MILLISECONDS);
  }

  /** An exception or error would end the repetition of a task. */
  private static Runnable safe(Runnable task) {
    return () -> {
      try {
        task.run();
      } catch (RuntimeException | Error e) {
        LOG.error(
            "forwarded writes may be refused, since this server cannot find out which servers live",
            e);
      }
    };
  }

  private void beat() {
    // A server may have gone while this one stood still, and the news may lie in a socket.
    pulse.beat(() -> living.ifPresent(LivingServers::doubt));
  }

  /**
   * When the forwards of a write have to end, in milliseconds since the epoch: as {@link
   * ForwardTime#deadline}, but earlier if the client may have sent it before this server stood
   * still.
   */
  public long deadline(ClientRequest write) {
    long deadline = ForwardTime.deadline(write);
    return deadline == Long.MAX_VALUE ? deadline : pulse.until(write.received(), deadline);
  }

  /**
   * Refuses a marked write that the server of a gateway has forwarded, unless that server lives and
   * waits for the answer.
   *
   * @throws CallDroppedException if it does not, or if this server cannot know
   */
  public void requireAwaited(ClientRequest request) throws CallDroppedException {
    Optional<String> gateway = request.gateway();
    if (gateway.isPresent()) {
      requireInTime(pulse, request.received(), request.deadline());
    }
    // A server that was given up cannot write to its own regions: HBase has taken its WAL away.
    Optional<String> other = gateway.filter(name -> !name.equals(here));
    if (living.isPresent() && other.isPresent()) {
      requireLiving(other.get(), pulse.isMissed() ? Optional.empty() : living.get().names());
    }
  }

  static void requireInTime(Pulse pulse, long received, long deadline) throws CallDroppedException {
    if (pulse.isOver(received, deadline)) {
      throw new CallDroppedException(
          "the gateway that forwarded this write may have given it up by now, since the write"
              + " waited here for too long or this server stood still: the gateway or its client"
              + " repeats the write");
    }
  }

  static void requireLiving(String gateway, Optional<Set<String>> living)
      throws CallDroppedException {
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

  /**
   * Whether a region server may live that fits, this one included. It says so, too, while it does
   * not know which servers live.
   */
  public boolean mayLive(Predicate<ServerName> fits) {
    return mayLive(
        pulse.isMissed() ? Optional.empty() : living.flatMap(LivingServers::names), fits);
  }

  static boolean mayLive(Optional<Set<String>> living, Predicate<ServerName> fits) {
    return living.isEmpty() || living.get().stream().map(ServerName::valueOf).anyMatch(fits);
  }

  @Override
  public void close() {
    living.ifPresent(LivingServers::close);
    beats.shutdownNow();
    reads.shutdownNow();
  }
}
