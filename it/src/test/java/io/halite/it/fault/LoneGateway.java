package io.halite.it.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.coprocessor.SaltingObserver;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.TestTable;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * A gateway region on another server than all other regions of its table, which may move to theirs.
 *
 * @param server its server
 * @param other theirs
 */
record LoneGateway(TestTable table, ServerName server, ServerName other) {
  /** Where the region starts: the plan of its table has this split point. */
  static final byte[] START = Bytes.toBytes("@");

  /** Moves the regions of a table apart. */
  static LoneGateway of(TestTable table) throws IOException {
    List<ServerName> servers = List.copyOf(table.admin().getRegionServers());
    LoneGateway lone = new LoneGateway(table, servers.get(0), servers.get(1));
    for (RegionInfo region : table.admin().getRegions(table.name())) {
      boolean gateway = Arrays.equals(region.getStartKey(), START);
      lone.move(region.getStartKey(), gateway ? lone.server : lone.other);
    }
    return lone;
  }

  private void move(byte[] start, ServerName to) throws IOException {
    try (RegionLocator locator = table.connection().getRegionLocator(table.name())) {
      HRegionLocation region = locator.getRegionLocation(start, true);
      if (!region.getServerName().equals(to)) {
        table.admin().move(region.getRegion().getEncodedNameAsBytes(), to);
      }
    }
  }

  /**
   * Fails if its server has another salted region, also of another table. A server closes its
   * connection to owners with its last one.
   */
  void requireLastSalted(EmbeddedCluster cluster) {
    assertThat(
            cluster.utility().getMiniHBaseCluster().getRegionServer(server).getRegions().stream()
                .filter(region -> region.getCoprocessorHost() != null)
                .filter(LoneGateway::isSalted)
                .map(HRegion::getRegionInfo)
                .map(RegionInfo::getRegionNameAsString))
        .as("salted regions of %s", server)
        .singleElement()
        .asString()
        .startsWith(table.name() + ",@,");
  }

  private static boolean isSalted(HRegion region) {
    return region.getCoprocessorHost().findCoprocessor(SaltingObserver.class) != null;
  }

  /** Moves it to the server of the other regions. */
  void join() throws IOException {
    move(START, other);
  }

  /** The same beside the test. */
  CompletableFuture<Void> beginToJoin() {
    return CompletableFuture.runAsync(
        () -> {
          try {
            join();
          } catch (IOException e) {
            throw new IllegalStateException(e);
          }
        },
        task -> new Thread(task).start());
  }
}
