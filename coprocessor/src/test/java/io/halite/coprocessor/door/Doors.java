package io.halite.coprocessor.door;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.RegionInfo;

/** Servers and connections of tests. */
final class Doors {
  static final ServerName HERE = server(0);

  private Doors() {}

  static ServerName server(int number) {
    return ServerName.valueOf("s" + number, 16020, 1);
  }

  /** A request that is decided about as soon as it comes. */
  static Arrival arrival(long now) {
    return new Arrival(now, now);
  }

  static HRegionLocation at(RegionInfo region, ServerName server) {
    return new HRegionLocation(region, server);
  }

  /** So many servers beside {@link #HERE}. */
  static List<ServerName> others(int count) {
    return IntStream.rangeClosed(1, count).mapToObj(Doors::server).toList();
  }

  static Peer peer(int number) {
    try {
      return new Peer(InetAddress.getByAddress(new byte[] {10, 0, 0, 1}), 10_000 + number, 1);
    } catch (UnknownHostException e) {
      throw new AssertionError(e);
    }
  }
}
