package io.halite.client.operate;

import io.halite.routing.endpoint.ServerFacts;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.ClusterMetrics;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;

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
    JarProbe probe = new JarProbe(connection, admin, salted(tables), PATIENCE_MILLIS);
    List<ServerState> servers = new ArrayList<>();
    for (ServerName live : metrics.getLiveServerMetrics().keySet()) {
      Optional<ServerFacts> reported = Optional.ofNullable(facts.get(live.getServerName()));
      servers.add(
          reported.isPresent()
              ? new ServerState(live.getServerName(), ServerState.Jar.SERVES, reported, "")
              : probe.ask(live));
    }
    return servers;
  }

  private static Set<TableName> salted(List<TableState> tables) {
    return tables.stream().map(TableState::name).collect(Collectors.toSet());
  }
}
