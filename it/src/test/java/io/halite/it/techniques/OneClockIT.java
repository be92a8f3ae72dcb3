package io.halite.it.techniques;

import static io.halite.it.cluster.TestTable.F;
import static io.halite.it.cluster.TestTable.Q;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.TestTable;
import io.halite.keys.KeyBytes;
import io.halite.keys.Salt;
import io.halite.keys.SaltingSpec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** One write of a row in many places bears one stamp, whatever the clocks of its owners show. */
@ExtendWith(SharedCluster.class)
@Timeout(100)
class OneClockIT {
  /** Each has its gateway on another server. */
  private static final List<String> KEYS = List.of("0row", "4row", "8row");

  private static final String DIGITS = "key=name:4,salt=random % 10 digits";
  private static final String SUFFIX = "key=name:4,salt=random-suffix % 16";

  private final EmbeddedCluster cluster;

  OneClockIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  static Stream<Arguments> saltsAndClients() {
    String unchanged = "org.apache.hadoop.hbase.client.ConnectionImplementation";
    String plugin = "io.halite.client.plugin.SaltedConnection";
    return Stream.of(
        Arguments.of(DIGITS, unchanged),
        Arguments.of(DIGITS, plugin),
        Arguments.of(SUFFIX, unchanged),
        Arguments.of(SUFFIX, plugin));
  }

  /** A table whose places of each row lie on two servers or more. */
  private TestTable create(String spec) throws IOException {
    TestTable table =
        spec.equals(SUFFIX)
            ? TestTable.numbered("technique")
                .salted(spec)
                .splits("0row\u0005", "4row\u0005", "8row\u0005")
                .create(cluster)
            : TestTable.numbered("technique").salted(spec).splits("3", "6").create(cluster);
    spread(table);
    return table;
  }

  private static void spread(TestTable table) throws IOException {
    List<ServerName> servers = new ArrayList<>(table.admin().getRegionServers());
    List<RegionInfo> regions = table.admin().getRegions(table.name());
    for (int i = 0; i < regions.size(); i++) {
      table.admin().move(regions.get(i).getEncodedNameAsBytes(), servers.get(i % servers.size()));
    }
  }

  private Set<Integer> servers(TestTable table, List<byte[]> rows) throws IOException {
    Set<Integer> servers = new TreeSet<>();
    for (byte[] row : rows) {
      servers.add(server(table, row));
    }
    return servers;
  }

  private int server(TestTable table, byte[] row) throws IOException {
    try (RegionLocator locator = cluster.connection().getRegionLocator(table.name())) {
      return locator.getRegionLocation(row, true).getServerName().getPort();
    }
  }

  /** Writes under clocks that differ, and asserts that the stamps are one, of the gateway's. */
  private List<Cell> writtenWithOneStamp(
      TestTable table, byte[] row, Write write, Predicate<Cell> cells) throws IOException {
    int gateway = server(table, row);
    try (ServerClocks clocks = ServerClocks.inject(cluster)) {
      write.run();
      List<Cell> written =
          table.store().cells(new Scan().setRaw(true).readAllVersions()).stream()
              .filter(cells)
              .toList();
      assertThat(written.stream().map(Cell::getTimestamp).distinct())
          .as("stamps of %s", Bytes.toString(row))
          .singleElement()
          .satisfies(stamp -> assertThat(clocks.serverAt(stamp)).isEqualTo(gateway));
      return written;
    }
  }

  private interface Write {
    void run() throws IOException;
  }

  private static List<String> rows(Stream<byte[]> rows) {
    return rows.map(KeyBytes::readable).sorted().toList();
  }

  @ParameterizedTest
  @MethodSource("saltsAndClients")
  void deleteBearsOneStampInAllPlacesAndAPutInOne(String spec, String client) throws Exception {
    Salt salt = SaltingSpec.parse(spec).salt();
    Configuration conf = new Configuration(cluster.configuration());
    conf.set("hbase.client.connection.impl", client);
    try (TestTable fixture = create(spec);
        Connection connection = ConnectionFactory.createConnection(conf);
        Table table = connection.getTable(fixture.name())) {
      for (String key : KEYS) {
        byte[] row = Bytes.toBytes(key);
        assertThat(servers(fixture, salt.places(row))).hasSizeGreaterThan(1);
        for (Delete delete : List.of(new Delete(row), new Delete(row).addColumns(F, Q))) {
          Cell.Type type = delete.isEmpty() ? Cell.Type.DeleteFamily : Cell.Type.DeleteColumn;
          List<Cell> markers =
              writtenWithOneStamp(
                  fixture,
                  row,
                  () -> table.delete(delete),
                  cell -> cell.getType() == type && isOf(cell, salt, row));
          assertThat(rows(markers.stream().map(CellUtil::cloneRow)))
              .isEqualTo(rows(salt.places(row).stream()));
        }
        Put put = new Put(row).addColumn(F, Q, Q).addColumn(F, F, Q);
        List<Cell> cells =
            writtenWithOneStamp(
                fixture,
                row,
                () -> table.put(put),
                cell -> cell.getType() == Cell.Type.Put && isOf(cell, salt, row));
        byte[] place = salt.salt(row, cells.get(0).getTimestamp());
        assertThat(rows(cells.stream().map(CellUtil::cloneRow)))
            .isEqualTo(rows(Stream.of(place, place)));
      }
    }
  }

  private static boolean isOf(Cell cell, Salt salt, byte[] row) {
    return Bytes.equals(salt.unsalt(CellUtil.cloneRow(cell)), row);
  }

  /** The control: these clocks do tell who stamps. */
  @Test
  void rowsOfAPlainTableBearTheStampsOfTheirOwnServers() throws Exception {
    try (TestTable table =
        TestTable.numbered("technique").saltedByHand("name:4").splits("3", "6").create(cluster)) {
      spread(table);
      try (ServerClocks clocks = ServerClocks.inject(cluster)) {
        table.put(KEYS);
        List<Cell> cells = table.store().cells(new Scan());
        assertThat(cells).hasSameSizeAs(KEYS);
        for (Cell cell : cells) {
          assertThat(clocks.serverAt(cell.getTimestamp()))
              .isEqualTo(server(table, CellUtil.cloneRow(cell)));
        }
      }
      assertThat(servers(table, KEYS.stream().map(Bytes::toBytes).toList())).hasSize(3);
    }
  }
}
