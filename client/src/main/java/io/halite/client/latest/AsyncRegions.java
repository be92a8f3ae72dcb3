package io.halite.client.latest;

import io.halite.keys.KeyBytes;
import io.halite.routing.latest.LatestKeys;
import io.halite.routing.latest.LatestStub;
import io.halite.routing.latest.Page;
import io.halite.routing.latest.PageRequest;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.RegionInfo;

/** Requests to regions over an asynchronous connection. Thread-safe. */
final class AsyncRegions implements LatestRegions {
  private final AsyncConnection connection;
  private final TableName table;
  private final Relocation relocation;
  private final LatestKeys keys;

  AsyncRegions(
      AsyncConnection connection, TableName table, Relocation relocation, LatestKeys keys) {
    this.connection = connection;
    this.table = table;
    this.relocation = relocation;
    this.keys = keys;
  }

  @Override
  public CompletableFuture<List<byte[]>> starts() {
    return connection
        .getRegionLocator(table)
        .getAllRegionLocations()
        .thenApply(
            locations ->
                locations.stream()
                    .map(HRegionLocation::getRegion)
                    // The others are replicas, which begin where these do.
                    .filter(region -> region.getReplicaId() == RegionInfo.DEFAULT_REPLICA_ID)
                    .map(RegionInfo::getStartKey)
                    .sorted(KeyBytes::compare)
                    .toList());
  }

  @Override
  public CompletableFuture<Page> ask(byte[] row, PageRequest request) {
    return relocation.during(
        row, LatestStub.latest(connection.getTable(table), row, request, keys));
  }
}
