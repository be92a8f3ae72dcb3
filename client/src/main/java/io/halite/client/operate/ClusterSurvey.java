package io.halite.client.operate;

import io.halite.filters.segment.SegmentFilter;
import io.halite.keys.KeyLayout;
import io.halite.routing.endpoint.ServerFacts;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hbase.ClusterMetrics;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.security.AccessDeniedException;

/**
 * Looks at the servers and salted tables of a cluster, as {@code halite doctor} does.
 *
 * <pre>{@code
 * ClusterState state = ClusterSurvey.of(connection);
 * state.findings(); // [HURTS: server h2,16020,5 has no Halite: …]
 * }</pre>
 *
 * <p>It changes nothing. Where rights are on, only a superuser of HBase may do this. Each call to a
 * region takes ten seconds at most. Stateless; the caller closes the connection.
 */
public final class ClusterSurvey {
  private static final int PATIENCE_MILLIS = 10_000;

  /** A server reads a request before it judges it, and so shows whether it has this class. */
  private static final SegmentFilter OF_THE_JAR =
      SegmentFilter.where(KeyLayout.parse("row:1"), "row = x");

  private ClusterSurvey() {}

  /**
   * Looks at a cluster.
   *
   * @throws IOException if the master does not answer, or refuses the user
   */
  public static ClusterState of(Connection connection) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      List<TableState> tables = new TableSurvey(connection, admin, PATIENCE_MILLIS).tables();
      ClusterMetrics metrics =
          admin.getClusterMetrics(
              EnumSet.of(
                  ClusterMetrics.Option.LIVE_SERVERS,
                  ClusterMetrics.Option.MASTER_COPROCESSORS,
                  ClusterMetrics.Option.BACKUP_MASTERS));
      return new ClusterState(
          servers(connection, admin, metrics, tables),
          metrics.getMasterCoprocessorNames(),
          metrics.getBackupMasterNames().stream().map(ServerName::getServerName).toList(),
          tables);
    }
  }

  private static List<ServerState> servers(
      Connection connection, Admin admin, ClusterMetrics metrics, List<TableState> tables)
      throws IOException {
    Map<String, ServerFacts> facts = new HashMap<>();
    for (TableState table : tables) {
      for (RegionState region : table.regions()) {
        region.facts().ifPresent(each -> facts.put(each.server(), each));
      }
    }
    List<ServerState> servers = new ArrayList<>();
    for (ServerName live : metrics.getLiveServerMetrics().keySet()) {
      String name = live.getServerName();
      Optional<ServerFacts> reported = Optional.ofNullable(facts.get(name));
      ServerState.Jar jar =
          reported.isPresent()
              ? ServerState.Jar.SERVES
              : jar(connection, admin.getRegions(live), tables);
      servers.add(new ServerState(name, jar, reported));
    }
    return servers;
  }

  /** Sends a server's first region of a plain table a request that needs a class of Halite. */
  private static ServerState.Jar jar(
      Connection connection, List<RegionInfo> regions, List<TableState> salted) throws IOException {
    for (RegionInfo region : regions) {
      boolean plain = salted.stream().noneMatch(table -> table.name().equals(region.getTable()));
      if (plain && region.getReplicaId() == RegionInfo.DEFAULT_REPLICA_ID) {
        return jar(connection, region);
      }
    }
    return ServerState.Jar.UNKNOWN;
  }

  private static ServerState.Jar jar(Connection connection, RegionInfo region) throws IOException {
    byte[] start = region.getStartKey();
    Get get = new Get(start.length == 0 ? new byte[] {0} : start).setFilter(OF_THE_JAR);
    try (Table table =
        connection
            .getTableBuilder(region.getTable(), null)
            .setOperationTimeout(PATIENCE_MILLIS)
            .build()) {
      table.exists(get);
      return ServerState.Jar.FOUND;
    } catch (AccessDeniedException e) {
      return ServerState.Jar.FOUND;
    } catch (IOException e) {
      return isMissingClass(e) ? ServerState.Jar.MISSING : ServerState.Jar.UNKNOWN;
    }
  }

  static boolean isMissingClass(Throwable thrown) {
    for (Throwable each = thrown; each != null; each = each.getCause()) {
      if (String.valueOf(each).contains("ClassNotFoundException: io.halite.")) {
        return true;
      }
    }
    return false;
  }
}
