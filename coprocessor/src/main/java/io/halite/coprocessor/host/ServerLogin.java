package io.halite.coprocessor.host;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.ClusterConnection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * Opens connections as the user that this process is logged in as, in the name of no client: a hook
 * may run inside a {@code doAs} of its client, as those of a secure bulk load do.
 *
 * <p>The user is handed over, since HBase's client would otherwise look for a keytab of its own
 * ({@code hbase.client.keytab.file}) and log the whole process in again as that principal.
 */
public final class ServerLogin {
  private final Configuration conf;

  /** Connections with what {@code conf} says of the cluster. */
  public ServerLogin(Configuration conf) {
    this.conf = conf;
  }

  /** A connection with these attributes, whose calls wait for their answers. */
  ClusterConnection connection(Map<String, byte[]> attributes) throws IOException {
    return User.runAsLoginUser(
        () -> (ClusterConnection) CallAttributes.connect(conf, user(), attributes));
  }

  /** A connection whose calls do not wait; it is there as soon as the cluster's id is known. */
  public CompletableFuture<AsyncConnection> asyncConnection() throws IOException {
    return User.runAsLoginUser(() -> ConnectionFactory.createAsyncConnection(conf, user()));
  }

  /** The user whose name this server forwards under. */
  public static User user() throws IOException {
    return User.create(UserGroupInformation.getLoginUser());
  }
}
