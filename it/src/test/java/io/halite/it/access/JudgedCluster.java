package io.halite.it.access;

import io.halite.it.cluster.EmbeddedCluster;
import java.security.PrivilegedExceptionAction;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.security.access.AccessControlClient;
import org.apache.hadoop.hbase.security.access.AccessController;
import org.apache.hadoop.hbase.security.access.Permission;
import org.apache.hadoop.hbase.security.access.PermissionStorage;

/** A cluster of one server with AccessController, and users who ask it. */
record JudgedCluster(EmbeddedCluster cluster) implements AutoCloseable {
  /** What a user does with a connection of his own. */
  interface Question<T> {
    T ask(Connection connection) throws Exception;
  }

  static JudgedCluster start() throws Exception {
    EmbeddedCluster cluster = EmbeddedCluster.start(1, JudgedCluster::judge);
    cluster.utility().waitTableAvailable(PermissionStorage.ACL_TABLE_NAME);
    return new JudgedCluster(cluster);
  }

  private static void judge(Configuration settings) {
    settings.setBoolean("hbase.security.authorization", true);
    settings.set("hbase.superuser", System.getProperty("user.name"));
    settings.setInt("hbase.client.retries.number", 2);
    for (String host : new String[] {"master", "region", "regionserver"}) {
      settings.set("hbase.coprocessor." + host + ".classes", AccessController.class.getName());
    }
  }

  User user(String name) {
    return User.createUserForTesting(cluster.configuration(), name, new String[0]);
  }

  <T> T as(String user, Question<T> question) throws Exception {
    PrivilegedExceptionAction<T> asking =
        () -> {
          try (Connection connection =
              ConnectionFactory.createConnection(cluster.configuration())) {
            return question.ask(connection);
          }
        };
    return user(user).runAs(asking);
  }

  void grant(TableName table, String user, byte[] family, byte[] qualifier, Permission.Action right)
      throws Exception {
    try {
      AccessControlClient.grant(cluster.connection(), table, user, family, qualifier, right);
    } catch (Exception | Error e) {
      throw e;
    } catch (Throwable t) {
      throw new IllegalStateException(t);
    }
  }

  @Override
  public void close() throws Exception {
    cluster.close();
  }
}
