package io.halite.coprocessor.owner;

import java.io.IOException;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ServerName;

/**
 * The connection that all salted regions of one server share; the last region that releases it
 * closes it.
 *
 * <p>The coprocessors' shared data holds it. All class loaders and servers of the JVM share that
 * data, so the connection's key names the class loader and the server.
 */
public final class SharedConnection {
  private final OwnerConnection connection;
  private int users;

  private SharedConnection(OwnerConnection connection) {
    this.connection = connection;
  }

  /** Adds one user of the server's connection; makes it, with its metrics, for the first. */
  public static OwnerConnection acquire(
      Map<String, Object> sharedData,
      String server,
      Configuration conf,
      Supplier<SaltingMetrics> metrics) {
    synchronized (sharedData) {
      SharedConnection shared =
          (SharedConnection)
              sharedData.computeIfAbsent(
                  key(server),
                  key ->
                      new SharedConnection(
                          new OwnerConnection(
                              conf, ServerName.valueOf(server), metrics.get(), sharedData)));
      shared.users++;
      return shared.connection;
    }
  }

  /** Removes one user; the last one closes the connection. */
  public static void release(Map<String, Object> sharedData, String server) throws IOException {
    OwnerConnection last = null;
    synchronized (sharedData) {
      SharedConnection shared = (SharedConnection) sharedData.get(key(server));
      if (shared != null && --shared.users == 0) {
        sharedData.remove(key(server));
        last = shared.connection;
      }
    }
    if (last != null) {
      last.close();
    }
  }

  private static String key(String server) {
    return "connection/"
        + server
        + "/"
        + System.identityHashCode(SharedConnection.class.getClassLoader());
  }
}
