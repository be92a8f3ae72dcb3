package io.halite.it.bench;

import io.halite.it.process.ProcessCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Holds each region server of a cluster to the same share of one core, by a control group of its
 * own, until it is closed.
 *
 * <p>Example: with a share of 0.2 a server runs for 2 ms of each 10. Periods are shorter than
 * Linux's 100 ms, in which a held server would stand still for 80. It needs Linux with control
 * groups, of version 1 or 2, and the right to make some.
 */
final class CoreShares implements AutoCloseable {
  private static final Path VERSION_1 = Path.of("/sys/fs/cgroup/cpu");
  private static final Path VERSION_2 = Path.of("/sys/fs/cgroup");
  private static final int PERIOD_MICROS = 10_000;

  private final List<Path> groups = new ArrayList<>();

  private CoreShares() {}

  /**
   * Holds the servers.
   *
   * @param share of one core, such as 0.2; 1 or more leaves them free
   */
  static CoreShares hold(ProcessCluster cluster, double share) throws IOException {
    CoreShares shares = new CoreShares();
    for (int server = 0; share < 1 && server < cluster.servers(); server++) {
      shares.hold(cluster.regionServer(server).pid(), (int) (share * PERIOD_MICROS));
    }
    return shares;
  }

  private static Path root() {
    return Files.isDirectory(VERSION_1) ? VERSION_1 : VERSION_2;
  }

  private void hold(long pid, int quotaMicros) throws IOException {
    Path group = Files.createDirectory(root().resolve("halite-server-" + pid));
    groups.add(group);
    if (root().equals(VERSION_1)) {
      write(group, "cpu.cfs_period_us", Integer.toString(PERIOD_MICROS));
      write(group, "cpu.cfs_quota_us", Integer.toString(quotaMicros));
    } else {
      write(group, "cpu.max", quotaMicros + " " + PERIOD_MICROS);
    }
    write(group, "cgroup.procs", Long.toString(pid));
  }

  private static void write(Path group, String file, String value) throws IOException {
    Files.writeString(group.resolve(file), value);
  }

  /** Gives the servers their cores back. */
  @Override
  public void close() throws IOException {
    for (Path group : groups) {
      for (String pid : Files.readAllLines(group.resolve("cgroup.procs"))) {
        write(root(), "cgroup.procs", pid);
      }
      Files.delete(group);
    }
    groups.clear();
  }
}
