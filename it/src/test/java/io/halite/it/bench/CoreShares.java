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
  private final Path root;

  private CoreShares(Path root) {
    this.root = root;
  }

  /**
   * Holds the servers.
   *
   * @param share of one core, such as 0.2; 1 or more leaves them free
   * @throws IOException if it cannot hold all of them; then it holds none
   */
  static CoreShares hold(ProcessCluster cluster, double share) throws IOException {
    List<Long> servers = new ArrayList<>();
    for (int server = 0; share < 1 && server < cluster.servers(); server++) {
      servers.add(cluster.regionServer(server).pid());
    }
    return hold(Files.isDirectory(VERSION_1) ? VERSION_1 : VERSION_2, servers, share);
  }

  /** Holds processes by control groups under a directory. */
  static CoreShares hold(Path root, List<Long> processes, double share) throws IOException {
    CoreShares shares = new CoreShares(root);
    for (long process : processes) {
      try {
        shares.hold(process, (int) (share * PERIOD_MICROS));
      } catch (IOException e) {
        IOException refused =
            new IOException(
                ("cannot hold process %d to %s of a core by a control group under %s: this needs"
                        + " Linux with control groups for processors, and the right to make some")
                    .formatted(process, share, root),
                e);
        try {
          shares.close();
        } catch (IOException stillHeld) {
          refused.addSuppressed(stillHeld);
        }
        throw refused;
      }
    }
    return shares;
  }

  private void hold(long pid, int quotaMicros) throws IOException {
    Path group = Files.createDirectory(root.resolve("halite-server-" + pid));
    groups.add(group);
    if (root.equals(VERSION_2)) {
      write(group, "cpu.max", quotaMicros + " " + PERIOD_MICROS);
    } else {
      write(group, "cpu.cfs_period_us", Integer.toString(PERIOD_MICROS));
      write(group, "cpu.cfs_quota_us", Integer.toString(quotaMicros));
    }
    write(group, "cgroup.procs", Long.toString(pid));
  }

  private static void write(Path group, String file, String value) throws IOException {
    Files.writeString(group.resolve(file), value);
  }

  /** Gives the servers their cores back: each of them, also if one cannot be freed. */
  @Override
  public void close() throws IOException {
    List<IOException> failures = new ArrayList<>();
    for (Path group : groups) {
      try {
        free(group);
      } catch (IOException e) {
        failures.add(e);
      }
    }
    groups.clear();
    if (!failures.isEmpty()) {
      IOException first = failures.remove(0);
      failures.forEach(first::addSuppressed);
      throw first;
    }
  }

  private void free(Path group) throws IOException {
    for (String pid : Files.readAllLines(group.resolve("cgroup.procs"))) {
      write(root, "cgroup.procs", pid);
    }
    Files.delete(group);
  }
}
