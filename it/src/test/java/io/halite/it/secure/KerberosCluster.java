package io.halite.it.secure;

import io.halite.client.plugin.SaltedConnection;
import io.halite.coprocessor.door.DoorRpcServer;
import io.halite.it.process.ClusterPlan;
import io.halite.it.process.ProcessCluster;
import io.halite.it.process.Role;
import java.io.IOException;
import java.nio.file.Path;
import java.security.PrivilegedExceptionAction;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.security.access.AccessControlClient;
import org.apache.hadoop.hbase.security.access.AccessController;
import org.apache.hadoop.hbase.security.access.Permission;
import org.apache.hadoop.hbase.security.access.PermissionStorage;
import org.apache.hadoop.hbase.security.token.ClientTokenUtil;
import org.apache.hadoop.hbase.security.token.TokenProvider;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.token.Token;

/**
 * A master and two region servers that know each other and their clients by Kerberos, with {@link
 * SecureTables}: {@code alice} may read and write them, {@code carol} may read their descriptors,
 * too, and {@code mallory} may nothing. HDFS and ZooKeeper trust everyone.
 *
 * <p>Hadoop remembers whether Kerberos is on, and who is logged in, once for a JVM: this is for one
 * that does nothing else, and that has {@link #settings()} in its {@code hbase-site.xml}.
 */
final class KerberosCluster implements AutoCloseable {
  /** Hadoop asks the JDK's own classes for the realm. */
  static final String REACH_INTO_THE_JDK =
      "--add-exports=java.security.jgss/sun.security.krb5=ALL-UNNAMED";

  private static final String SERVERS = "hbase/localhost";
  private static final String ADMIN = "admin";

  private final KeyDistribution keys;
  private final ProcessCluster servers;

  private KerberosCluster(KeyDistribution keys, ProcessCluster servers) {
    this.keys = keys;
    this.servers = servers;
  }

  /** What clients have to be told. */
  static Map<String, String> settings() {
    String principal = SERVERS + "@" + KeyDistribution.REALM;
    return Map.of(
        "hbase.security.authentication", "kerberos",
        "hadoop.security.authentication", "kerberos",
        "hbase.rpc.protection", "privacy",
        // Logged in again as soon as a ticket is about to end, however young it is.
        "hadoop.kerberos.min.seconds.before.relogin", "1",
        "hbase.ipc.client.connection.minIdleTimeBeforeClose", "2000",
        "hbase.master.kerberos.principal", principal,
        "hbase.regionserver.kerberos.principal", principal);
  }

  static KerberosCluster start(Path directory, Path logs, Duration tickets) throws Exception {
    KeyDistribution keys = KeyDistribution.start(directory, tickets);
    UserGroupInformation.setConfiguration(HBaseConfiguration.create());
    UserGroupInformation.loginUserFromKeytab(ADMIN, keys.keytab(ADMIN).toString());
    KerberosCluster cluster = new KerberosCluster(keys, ProcessCluster.start(plan(keys, logs)));
    try {
      cluster.createTables();
      return cluster;
    } catch (Throwable e) {
      cluster.close();
      throw new IOException("the tables could not be created", e);
    }
  }

  private static ClusterPlan plan(KeyDistribution keys, Path logs) throws Exception {
    ClusterPlan plan =
        ClusterPlan.of(2)
            .in(logs)
            .atMost(Duration.ofMinutes(10))
            .heap(Role.REGIONSERVER, 512)
            .option("-Djava.security.krb5.conf=" + keys.settings())
            .option(REACH_INTO_THE_JDK);
    Path keytab = keys.keytab(SERVERS);
    for (Role role : List.of(Role.MASTER, Role.REGIONSERVER)) {
      for (Map.Entry<String, String> each : settings().entrySet()) {
        plan = plan.set(role, each.getKey(), each.getValue());
      }
      for (String server : List.of("hbase.master", "hbase.regionserver")) {
        plan = plan.set(role, server + ".keytab.file", keytab);
      }
      plan =
          plan.set(role, "ipc.client.fallback-to-simple-auth-allowed", true)
              .set(role, "hbase.security.authorization", true)
              .set(role, "hbase.superuser", ADMIN)
              .set(role, "hbase.coprocessor.master.classes", AccessController.class.getName())
              .set(role, "hbase.coprocessor.regionserver.classes", AccessController.class.getName())
              .set(
                  role,
                  "hbase.coprocessor.region.classes",
                  TokenProvider.class.getName() + "," + AccessController.class.getName());
    }
    plan =
        plan.set(Role.REGIONSERVER, "hbase.rpc.server.impl", DoorRpcServer.class.getName())
            .set(Role.REGIONSERVER, "halite.doors", "all");
    // The servers' site names a keytab of clients, which is nothing to them.
    return plan.set(Role.REGIONSERVER, "hbase.client.keytab.file", keys.keytab("mallory"))
        .set(Role.REGIONSERVER, "hbase.client.keytab.principal", "mallory");
  }

