package io.halite.it.peers;

import com.sun.management.OperatingSystemMXBean;
import io.halite.it.process.ProcessCluster;
import java.lang.management.ManagementFactory;
import java.time.Duration;

/**
 * What a piece of work took: by the clock, and in processor time of the client, which is this JVM,
 * and of all region servers.
 */
record Spent(double seconds, double client, double servers) {
  private static final OperatingSystemMXBean SYSTEM =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  static Spent now(ProcessCluster cluster) {
    Duration servers = Duration.ZERO;
    for (int server = 0; server < cluster.servers(); server++) {
      servers =
          servers.plus(
              ProcessHandle.of(cluster.regionServer(server).pid())
                  .flatMap(process -> process.info().totalCpuDuration())
                  .orElseThrow());
    }
    return new Spent(
        System.nanoTime() / 1e9, SYSTEM.getProcessCpuTime() / 1e9, servers.toMillis() / 1e3);
  }

  Spent since(Spent earlier) {
    return new Spent(seconds - earlier.seconds, client - earlier.client, servers - earlier.servers);
  }
}
