package io.halite.it.door;

import static java.util.stream.Collectors.toSet;

import io.halite.it.cluster.EmbeddedCluster;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.coprocessor.CoprocessorHost;
import org.apache.hadoop.hbase.rsgroup.RSGroupAdminClient;
import org.apache.hadoop.hbase.rsgroup.RSGroupAdminEndpoint;
import org.apache.hadoop.hbase.rsgroup.RSGroupBasedLoadBalancer;
import org.apache.hadoop.hbase.rsgroup.RSGroupInfo;

/**
 * HBase's region server groups: each table has its regions on the servers of its group. All tables
 * and servers begin in the group {@link #DEFAULT}.
 */
final class ServerGroups {
  static final String DEFAULT = RSGroupInfo.DEFAULT_GROUP;

  private final EmbeddedCluster cluster;
  private final RSGroupAdminClient admin;

  private ServerGroups(EmbeddedCluster cluster) throws IOException {
    this.cluster = cluster;
    this.admin = new RSGroupAdminClient(cluster.connection());
  }

  /** What the servers of HBase 2 need for groups. */
  static void turnOn(Configuration servers) {
    servers.set(CoprocessorHost.MASTER_COPROCESSOR_CONF_KEY, RSGroupAdminEndpoint.class.getName());
    servers.set(
        HConstants.HBASE_MASTER_LOADBALANCER_CLASS, RSGroupBasedLoadBalancer.class.getName());
  }

  /** The groups of a cluster, as soon as the master manages them. */
  static ServerGroups of(EmbeddedCluster cluster) throws Exception {
    Polling.until(
        "the master manages groups",
        () ->
            cluster.utility().getMiniHBaseCluster().getMaster().getLoadBalancer()
                    instanceof RSGroupBasedLoadBalancer balancer
                && balancer.isOnline());
    return new ServerGroups(cluster);
  }

  void add(String group) throws IOException {
    admin.addRSGroup(group);
  }

  /** Gives servers to another group; all regions of tables of other groups leave them. */
  void move(Set<ServerName> servers, String group) throws IOException {
    admin.moveServers(servers.stream().map(ServerName::getAddress).collect(toSet()), group);
  }

  /** Gives a table to another group; returns when its regions are on servers of that group. */
  void move(TableName table, String group) throws Exception {
    admin.moveTables(Set.of(table), group);
    awaitWithin(table, group);
  }

  /** Waits until all regions of a table are on servers of a group. */
  void awaitWithin(TableName table, String group) throws Exception {
    Polling.until(
        table + " is on servers of the group " + group,
        () -> servers(group).containsAll(serversOf(table)));
  }

  /** The servers of a group. */
  Set<ServerName> servers(String group) throws IOException {
    RSGroupInfo members = admin.getRSGroupInfo(group);
    return cluster.connection().getAdmin().getRegionServers().stream()
        .filter(server -> members.containsServer(server.getAddress()))
        .collect(toSet());
  }

  /** The servers that have regions of a table. */
  private List<ServerName> serversOf(TableName table) throws IOException {
    try (RegionLocator locator = cluster.connection().getRegionLocator(table)) {
      return locator.getAllRegionLocations().stream().map(HRegionLocation::getServerName).toList();
    }
  }
}
