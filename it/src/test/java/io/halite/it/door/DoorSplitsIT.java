package io.halite.it.door;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.AsyncTableRegionLocator;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.mapreduce.TableInputFormat;
import org.apache.hadoop.hbase.mapreduce.TableSplit;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.task.JobContextImpl;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Where jobs and {@code RegionLocator} place a region whose requests a door serves. */
@ExtendWith(SharedDoorCluster.class)
class DoorSplitsIT {
  private static final byte[] REDIRECTED = {0x60};

  private final EmbeddedCluster cluster;
  private PlacedTable placed;

  DoorSplitsIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  @BeforeEach
  void create() throws Exception {
    placed = PlacedTable.create(cluster);
  }

  @AfterEach
  void drop() throws Exception {
    placed.close();
  }

  /** HBase's input format, in a cluster each of whose servers is on a host of its own. */
  private final class Format extends TableInputFormat {
    private final boolean isRedirected;

    Format(boolean isRedirected) {
      this.isRedirected = isRedirected;
      Configuration conf = new Configuration(cluster.configuration());
      conf.set(INPUT_TABLE, placed.table().name().getNameAsString());
      setConf(conf);
    }

    @Override
    protected void initializeTable(Connection connection, TableName table) throws IOException {
      super.initializeTable(
          withHosts(isRedirected ? placed.toDoor(connection) : connection), table);
    }

    /** Start key, end key and host of each split. */
    List<String> splits() throws IOException {
      List<String> splits = new ArrayList<>();
      for (InputSplit each : getSplits(new JobContextImpl(getConf(), new JobID("job", 1)))) {
        TableSplit split = (TableSplit) each;
        splits.add(split(split.getStartRow(), split.getEndRow(), split.getRegionLocation()));
      }
      return splits;
    }
  }

  private static String split(byte[] start, byte[] end, String host) {
    return Bytes.toStringBinary(start) + " to " + Bytes.toStringBinary(end) + " at " + host;
  }

  private String host(ServerName server) {
    return "127.0.0." + (2 + placed.servers().indexOf(server));
  }

  private HRegionLocation onOwnHost(HRegionLocation found) {
    ServerName server = found.getServerName();
    return new HRegionLocation(
        found.getRegion(),
        ServerName.valueOf(host(server), server.getPort(), server.getStartCode()));
  }

  private Connection withHosts(Connection connection) {
    return proxy(
        Connection.class,
        connection,
        answer -> answer instanceof RegionLocator locator ? withHosts(locator) : answer);
  }

  private RegionLocator withHosts(RegionLocator locator) {
    return proxy(
        RegionLocator.class,
        locator,
        answer -> answer instanceof HRegionLocation found ? onOwnHost(found) : answer);
  }

  /** The same object, but for what its methods return. */
  private static <T> T proxy(Class<T> type, T of, UnaryOperator<Object> change) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) -> {
              try {
                return change.apply(method.invoke(of, arguments));
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            }));
  }

  /** What a job's split of the region at {@code 60} is, if it is placed at this server. */
  private String redirected(ServerName server) throws IOException {
    return split(REDIRECTED, placed.region(0x60).getEndKey(), host(server));
  }

  /** A job opens a connection of its own; an application may give a format one that it has used. */
  @Test
  void splitsNameTheRegionsOwnServersUnlessTheirConnectionIsRedirected() throws Exception {
    List<String> own = new ArrayList<>();
    try (RegionLocator locator = cluster.connection().getRegionLocator(placed.table().name())) {
      for (HRegionLocation each : locator.getAllRegionLocations()) {
        RegionInfo region = each.getRegion();
        own.add(split(region.getStartKey(), region.getEndKey(), host(each.getServerName())));
      }
    }
    assertThat(new Format(false).splits()).isEqualTo(own);
    assertThat(own.set(6, redirected(placed.door()))).isEqualTo(redirected(placed.home()));
    assertThat(new Format(true).splits()).isEqualTo(own);
  }

  @Tag("wide")
  @Test
  void aLocatorNamesTheDoorUntilItReadsTheLocationOfThisRegionAgain() throws Exception {
    TableName name = placed.table().name();
    try (Connection client = ConnectionFactory.createConnection(cluster.configuration());
        RegionLocator locator = placed.toDoor(client).getRegionLocator(name)) {
      assertThat(locator.getAllRegionLocations())
          .extracting(HRegionLocation::getServerName)
          .element(6)
          .isEqualTo(placed.home());
      assertThat(locator.getRegionLocation(REDIRECTED).getServerName())
          .as("the list of all does not end a redirect")
          .isEqualTo(placed.door());
      assertThat(locator.getRegionLocation(REDIRECTED, true).getServerName())
          .isEqualTo(placed.home());
      assertThat(locator.getRegionLocation(REDIRECTED).getServerName()).isEqualTo(placed.home());
    }
  }

  private ServerName server(AsyncConnection client, boolean reload) throws Exception {
    return KnownDoors.serverOf(client, placed.table().name(), REDIRECTED, reload);
  }

  /** It keeps the greater sequence number, which the redirect has invented. */
  @Tag("wide")
  @Test
  void theAsynchronousClientsLocatorNamesTheDoorUntilItsCacheIsCleared() throws Exception {
    try (KnownDoors clients = new KnownDoors(cluster, 3)) {
      AsyncConnection client =
          clients.atDoors(placed.table().name(), PlacedTable.put("n"), placed.home()).get(0);
      ServerName door = server(client, false);
      AsyncTableRegionLocator locator = client.getRegionLocator(placed.table().name());
      assertThat(locator.getAllRegionLocations().get())
          .extracting(HRegionLocation::getServerName)
          .element(6)
          .isEqualTo(placed.home());
      assertThat(server(client, false)).isEqualTo(door).isNotEqualTo(placed.home());
      assertThat(server(client, true)).isEqualTo(door);
      locator.clearRegionLocationCache();
      assertThat(server(client, false)).isEqualTo(placed.home());
    }
  }
}