  private void createTables() throws Throwable {
    try (Admin admin = servers.connection().getAdmin()) {
      while (!admin.isTableAvailable(PermissionStorage.ACL_TABLE_NAME)) {
        Thread.sleep(100);
      }
    }
    SecureTables.create(servers.connection(), servers.serverName(0), servers.serverName(1));
    Permission.Action[] use = {Permission.Action.READ, Permission.Action.WRITE};
    Permission.Action[] own = {use[0], use[1], Permission.Action.CREATE};
    for (TableName table : List.of(SecureTables.HISTORIES, SecureTables.ORDERS)) {
      grant(table, "alice", use);
      grant(table, "carol", own);
    }
    grant(SecureTables.ENTRIES, "alice", Permission.Action.READ);
    grant(SecureTables.ENTRIES, "carol", own);
  }

  private void grant(TableName table, String user, Permission.Action... rights) throws Throwable {
    AccessControlClient.grant(servers.connection(), table, user, null, null, rights);
  }

  /** Somebody who has proved who they are with their own keys. */
  UserGroupInformation byKeytab(String name) throws Exception {
    return UserGroupInformation.loginUserFromKeytabAndReturnUGI(name, keys.keytab(name).toString());
  }

  /** The same person in a job, say, which has a delegation token of HBase and no keys. */
  UserGroupInformation byToken(UserGroupInformation owner) throws Exception {
    UserGroupInformation job = UserGroupInformation.createRemoteUser(owner.getShortUserName());
    try (Connection connection = connect(owner, false)) {
      job.addToken(
          owner.doAs(
              (PrivilegedExceptionAction<Token<?>>) () -> ClientTokenUtil.obtainToken(connection)));
    }
    return job;
  }

  /** A connection of somebody's, by the gateways or straight to the owners. */
  Connection connect(UserGroupInformation user, boolean plugin) throws Exception {
    Configuration conf = servers.configuration();
    if (plugin) {
      conf.set("hbase.client.connection.impl", SaltedConnection.class.getName());
    }
    return connect(user, conf);
  }

  /** A connection of somebody who says who they are and proves nothing; it soon gives up. */
  Connection connectWithoutProof(String name) throws Exception {
    Configuration conf = servers.configuration();
    conf.set("hbase.security.authentication", "simple");
    conf.setInt("hbase.client.retries.number", 0);
    conf.setInt("hbase.client.operation.timeout", 5_000);
    conf.setInt("hbase.client.meta.operation.timeout", 5_000);
    return connect(UserGroupInformation.createRemoteUser(name), conf);
  }

  private static Connection connect(UserGroupInformation user, Configuration conf)
      throws IOException, InterruptedException {
    return user.doAs(
        (PrivilegedExceptionAction<Connection>) () -> ConnectionFactory.createConnection(conf));
  }

  /** Whether a connection sends requests for the gateway regions to the other server. */
  boolean isAtADoor(Connection connection) throws IOException {
    try (RegionLocator locator = connection.getRegionLocator(SecureTables.HISTORIES)) {
      ServerName server = locator.getRegionLocation(SecureTables.GATEWAY).getServerName();
      return server.equals(servers.serverName(1));
    }
  }

  /** Host and port of the pages of the server that has no gateways, and serves as a guest. */
  String doorPages() {
    return servers.pages(1);
  }

  /** Host and port of the pages of the server with the gateways. */
  String gatewayPages() {
    return servers.pages(0);
  }

  @Override
  public void close() throws Exception {
    try {
      servers.close();
    } finally {
      keys.close();
    }
  }
}
