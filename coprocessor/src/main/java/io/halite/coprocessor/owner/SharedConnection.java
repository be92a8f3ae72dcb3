package io.halite.coprocessor.owner;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;

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

  /**
   * Adds one user of the connection of the server of {@code env}; makes it for the first.
   *
   * @param conf the server's configuration
   */
  public static OwnerConnection acquire(RegionCoprocessorEnvironment env, Configuration conf) {
    return acquire(
        env.getSharedData(),
        env.getServerName().toString(),
        conf,
        () -> new SaltingMetrics(env.getMetricRegistryForRegionServer()),
        () -> Fence.start(env.getServerName(), Optional.ofNullable(env.getOnlineRegions())));
  }

  static OwnerConnection acquire(
      Map<String, Object> sharedData,
      String server,
      Configuration conf,
      Supplier<SaltingMetrics> metrics,
      Supplier<Fence> fence) {
    synchronized (sharedData) {
      SharedConnection shared = (SharedConnection) sharedData.get(key(server));
      if (shared == null) {
        // Not by computeIfAbsent, in which the new connection could not add what jars share.
        shared =
            new SharedConnection(
                new OwnerConnection(
                    conf, ServerName.valueOf(server), metrics.get(), fence, sharedData));
        sharedData.put(key(server), shared);
      }
      shared.users++;
      return shared.connection;
    }
  }

  /** Removes one user of the connection of the server of {@code env}; the last one closes it. */
  public static void release(RegionCoprocessorEnvironment env) throws IOException {
    release(env.getSharedData(), env.getServerName().toString());
  }

  static void release(Map<String, Object> sharedData, String server) throws IOException {
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
