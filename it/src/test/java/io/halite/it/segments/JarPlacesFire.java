package io.halite.it.segments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.filters.segment.SegmentFilter;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.TestTable;
import io.halite.it.shell.HBaseShell;
import io.halite.it.shell.ShellExtension;
import io.halite.keys.KeyLayout;
import io.halite.keys.SaltingSpec;
import io.halite.routing.table.TableAttributes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.RegionMetrics;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.BinaryComparator;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.RowFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Where the jar may lie so that servers find the filter: in each place, and in two at once. */
@ExtendWith(SharedCluster.class)
class JarPlacesFire {
  private static final String SPEC = "key=" + Airports.LAYOUT + ",salt=hash(origin) % 4";
  private static final List<byte[]> BUCKETS = SaltingSpec.parse(SPEC).salt().splitPoints();
  private static final String QUERY = "destination in (LAX, SFO) and number >= 0100";
  private static final SegmentFilter FILTER =
      SegmentFilter.where(KeyLayout.parse(Airports.LAYOUT), QUERY);

  private static Path jar() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("..", "coprocessor", "target"))) {
      return files
          .filter(file -> file.getFileName().toString().matches("halite-[0-9].*\\.jar"))
          .findFirst()
          .orElseThrow();
    }
  }

  private static String observer(String jar) {
    return jar + TableAttributes.salting(SPEC.toString());
  }

  private static void findsWhatAClientFinds(Airports table, int zooKeeperPort) throws Exception {
    List<String> rows =
        table.thatAre(
            key ->
                List.of("LAX", "SFO").contains(key.substring(3, 6))
                    && key.substring(6).compareTo("0100") >= 0);
    assertThat(rows).hasSizeGreaterThan(50);
    assertThat(table.scan(new Scan().setFilter(FILTER))).isEqualTo(rows);
    assertThat(table.scan(FILTER.applyTo(new Scan()))).isEqualTo(rows);
    List<String> backwards = rows.stream().sorted(Collections.reverseOrder()).toList();
    assertThat(table.scan(new Scan().setFilter(FILTER).setReversed(true))).isEqualTo(backwards);
    RowFilter later =
        new RowFilter(CompareOperator.GREATER, new BinaryComparator(Bytes.toBytes("M")));
    assertThat(table.scan(new Scan().setFilter(new FilterList(later, FILTER))))
        .isEqualTo(rows.stream().filter(row -> row.compareTo("M") > 0).toList());
    assertThat(inTheShell(table, zooKeeperPort)).isEqualTo(rows);
  }

  private static List<String> inTheShell(Airports table, int zooKeeperPort) throws Exception {
    try (HBaseShell shell =
        HBaseShell.open(
            "localhost", zooKeeperPort, Duration.ofMinutes(2), ShellExtension.built())) {
      shell.run("require 'halite'");
      return ShellRows.of(
          shell.run(
              "scan '%s', {FILTER => \"SegmentFilter('%s', '%s')\"}"
                  .formatted(table.name(), Airports.LAYOUT, QUERY)));
    }
  }

  /** A scan of one origin asks one of the four buckets, as the gateways narrow it by its filter. */
  private static void asksOneBucketForOneOrigin(Airports table, Connection connection)
      throws Exception {
    List<Long> before = reads(table, connection);
    SegmentFilter one = SegmentFilter.where(KeyLayout.parse(Airports.LAYOUT), "origin = LAX");
    assertThat(table.scan(new Scan().setFilter(one)))
        .isEqualTo(table.thatAre(key -> key.startsWith("LAX")))
        .hasSizeGreaterThan(50);
    List<Long> after = reads(table, connection);
    assertThat(after).hasSize(4);
    int asked = 0;
    for (int i = 0; i < after.size(); i++) {
      asked += after.get(i) > before.get(i) ? 1 : 0;
    }
    assertThat(asked).as("regions with more reads: %s, then %s", before, after).isEqualTo(1);
  }

  private static List<Long> reads(Airports table, Connection connection) throws IOException {
    Map<String, Long> reads = new TreeMap<>();
    for (ServerName server : connection.getAdmin().getRegionServers()) {
      for (RegionMetrics region : connection.getAdmin().getRegionMetrics(server, table.name())) {
        String start = Bytes.toStringBinary(RegionInfo.getStartKey(region.getRegionName()));
        reads.put(start, region.getReadRequestCount());
      }
    }
    return List.copyOf(reads.values());
  }

  @Test
  void onTheServersClassPath(EmbeddedCluster cluster) throws Exception {
    try (Airports plain =
        Airports.create(cluster.connection(), TestTable.named("path_plain").splits("M"))) {
      findsWhatAClientFinds(plain, cluster.zooKeeperPort());
    }
  }

  @Test
  void onTheClassPathAndForTheObserverInAFileOfItsOwn(EmbeddedCluster cluster) throws Exception {
    String file = jar().toAbsolutePath().normalize().toUri().toString();
    try (Airports salted =
        Airports.create(
            cluster.connection(),
            TestTable.named("path_file").attribute(observer(file)).splits(BUCKETS))) {
      findsWhatAClientFinds(salted, cluster.zooKeeperPort());
      asksOneBucketForOneOrigin(salted, cluster.connection());
    }
  }

  @Test
  void inTheDirectoryOfDynamicJarsAndForTheObserverOnHdfs(@TempDir Path directory)
      throws Exception {
    Path jars = Files.createDirectories(directory.resolve("dynamic"));
    try (ServersAlone servers = ServersAlone.start(jars, directory);
        Connection connection = ConnectionFactory.createConnection(servers.configuration())) {
      assertThat(servers.halite()).as("of Halite on the servers' class path").isEqualTo("[]");
      try (Airports plain =
          Airports.create(connection, TestTable.named("dynamic_plain").splits("M"))) {
        assertThatThrownBy(() -> plain.scan(new Scan().setFilter(FILTER)))
            .isInstanceOf(DoNotRetryIOException.class)
            .hasMessageContaining("ClassNotFoundException");
        Files.copy(jar(), jars.resolve("halite.jar"));
        findsWhatAClientFinds(plain, servers.zooKeeperPort());
      }
      Configuration configuration = servers.configuration();
      org.apache.hadoop.fs.Path onHdfs = new org.apache.hadoop.fs.Path("/halite.jar");
      FileSystem files = FileSystem.get(configuration);
      files.copyFromLocalFile(new org.apache.hadoop.fs.Path(jar().toUri()), onHdfs);
      String attribute = observer(files.makeQualified(onHdfs).toString());
      assertThat(attribute).startsWith("hdfs://");
      try (Airports salted =
          Airports.create(
              connection, TestTable.named("dynamic_salted").attribute(attribute).splits(BUCKETS))) {
        findsWhatAClientFinds(salted, servers.zooKeeperPort());
        asksOneBucketForOneOrigin(salted, connection);
        assertThat(
                salted.scan(
                    new Scan().setAttribute("halite.where", Bytes.toBytes("destination = ORD"))))
            .isEqualTo(salted.thatAre(key -> key.startsWith("ORD", 3)));
      }
    }
  }
}
