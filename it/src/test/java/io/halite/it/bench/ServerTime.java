package io.halite.it.bench;

import io.halite.it.process.ClusterPlan;
import io.halite.it.process.ProcessCluster;
import io.halite.it.process.Role;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;

/**
 * The processor time of a region server, without that of the JVM's compilers: a server compiles its
 * code once, and then runs for months.
 *
 * <p>It reads {@code /proc}, so it works on Linux alone. The server must keep its compiler threads,
 * see {@link #KEEP_COMPILERS}.
 */
final class ServerTime {
  /** The option of the JVM that keeps compiler threads alive, so that their time can be told. */
  static final String KEEP_COMPILERS = "-XX:-UseDynamicNumberOfCompilerThreads";

  /** Linux counts the time of threads in hundredths of a second. */
  private static final double TICKS_A_SECOND = 100;

  private static final int USER_TICKS = 11;
  private static final int SYSTEM_TICKS = 12;

  private ServerTime() {}

  /**
   * The plan of a cluster for this: its servers have the optimising compiler, as in production, and
   * keep their regions. It ends after an hour.
   *
   * @param heap megabytes of each region server, from its start on
   */
  static ClusterPlan plan(int servers, int heap) {
    return ClusterPlan.of(servers)
        .atMost(Duration.ofHours(1))
        .heap(Role.REGIONSERVER, heap)
        .option(Role.REGIONSERVER, "-Xms" + heap + "m")
        .option("-XX:TieredStopAtLevel=4")
        .option(KEEP_COMPILERS)
        .set(Role.MASTER, "hbase.balancer.period", 3_600_000);
  }

  /** Seconds of processor time of each region server so far. */
  static double[] seconds(ProcessCluster cluster) throws IOException {
    double[] seconds = new double[cluster.servers()];
    for (int server = 0; server < seconds.length; server++) {
      seconds[server] = seconds(cluster, server);
    }
    return seconds;
  }

  /** Seconds of processor time of a server so far. */
  static double seconds(ProcessCluster cluster, int server) throws IOException {
    Path process = Path.of("/proc", Long.toString(cluster.regionServer(server).pid()));
    double seconds = seconds(Files.readString(process.resolve("stat")));
    try (DirectoryStream<Path> threads = Files.newDirectoryStream(process.resolve("task"))) {
      for (Path thread : threads) {
        String stat = read(thread.resolve("stat"));
        seconds -= stat.contains("CompilerThre") ? seconds(stat) : 0;
      }
    }
    return seconds;
  }

  /** A thread's line; an empty one of a thread that has ended. */
  private static String read(Path stat) throws IOException {
    try {
      return Files.readString(stat);
    } catch (NoSuchFileException ended) {
      return "";
    }
  }

  private static double seconds(String stat) {
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
    return (Long.parseLong(fields[USER_TICKS]) + Long.parseLong(fields[SYSTEM_TICKS]))
        / TICKS_A_SECOND;
  }
}
