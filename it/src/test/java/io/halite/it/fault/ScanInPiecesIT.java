package io.halite.it.fault;

import static io.halite.it.cluster.TestTable.F;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.client.plugin.SaltedConnection;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.TestTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A scan that returns rows in pieces sees no row torn by writes, whichever region moves. */
@ExtendWith(SharedCluster.class)
class ScanInPiecesIT {
  private static final String LAYOUT = "key=user:4:digits order:*,salt=";
  private static final List<String> ROWS = List.of("12340", "12341", "12342", "12343");
  private static final List<String> COLUMNS = List.of("a", "b", "c");

  /** A row of three cells of this size is no answer of a scan that takes 32 KiB at a time. */
  private static final String PADDING = "-".repeat(60_000);

  private final EmbeddedCluster cluster;
  private TestTable fixture;

  ScanInPiecesIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  @AfterEach
  void drop() throws Exception {
    fixture.close();
  }

  private void create(String salt) throws Exception {
    fixture = TestTable.numbered("pieces").salted(LAYOUT + salt).splits("1", "3").create(cluster);
    write("old");
  }

  private void write(String value) throws Exception {
    List<Put> puts = new ArrayList<>();
    for (String row : ROWS) {
      Put put = new Put(Bytes.toBytes(row));
      COLUMNS.forEach(column -> put.addColumn(F, Bytes.toBytes(column), Bytes.toBytes(value)));
      puts.add(put);
    }
    try (Table table = fixture.table()) {
      table.put(puts);
    }
  }

  /** Moves the region that covers the natural keys, or all others, or all. */
  private void move(String which) throws Exception {
    byte[] key = Bytes.toBytes(ROWS.get(0));
    List<HRegionLocation> regions =
        fixture.connection().getRegionLocator(fixture.name()).getAllRegionLocations();
    for (HRegionLocation region : regions) {
      boolean gateway = region.getRegion().containsRow(key);
      if (which.equals("all") || which.equals("gateway") == gateway) {
        fixture.moveAway(region);
      }
    }
  }

  /** The values of each row, in the order in which the scan returned the rows. */
  private static Map<String, List<String>> read(ResultScanner scanner, Map<String, List<String>> to)
      throws Exception {
    for (Result piece = scanner.next(); piece != null; piece = scanner.next()) {
      add(piece, to);
    }
    return to;
  }

  private static void add(Result piece, Map<String, List<String>> to) {
    for (Cell cell : piece.rawCells()) {
      to.computeIfAbsent(Bytes.toString(piece.getRow()), row -> new ArrayList<>())
          .add(
              Bytes.toString(CellUtil.cloneQualifier(cell))
                  + Bytes.toString(CellUtil.cloneValue(cell)).replace(PADDING, ""));
    }
  }

  private void aRowIsOfOneTime(Connection client, String which, boolean reversed) throws Exception {
    aRowIsOfOneTime(client, which, "", new Scan().setBatch(1).setCaching(1).setReversed(reversed));
  }

  private void aRowIsOfOneTime(Connection client, String which, String padding, Scan scan)
      throws Exception {
    Map<String, List<String>> rows = new LinkedHashMap<>();
    try (Table table = client.getTable(fixture.name());
        ResultScanner scanner = table.getScanner(scan)) {
      Result first = scanner.next();
      assertThat(first.size() < COLUMNS.size())
          .as("the first piece is no whole row: %s", first)
          .isEqualTo(scan.getBatch() == 1 || scan.getAllowPartialResults());
      add(first, rows);
      write("new" + padding);
      fixture.admin().flush(fixture.name());
      move(which);
      read(scanner, rows);
    }
    assertThat(rows).containsOnlyKeys(ROWS);
    assertThat(rows.values().iterator().next()).containsExactly("aold", "bold", "cold");
    for (List<String> cells : rows.values()) {
      Set<String> times = new TreeSet<>();
      cells.forEach(cell -> times.add(cell.substring(1)));
      assertThat(times).as("%s", rows).hasSize(1);
      assertThat(cells).hasSize(COLUMNS.size());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "hash(*) % 4, gateway, false",
    "hash(*) % 4, others, true",
    "random % 4, gateway, true",
    "reverse(user), all, true",
  })
  void aRowInPiecesIsOfOneTimeWhicheverRegionMoves(String salt, String which, boolean reversed)
      throws Exception {
    create(salt);
    aRowIsOfOneTime(fixture.connection(), which, reversed);
  }

  @ParameterizedTest
  @CsvSource({"hash(*) % 4, others, 1", "hash(*) % 4, others, 0", "random % 4, all, 1"})
  void aRowOfWhichAPieceWasReadAheadIsOfOneTimeIfItsOwnerMoves(String salt, String which, int batch)
      throws Exception {
    create(salt);
    write("old" + PADDING);
    Scan scan = new Scan().setCaching(1).setMaxResultSize(32 << 10);
    if (batch > 0) {
      scan.setBatch(batch);
    }
    aRowIsOfOneTime(fixture.connection(), which, PADDING, scan);
  }

  @Test
  void aRowInPiecesIsOfOneTimeForClientsWithThePlugIn() throws Exception {
    create("hash(*) % 4");
    try (Connection client = plugIn()) {
      aRowIsOfOneTime(client, "all", false);
    }
  }

  private Connection plugIn() throws Exception {
    Configuration direct = new Configuration(cluster.configuration());
    direct.set("hbase.client.connection.impl", SaltedConnection.class.getName());
    return ConnectionFactory.createConnection(direct);
  }

  @ParameterizedTest
  @CsvSource({
    "hash(*) % 4, gateway",
    "hash(*) % 4, others",
    "hash(*) % 4, all",
    "random % 4, gateway",
    "random % 4, others",
  })
  void aRowInPartialResultsIsOfOneTimeWhicheverRegionMoves(String salt, String which)
      throws Exception {
    create(salt);
    aRowIsOfOneTime(fixture.connection(), which, "", cellByCell());
  }

  @Test
  void aRowInPartialResultsIsOfOneTimeForClientsWithThePlugIn() throws Exception {
    create("hash(*) % 4");
    try (Connection client = plugIn()) {
      aRowIsOfOneTime(client, "all", "", cellByCell());
    }
  }

  private static Scan cellByCell() {
    return new Scan().setAllowPartialResults(true).setMaxResultSize(1);
  }

  @Test
  void aScanThatTheGatewayHasReadToItsEndSeesNoLaterRowAfterAMove() throws Exception {
    fixture = TestTable.numbered("pieces").salted(LAYOUT + "hash(*) % 4").create(cluster);
    write("old");
    List<String> rows = new ArrayList<>();
    try (Table table = fixture.table();
        ResultScanner scanner = table.getScanner(new Scan().setCaching(1))) {
      rows.add(Bytes.toString(scanner.next().getRow()));
      move("all");
      fixture.put(List.of("12349"));
      for (Result row = scanner.next(); row != null; row = scanner.next()) {
        rows.add(Bytes.toString(row.getRow()));
      }
    }
    assertThat(rows).isEqualTo(ROWS);
  }
}
