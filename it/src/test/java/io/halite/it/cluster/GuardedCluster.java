package io.halite.it.cluster;

import java.io.IOException;
import java.security.PrivilegedExceptionAction;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.security.access.AccessControlClient;
import org.apache.hadoop.hbase.security.access.AccessController;
import org.apache.hadoop.hbase.security.access.Permission;
import org.apache.hadoop.hbase.security.access.PermissionStorage;

/**
 * An embedded cluster whose servers ask HBase's AccessController, with a connection for each user.
 * The user who runs the tests is the superuser.
 */
public final class GuardedCluster implements AutoCloseable {
  /** Members of this group are superusers, too. */
  public static final String SUPERUSERS = "operators";

  private static final int MOST_SERVERS = 500;

  private final EmbeddedCluster cluster;
  private final Map<String, Connection> connections = new ConcurrentHashMap<>();

  private GuardedCluster(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  /** Starts a cluster of so many region servers. */
  public static GuardedCluster start(int regionServers) throws Exception {
    return start(regionServers, settings -> {});
  }

  /** The same, with further settings of the servers. */
  public static GuardedCluster start(int regionServers, Consumer<Configuration> further)
      throws Exception {
    Consumer<Configuration> guarded = GuardedCluster::guard;
    return of(EmbeddedCluster.startWithoutHdfs(regionServers, guarded.andThen(further)));
  }

  /** The same on HDFS, where files have owners. */
  public static GuardedCluster startOnHdfs(int regionServers, Consumer<Configuration> further)
      throws Exception {
    Consumer<Configuration> guarded = GuardedCluster::guard;
    return of(EmbeddedCluster.start(regionServers, guarded.andThen(further)));
  }

  private static GuardedCluster of(EmbeddedCluster cluster) throws Exception {
    cluster.utility().waitTableAvailable(PermissionStorage.ACL_TABLE_NAME);
    return new GuardedCluster(cluster);
  }

  private static void guard(Configuration settings) {
    settings.setBoolean("hbase.security.authorization", true);
    // Each server of all clusters in one JVM runs as a user of its own, by a number that grows.
    String user = System.getProperty("user.name");
    settings.set(
        "hbase.superuser",
        IntStream.range(0, MOST_SERVERS)
            .mapToObj(number -> user + ".hfs." + number)
            .collect(Collectors.joining(",", user + ",", ",@" + SUPERUSERS)));
    for (String host : new String[] {"master", "region", "regionserver"}) {
      settings.set("hbase.coprocessor." + host + ".classes", AccessController.class.getName());
    }
  }

  /** The cluster; its own connection is the superuser's. */
  public EmbeddedCluster cluster() {
    return cluster;
  }

  /** The user of this name, without groups. */
  public User user(String name) {
    return User.createUserForTesting(cluster.configuration(), name, new String[0]);
  }

  /** A table as this user's client sees it; the cluster closes the connection. */
  public Table table(String user, TableName name) throws IOException {
    return connection(user).getTable(name);
  }

  /** This user's connection; the cluster closes it. */
  public Connection connection(String user) {
    return connections.computeIfAbsent(user, this::connect);
  }

  private Connection connect(String user) {
    PrivilegedExceptionAction<Connection> connecting =
        () -> ConnectionFactory.createConnection(cluster.configuration());
    try {
      return user(user).runAs(connecting);
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(user + " cannot connect", e);
    }
  }

  /** What a user does with a connection of his own. */
  public interface Question<T> {
    /** Does it. */
    T ask(Connection connection) throws Exception;
  }

  /** Does something as a user. */
  public <T> T as(String user, Question<T> question) throws Exception {
    PrivilegedExceptionAction<T> asking = () -> question.ask(connection(user));
    return user(user).runAs(asking);
  }

  /** Grants rights; no family means the table, no qualifier the family. */
  public void grant(
      String user, TableName table, byte[] family, byte[] qualifier, Permission.Action... rights)
      throws Exception {
    try {
      AccessControlClient.grant(cluster.connection(), table, user, family, qualifier, rights);
    } catch (Exception | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() throws Exception {
    for (Connection connection : connections.values()) {
      connection.close();
    }
    cluster.close();
  }
}
