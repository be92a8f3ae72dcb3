package io.halite.routing.host;

import io.halite.filters.host.HostClasses;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.security.User;
import org.jspecify.annotations.Nullable;

/**
 * Opens connections with attributes, which HBase has from 2.6.0 on. An older client opens them
 * without: the servers are not told. Stateless.
 */
public final class Connections {
  private static final boolean KNOWN =
      HostClasses.has(
          ConnectionFactory.class,
          "createConnection",
          Configuration.class,
          ExecutorService.class,
          User.class,
          Map.class);

  private static final boolean LAYERS = HostClasses.has(Connection.class, "toAsyncConnection");

  private Connections() {}

  /** Whether a blocking connection is a layer over an asynchronous one, as from HBase 3 on. */
  public static boolean areLayers() {
    return LAYERS;
  }

  /**
   * The asynchronous connection below a blocking one.
   *
   * @throws UnsupportedOperationException in HBase 2, where none is below
   */
  public static AsyncConnection below(Connection layer) {
    try {
      return (AsyncConnection) Connection.class.getMethod("toAsyncConnection").invoke(layer);
    } catch (ReflectiveOperationException e) {
      throw new UnsupportedOperationException(e);
    }
  }

  /**
   * Opens a connection, as HBase's factory does.
   *
   * @param pool the threads of its tables; null for threads of its own
   */
  public static Connection open(
      Configuration conf, @Nullable ExecutorService pool, User user, Map<String, byte[]> attributes)
      throws IOException {
    return KNOWN
        ? ConnectionFactory.createConnection(conf, pool, user, attributes)
        : ConnectionFactory.createConnection(conf, pool, user);
  }

  /** Opens an asynchronous connection, as HBase's factory does. */
  public static CompletableFuture<AsyncConnection> openAsync(
      Configuration conf, User user, Map<String, byte[]> attributes) {
    return KNOWN
        ? ConnectionFactory.createAsyncConnection(conf, user, attributes)
        : ConnectionFactory.createAsyncConnection(conf, user);
  }
}
