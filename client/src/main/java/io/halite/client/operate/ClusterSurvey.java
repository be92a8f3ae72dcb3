package io.halite.client.operate;

import io.halite.client.operate.ServerState.Jar;
import io.halite.routing.endpoint.ServerFacts;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ClusterMetrics;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.ServerMetrics;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.security.AccessDeniedException;

/**
 * Looks at the servers and salted tables of a cluster, as {@code halite doctor} does.
 *
 * <pre>{@code
 * ClusterState state = ClusterSurvey.of(connection);
 * state.findings(); // [HURTS: server h2,16020,5 has no Halite: …]
 * }</pre>
 *
 * <p>It changes nothing. Where rights are on, only a superuser of HBase may do this. It asks the
 * master through the caller's connection, and servers through one of its own, as the user who runs
 * this, so that no server holds it up for more than ten seconds. Stateless; the caller closes the
 * connection.
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
    Configuration patience = brief(connection.getConfiguration());
    try (Admin admin = connection.getAdmin();
        Connection brief = ConnectionFactory.createConnection(patience);
        Admin briefAdmin = brief.getAdmin();
        JarProbe probe = JarProbe.open(briefAdmin, patience)) {
      TableSurvey survey = new TableSurvey(brief, admin);
      List<TableState> tables = survey.tables();
      ClusterMetrics metrics =
          admin.getClusterMetrics(
              EnumSet.of(
                  ClusterMetrics.Option.LIVE_SERVERS,
                  ClusterMetrics.Option.MASTER,
                  ClusterMetrics.Option.MASTER_COPROCESSORS,
                  ClusterMetrics.Option.MASTER_INFO_PORT,
                  ClusterMetrics.Option.BACKUP_MASTERS));
      JvmPages pages = new JvmPages();
      return new ClusterState(
          servers(probe, metrics, tables, survey.silent(), pages),
          metrics.getMasterCoprocessorNames(),
          masters(probe, metrics, pages),
          tables,
          DoorDiagnosis.settings(connection.getConfiguration()));
    }
  }

  /** Nobody knows the port of a backup master's pages: it is usually that of the active one. */
  private static List<ServerState> masters(JarProbe probe, ClusterMetrics metrics, JvmPages pages)
      throws AccessDeniedException, InterruptedIOException {
    List<ServerName> names = new ArrayList<>();
    names.add(metrics.getMasterName());
    names.addAll(metrics.getBackupMasterNames());
    List<ServerState> masters = new ArrayList<>();
    for (ServerName master : names) {
      masters.add(
          probe.ask(master).with(pages.of(master.getHostname(), metrics.getMasterInfoPort())));
    }
    return masters;
  }

  private static List<ServerState> servers(
      JarProbe probe,
      ClusterMetrics metrics,
      List<TableState> tables,
      Map<String, String> silent,
      JvmPages pages)
      throws AccessDeniedException, InterruptedIOException {
    Map<String, ServerFacts> facts = new HashMap<>();
    for (TableState table : tables) {
      for (RegionState region : table.regions()) {
        region.facts().ifPresent(each -> facts.put(each.server(), each));
      }
    }
    List<ServerState> servers = new ArrayList<>();
    for (Map.Entry<ServerName, ServerMetrics> each : metrics.getLiveServerMetrics().entrySet()) {
      ServerName live = each.getKey();
      String name = live.getServerName();
      Optional<ServerJvm> jvm = pages.of(live.getHostname(), each.getValue().getInfoServerPort());
      Optional<ServerFacts> reported = Optional.ofNullable(facts.get(name));
      if (reported.isPresent()) {
        // It may serve by a jar that a table names, and lack one on its class path.
        Jar jar = probe.ask(live).jar() == Jar.MISSING ? Jar.MISSING : Jar.SERVES;
        servers.add(new ServerState(name, jar, reported, "", jvm));
      } else if (silent.containsKey(name)) {
        servers.add(new ServerState(name, Jar.SILENT, Optional.empty(), silent.get(name), jvm));
      } else {
        servers.add(probe.ask(live).with(jvm));
      }
    }
    return servers;
  }

  /**
   * A copy of {@code site} with which no call waits longer than ten seconds for a server.
   *
   * <p>The time of a call to an endpoint, and of one for the regions of a server, comes from the
   * connection; a table's own time-outs do not count there.
   */
  static Configuration brief(Configuration site) {
    Configuration brief = new Configuration(site);
    brief.setInt(HConstants.HBASE_CLIENT_OPERATION_TIMEOUT, PATIENCE_MILLIS);
    brief.setInt(HConstants.HBASE_CLIENT_META_OPERATION_TIMEOUT, PATIENCE_MILLIS);
    brief.setInt(HConstants.HBASE_RPC_TIMEOUT_KEY, PATIENCE_MILLIS);
    brief.setInt(HConstants.HBASE_RPC_READ_TIMEOUT_KEY, PATIENCE_MILLIS);
    return brief;
  }
}
