package io.halite.it.cluster;

import java.lang.reflect.Field;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.regionserver.HRegionServer;
import org.apache.hadoop.metrics2.MetricsSystem;
import org.apache.hadoop.metrics2.impl.MetricsSystemImpl;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.metrics2.lib.MetricsExecutorImpl;

/**
 * What the servers of a cluster leave behind when they stop. It holds some 100 MB for each cluster
 * in the memory of this JVM, which runs dozens of them.
 *
 * <p>A region server does not wake the thread that reports procedures to the master, and does not
 * cancel the tasks that compute its metrics. Servers of HBase and HDFS leave their sources in
 * Hadoop's list of metrics. All of these hold the server.
 */
final class Leftovers {
  private final List<Thread> threads;
  private final Set<Object> tasks;
  private final Set<Object> sources;

  private Leftovers(List<Thread> threads, Set<Object> tasks, Set<Object> sources) {
    this.threads = threads;
    this.tasks = tasks;
    this.sources = sources;
  }

  /** What the JVM has now. */
  static Leftovers now() {
    return new Leftovers(List.of(), tasksNow(), sourcesNow());
  }

  /** What a cluster that has just started added to what was there before. */
  static Leftovers since(Leftovers before, HBaseTestingUtility started) {
    Set<Object> tasks = tasksNow();
    tasks.removeAll(before.tasks);
    Set<Object> sources = sourcesNow();
    sources.removeAll(before.sources);
    return new Leftovers(threads(started), tasks, sources);
  }

  /** Ends all of it, after the servers have stopped. */
  void end() {
    threads.forEach(Thread::interrupt);
    tasks.forEach(task -> ((Future<?>) task).cancel(true));
    sources.forEach(source -> DefaultMetricsSystem.instance().unregisterSource((String) source));
  }

  private static List<Thread> threads(HBaseTestingUtility utility) {
    return Stream.concat(
            utility.getMiniHBaseCluster().getRegionServerThreads().stream()
                .map(each -> each.getRegionServer()),
            utility.getMiniHBaseCluster().getMasterThreads().stream()
                .map(each -> (HRegionServer) each.getMaster()))
        .map(server -> (Thread) value(HRegionServer.class, "procedureResultReporter", server))
        .filter(Objects::nonNull)
        .toList();
  }

  /** Their text names the class that they run, such as MetricsRegionServerWrapperImpl. */
  private static Set<Object> tasksNow() {
    ScheduledThreadPoolExecutor executor =
        (ScheduledThreadPoolExecutor) new MetricsExecutorImpl().getExecutor();
    return executor.getQueue().stream()
        .filter(task -> task.toString().contains("WrapperRunnable"))
        .collect(Collectors.toCollection(HashSet::new));
  }

  private static Set<Object> sourcesNow() {
    MetricsSystem system = DefaultMetricsSystem.instance();
    synchronized (system) {
      Map<?, ?> sources = (Map<?, ?>) value(MetricsSystemImpl.class, "allSources", system);
      return new HashSet<>(sources.keySet());
    }
  }

  private static Object value(Class<?> type, String name, Object object) {
    try {
      Field field = type.getDeclaredField(name);
      field.setAccessible(true);
      return field.get(object);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(type + " has no field " + name + " any more", e);
    }
  }
}
