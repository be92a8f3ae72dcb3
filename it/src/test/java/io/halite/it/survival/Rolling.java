package io.halite.it.survival;

import io.halite.it.process.ProcessCluster;
import io.halite.it.process.ServerProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.RegionInfo;

/** Restarts region servers as operators do: unload, stop, start with another jar, load again. */
final class Rolling {
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private final ProcessCluster cluster;
  private final Admin admin;

  Rolling(ProcessCluster cluster, Admin admin) {
    this.cluster = cluster;
    this.admin = admin;
  }

  /** Restarts one server with {@code jar} and these settings; its regions come back to it. */
  void restart(int server, Path jar, Map<String, String> settings)
      throws IOException, InterruptedException {
    List<RegionInfo> regions = List.copyOf(admin.getRegions(cluster.serverName(server)));
    for (int i = 0; i < regions.size(); i++) {
      int other = (server + 1 + i % (cluster.servers() - 1)) % cluster.servers();
      cluster.move(regions.get(i), other);
    }
    ServerProcess process = cluster.regionServer(server);
    process.stop(PATIENCE);
    for (Map.Entry<String, String> setting : settings.entrySet()) {
      process.set(setting.getKey(), setting.getValue());
    }
    process.start(jar);
    cluster.awaitServers(cluster.servers(), PATIENCE);
    for (RegionInfo region : regions) {
      if (!region.isMetaRegion() && admin.tableExists(region.getTable())) {
        cluster.move(region, server);
      }
    }
  }

  /** Spreads the regions of a table over all servers, in turn. */
  void spread(TableName table) throws IOException {
    List<RegionInfo> regions = admin.getRegions(table);
    for (int i = 0; i < regions.size(); i++) {
      cluster.move(regions.get(i), i % cluster.servers());
    }
  }

  /** Waits until every region of a table is open somewhere. */
  void awaitRegions(TableName table) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!admin.isTableAvailable(table)) {
      if (System.nanoTime() > deadline) {
        throw new IOException("regions of '" + table + "' are not back after " + PATIENCE);
      }
      TimeUnit.MILLISECONDS.sleep(100);
    }
  }

  /** How many of these keys have only their gateway, or only their owner, on a server. */
  long crossings(List<byte[]> keys, int server, boolean isGateway) throws IOException {
    ServerName name = cluster.serverName(server);
    Places places = new Places(cluster.connection());
    return keys.stream()
        .filter(
            key ->
                places.gateway(key).equals(name) == isGateway
                    && places.owner(key).equals(name) != isGateway)
        .count();
  }
}
