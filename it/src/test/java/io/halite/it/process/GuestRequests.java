package io.halite.it.process;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.hbase.ServerName;

/**
 * The requests that each server of a {@link ProcessCluster} has served as a guest since it started.
 *
 * @param served the numbers of the servers that live
 */
public record GuestRequests(Map<ServerName, Long> served) {
  /** Copies the map. */
  public GuestRequests {
    served = Map.copyOf(served);
  }

  /** Reads the pages of all servers; one that shows no number has served none. */
  public static GuestRequests of(ProcessCluster cluster) throws IOException, InterruptedException {
    Map<ServerName, Long> served = new HashMap<>();
    for (int server = 0; server < cluster.servers(); server++) {
      served.put(
          cluster.serverName(server),
          MetricsPage.read(cluster.pages(server), MetricsPage.HALITE)
              .getOrDefault("DoorGuestRequests", 0L));
    }
    return new GuestRequests(served);
  }

  /** How many more these are than {@code earlier}; of a server that started since, all of them. */
  public long since(GuestRequests earlier) {
    long more = 0;
    for (Map.Entry<ServerName, Long> now : served.entrySet()) {
      more += Math.max(0, now.getValue() - earlier.served.getOrDefault(now.getKey(), 0L));
    }
    return more;
  }
}
