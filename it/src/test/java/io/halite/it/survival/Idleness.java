package io.halite.it.survival;

import io.halite.it.process.MetricsPage;
import io.halite.it.process.ProcessCluster;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * What of each region server is in use, as its {@code /jmx} page says; -1 for what it does not show
 * yet.
 *
 * @param scanners open scanners of each server, whatever they read
 * @param mergedScans open merged scans of each server
 * @param permits permits of each server that are taken
 * @param own threads of each server that Halite has started, but for those of doors and fence
 * @param threads threads of each server
 */
record Idleness(
    List<Long> scanners,
    List<Long> mergedScans,
    List<Long> permits,
    List<Long> own,
    List<Long> threads) {
  private static final int PATIENCE_SECONDS = 90;

  static Idleness of(ProcessCluster cluster) throws IOException, InterruptedException {
    Idleness idleness =
        new Idleness(
            new ArrayList<>(),
            new ArrayList<>(),
            new ArrayList<>(),
            new ArrayList<>(),
            new ArrayList<>());
    for (int server = 0; server < cluster.servers(); server++) {
      String pages = cluster.pages(server);
      idleness.scanners.add(
          value(pages, "Hadoop:service=HBase,name=RegionServer,sub=Server", "activeScanners"));
      idleness.mergedScans.add(value(pages, MetricsPage.HALITE, "OpenMergedScans"));
      idleness.permits.add(value(pages, MetricsPage.HALITE, "PermitsInUse"));
      idleness.own.add(ownThreads(cluster.regionServer(server).pid()));
      idleness.threads.add(value(pages, "java.lang:type=Threading", "ThreadCount"));
    }
    return idleness;
  }

  /** The threads of a process whose names begin as those of Halite do. */
  private static long ownThreads(long pid) throws IOException, InterruptedException {
    Path jstack = Path.of(System.getProperty("java.home"), "bin", "jstack");
    Process process =
        new ProcessBuilder(jstack.toString(), Long.toString(pid)).redirectErrorStream(true).start();
    String threads = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException("threads of process " + pid + " cannot be read: " + threads);
    }
    return threads
        .lines()
        .filter(line -> line.startsWith("\"halite-") && !line.matches("\"halite-(doors|fence)-.*"))
        .count();
  }

  private static long value(String pages, String bean, String name)
      throws IOException, InterruptedException {
    return MetricsPage.read(pages, bean).getOrDefault(name, -1L);
  }

  /** The same once nothing is in use, or after a minute and a half: abandoned scans expire. */
  static Idleness await(ProcessCluster cluster) throws IOException, InterruptedException {
    Idleness idleness = of(cluster);
    for (int i = 0; i < PATIENCE_SECONDS && !idleness.isIdle(); i++) {
      TimeUnit.SECONDS.sleep(1);
      idleness = of(cluster);
    }
    return idleness;
  }

  /** Whether no scan is open, no permit taken, and no thread of Halite left. */
  boolean isIdle() {
    return List.of(scanners, mergedScans, permits, own).stream()
        .flatMap(List::stream)
        .allMatch(number -> number <= 0);
  }

  /** How many threads the server with the most of them has. */
  long mostThreads() {
    return threads.stream().mapToLong(Long::longValue).max().orElse(-1);
  }
}
