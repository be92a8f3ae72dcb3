package io.halite.coprocessor.latest;

import io.halite.coprocessor.SaltingObserver;
import io.halite.coprocessor.owner.MemoryAccount;
import io.halite.coprocessor.owner.SaltedServer;
import io.halite.coprocessor.owner.SharedConnection;
import io.halite.coprocessor.table.RegionSettings;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.regionserver.HRegion;

/**
 * The server's account of pages, as a region uses it. Tables that have the endpoint and no observer
 * share another one of that size, since HBase shares data among the regions of one coprocessor
 * only.
 *
 * <p>It is found at the first page, because HBase may load the observer after the endpoint.
 * Thread-safe.
 */
final class ServerMemory implements AutoCloseable {
  private final RegionCoprocessorEnvironment env;
  private Optional<RegionCoprocessorEnvironment> shared = Optional.empty();
  private Optional<SaltedServer> server = Optional.empty();
  private boolean closed;

  private ServerMemory(RegionCoprocessorEnvironment env) {
    this.env = env;
  }

  /**
   * That of the region, which all endpoints of it share. After {@code update_config} HBase may load
   * an endpoint of an open region once more. It goes on asking the former one, and stops one of
   * them when the region closes.
   */
  static ServerMemory of(RegionCoprocessorEnvironment env) {
    ServerMemory fresh = new ServerMemory(env);
    ServerMemory former = (ServerMemory) env.getSharedData().putIfAbsent(key(env), fresh);
    if (former != null) {
      return former;
    }
    if (env.getRegion().isClosing() || env.getRegion().isClosed()) {
      env.getSharedData().remove(key(env), fresh);
    }
    return fresh;
  }

  /** All class loaders and servers of a JVM share the data of the coprocessors of one class. */
  private static String key(RegionCoprocessorEnvironment env) {
    return "pages/%s/%s/%s"
        .formatted(
            env.getServerName(),
            env.getRegionInfo().getEncodedName(),
            System.identityHashCode(ServerMemory.class.getClassLoader()));
  }

  /**
   * Returns the account.
   *
   * @throws NotServingRegionException if the region has closed
   */
  synchronized MemoryAccount account() throws NotServingRegionException {
    if (closed) {
      throw new NotServingRegionException(env.getRegionInfo().getRegionNameAsString());
    }
    if (server.isEmpty()) {
      RegionCoprocessorEnvironment sharing = sharing();
      server =
          Optional.of(SharedConnection.acquire(sharing, RegionSettings.of(env).site()).server());
      shared = Optional.of(sharing);
    }
    return server.get().pageMemory();
  }

  private RegionCoprocessorEnvironment sharing() {
    RegionCoprocessorEnvironment observer =
        ((HRegion) env.getRegion())
            .getCoprocessorHost()
            .findCoprocessorEnvironment(SaltingObserver.class.getName());
    return observer == null ? env : observer;
  }

  @Override
  public synchronized void close() throws IOException {
    closed = true;
    env.getSharedData().remove(key(env), this);
    server = Optional.empty();
    if (shared.isPresent()) {
      SharedConnection.release(shared.get());
      shared = Optional.empty();
    }
  }
}
