package io.halite.it.rights;

import java.io.IOException;
import java.security.PrivilegedExceptionAction;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.codec.KeyValueCodecWithTags;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.FutureUtils;

/** One connection for each user and kind of client, opened when it is first asked for. */
final class Clients implements AutoCloseable {
  /** Opens scanners that strangers meddle with; may read every table. */
  static final String OPENER = "opener";

  private static final String PLUG_IN = "io.halite.client.plugin.SaltedConnection";
  private static final String ASYNC_PLUG_IN = "io.halite.client.plugin.SaltedAsyncConnection";

  /** A question asks by one door, and not by another to which the server redirects it. */
  private static final Map<String, byte[]> NEVER_REDIRECTED =
      Map.of("halite.doors", Bytes.toBytes("off"));

  private final Configuration servers;
  private final Map<String, Connection> connections = new ConcurrentHashMap<>();
  private final Map<Actor, AsyncConnection> asynchronous = new EnumMap<>(Actor.class);

  Clients(Configuration servers) {
    this.servers = servers;
  }

  /** Tries a little: what is to be tried again is a finding. */
  Configuration configuration() {
    Configuration conf = new Configuration(servers);
    conf.setInt(HConstants.HBASE_CLIENT_RETRIES_NUMBER, 1);
    conf.setInt(HConstants.HBASE_CLIENT_PAUSE, 20);
    conf.setInt(HConstants.HBASE_CLIENT_OPERATION_TIMEOUT, 30_000);
    conf.setInt(HConstants.HBASE_RPC_TIMEOUT_KEY, 30_000);
    return conf;
  }

  User user(Actor actor) {
    return user(actor.userName(), actor.groups());
  }

  private User user(String name, String... groups) {
    return User.createUserForTesting(servers, name, groups);
  }

  Connection of(Actor actor, boolean plugIn) throws IOException {
    Configuration conf = configuration();
    if (plugIn) {
      conf.set("hbase.client.connection.impl", PLUG_IN);
    }
    return open((plugIn ? "direct " : "usual ") + actor, user(actor), conf);
  }

  /** The plug-in of the asynchronous client. */
  synchronized AsyncConnection async(Actor actor) throws IOException {
    AsyncConnection open = asynchronous.get(actor);
    if (open == null) {
      Configuration conf = configuration();
      conf.set("hbase.client.async.connection.impl", ASYNC_PLUG_IN);
      open =
          FutureUtils.get(
              ConnectionFactory.createAsyncConnection(conf, user(actor), NEVER_REDIRECTED));
      asynchronous.put(actor, open);
    }
    return open;
  }

  /** A client that sends the tags of cells. */
  Connection withTags(Actor actor) throws IOException {
    Configuration conf = configuration();
    conf.set(HConstants.RPC_CODEC_CONF_KEY, KeyValueCodecWithTags.class.getName());
    return open("with tags " + actor, user(actor), conf);
  }

  Connection opener() throws IOException {
    return open(OPENER, user(OPENER), configuration());
  }

  private synchronized Connection open(String name, User user, Configuration conf)
      throws IOException {
    Connection open = connections.get(name);
    if (open == null) {
      PrivilegedExceptionAction<Connection> opening =
          () -> ConnectionFactory.createConnection(conf, null, user, NEVER_REDIRECTED);
      try {
        open = user.runAs(opening);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted while connecting as " + user, e);
      }
      connections.put(name, open);
    }
    return open;
  }

  @Override
  public void close() throws IOException {
    for (Connection connection : connections.values()) {
      connection.close();
    }
    for (AsyncConnection connection : asynchronous.values()) {
      connection.close();
    }
  }
}
