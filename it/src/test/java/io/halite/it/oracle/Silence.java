package io.halite.it.oracle;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.ClusterMetrics;
import org.apache.hadoop.hbase.client.AsyncAdmin;

/** What can be seen of a cluster whose answer does not come: regions under way and busy threads. */
final class Silence {
  private static final int PATIENCE_SECONDS = 20;
  private static final int MOST_THREADS = 60;
  private static final int MOST_FRAMES = 40;

  /** Threads of the oracle, of HBase's clients, of what Halite runs, and of servers' handlers. */
  private static final Pattern CONCERNED =
      Pattern.compile(
          "operation of the oracle|region"
              + " churn|.*(?i:halite|client|connection|ipc|handler|scan).*");

  /** Frames of threads that wait for work. */
  private static final List<String> IDLE =
      List.of(
          "ThreadPoolExecutor.getTask",
          "HashedWheelTimer$Worker.waitForNextTick",
          "RpcHandler.getCallRunner",
          "ReadOnlyZKClient.run",
          "ClientCnxn$EventThread.run",
          "Reference$ReferenceHandler.run",
          "SelectorImpl.select",
          "Native.epollWait");

  private Silence() {}

  /** All of it as text. */
  static String text(AsyncAdmin admin) throws InterruptedException {
    String stacks = stacks();
    return "\n  regions in transition: " + inTransition(admin) + stacks;
  }

  private static String inTransition(AsyncAdmin admin) throws InterruptedException {
    try {
      return admin
          .getClusterMetrics(EnumSet.of(ClusterMetrics.Option.REGIONS_IN_TRANSITION))
          .get(PATIENCE_SECONDS, TimeUnit.SECONDS)
          .getRegionStatesInTransition()
          .toString();
    } catch (ExecutionException | TimeoutException e) {
      return "unknown, since the master does not say: " + e;
    }
  }

  private static String stacks() {
    StringBuilder out = new StringBuilder();
    Thread.getAllStackTraces().entrySet().stream()
        .filter(Silence::isBusy)
        .sorted((one, other) -> one.getKey().getName().compareTo(other.getKey().getName()))
        .limit(MOST_THREADS)
        .forEach(
            entry -> {
              out.append("\n  ").append(entry.getKey().getName());
              out.append(", ").append(entry.getKey().getState());
              Arrays.stream(entry.getValue())
                  .limit(MOST_FRAMES)
                  .forEach(frame -> out.append("\n    at ").append(frame));
            });
    return out.toString();
  }

  private static boolean isBusy(Map.Entry<Thread, StackTraceElement[]> entry) {
    return CONCERNED.matcher(entry.getKey().getName()).matches()
        && Arrays.stream(entry.getValue())
            .map(frame -> frame.getClassName() + "." + frame.getMethodName())
            .noneMatch(frame -> IDLE.stream().anyMatch(frame::endsWith));
  }
}
