package io.halite.it.door;

import io.halite.coprocessor.door.DoorCounts;
import io.halite.coprocessor.door.DoorRpcServer;
import io.halite.it.cluster.EmbeddedCluster;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.util.JVMClusterUtil.RegionServerThread;

/** A cluster whose region servers have doors, and what these have done. */
public final class DoorCluster {
  private DoorCluster() {}

  /** Three servers that redirect the connections of all gateway regions. */
  public static EmbeddedCluster start() throws Exception {
    return start(3, settings -> {});
  }

  /** The same with so many servers and other settings. */
  public static EmbeddedCluster start(int servers, Consumer<Configuration> settings)
      throws Exception {
    return EmbeddedCluster.startWithoutHdfs(
        servers,
        conf -> {
          turnOn(conf);
          settings.accept(conf);
        });
  }

  /** Gives servers with these settings doors, to which they redirect all connections. */
  public static void turnOn(Configuration servers) {
    servers.set("hbase.rpc.server.impl", DoorRpcServer.class.getName());
    servers.set("halite.doors", "all");
  }

  /** What the door of each server that runs has done. */
  public static List<DoorCounts> counts(EmbeddedCluster cluster) {
    return cluster.utility().getMiniHBaseCluster().getLiveRegionServerThreads().stream()
        .map(RegionServerThread::getRegionServer)
        .map(server -> DoorRpcServer.doorOf(server).orElseThrow().counts())
        .toList();
  }

  /** Changes the setting at each server. */
  static void update(EmbeddedCluster cluster, String doors) throws IOException {
    cluster.update("halite.doors", doors);
  }

  /** The rows of {@code hbase:meta} that anybody has read. */
  static long metaReads(EmbeddedCluster cluster) {
    return cluster.utility().getHBaseCluster().getRegions(TableName.META_TABLE_NAME).stream()
        .mapToLong(HRegion::getReadRequestsCount)
        .sum();
  }

  public static long sum(EmbeddedCluster cluster, ToLongFunction<DoorCounts> count) {
    return counts(cluster).stream().mapToLong(count).sum();
  }
}
