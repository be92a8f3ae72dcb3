package io.halite.it.rights;

import java.io.IOException;
import java.lang.reflect.Method;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.AsyncConnectionImpl;
import org.apache.hadoop.hbase.client.ClusterConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.exceptions.RegionMovedException;

/**
 * The way to a gateway region through a server that serves its requests as a guest.
 *
 * @param gateway the gateway region
 * @param home its server
 * @param door the server that serves as a guest
 */
public record GuestRoute(RegionInfo gateway, ServerName home, ServerName door)
    implements Side.Route {
  /** Makes the client take in what its home answers when it redirects a connection. */
  @Override
  public Connection of(Connection connection) throws IOException {
    byte[] row = gateway.getStartKey();
    try (RegionLocator locator = connection.getRegionLocator(gateway.getTable())) {
      HRegionLocation known = locator.getRegionLocation(row);
      if (known.getServerName().equals(home)) {
        ((ClusterConnection) connection)
            .updateCachedLocations(
                gateway.getTable(),
                gateway.getRegionName(),
                row,
                new RegionMovedException(door, known.getSeqNum() + 1),
                home);
      }
    }
    return connection;
  }

  /** The same of the asynchronous client, which takes in the same answer in a class of its own. */
  public AsyncConnection of(AsyncConnection connection) throws Exception {
    HRegionLocation known =
        connection
            .getRegionLocator(gateway.getTable())
            .getRegionLocation(gateway.getStartKey())
            .get();
    if (known.getServerName().equals(home)) {
      Method locator = AsyncConnectionImpl.class.getDeclaredMethod("getLocator");
      locator.setAccessible(true);
      Method update =
          locator
              .getReturnType()
              .getDeclaredMethod(
                  "updateCachedLocationOnError", HRegionLocation.class, Throwable.class);
      update.setAccessible(true);
      update.invoke(
          locator.invoke(connection), known, new RegionMovedException(door, known.getSeqNum() + 1));
    }
    return connection;
  }
}
