package io.halite.it.survival;

import java.io.IOException;
import java.util.Arrays;
import java.util.TreeMap;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionLocator;

/** Where the salted table's regions are, as the catalogue said when it was asked. */
final class Places {
  private final TreeMap<byte[], ServerName> servers = new TreeMap<>(Arrays::compareUnsigned);

  Places(Connection connection) throws IOException {
    try (RegionLocator regions = connection.getRegionLocator(Twins.SALTED)) {
      for (HRegionLocation location : regions.getAllRegionLocations()) {
        if (location.getServerName() != null) {
          servers.put(location.getRegion().getStartKey(), location.getServerName());
        }
      }
    }
  }

  /** The server of the region that a natural key's requests go to. */
  ServerName gateway(byte[] key) {
    return servers.floorEntry(key).getValue();
  }

  /** The server of the region that stores a natural key's row. */
  ServerName owner(byte[] key) {
    return gateway(Twins.SPEC.salt().salt(key));
  }
}
