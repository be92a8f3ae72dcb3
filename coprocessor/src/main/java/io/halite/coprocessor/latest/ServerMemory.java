package io.halite.coprocessor.latest;

import io.halite.coprocessor.SaltingObserver;
import io.halite.coprocessor.owner.MemoryAccount;
import io.halite.coprocessor.owner.OwnerConnection;
import io.halite.coprocessor.owner.SharedConnection;
import io.halite.coprocessor.table.RegionSettings;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.regionserver.HRegion;

/**
 * The server's account of pages. Tables that have the endpoint and no observer share another one of
 * that size, since HBase shares data among the regions of one coprocessor only.
 *
 * <p>It is found at the first page, because HBase may load the observer after the endpoint.
 * Thread-safe.
 */
final class ServerMemory implements AutoCloseable {
  private final RegionCoprocessorEnvironment env;
  private Optional<RegionCoprocessorEnvironment> shared = Optional.empty();
  private Optional<OwnerConnection> owners = Optional.empty();
  private boolean closed;

  ServerMemory(RegionCoprocessorEnvironment env) {
    this.env = env;
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
    if (owners.isEmpty()) {
      RegionCoprocessorEnvironment sharing = sharing();
      owners = Optional.of(SharedConnection.acquire(sharing, RegionSettings.of(env).site()));
      shared = Optional.of(sharing);
    }
    return owners.get().pageMemory();
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
    owners = Optional.empty();
    if (shared.isPresent()) {
      SharedConnection.release(shared.get());
      shared = Optional.empty();
    }
  }
}
