package io.halite.it.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.client.operate.SaltedTableOperations;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.PlugIns;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.TablePlan;
import io.halite.it.cluster.TestTable;
import io.halite.keys.KeyBytes;
import io.halite.routing.scan.UnorderedAttribute;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows in pieces come straight from their owners, cut as HBase's client cuts those of a table. */
@ExtendWith(SharedCluster.class)
class PiecesIT {
  private static final String LAYOUT = "key=user:4:digits order:*,salt=";
  private static final byte[] F = Bytes.toBytes("f");
  private static final int ROWS = 40;
  private static EmbeddedCluster cluster;
  private static Connection plugin;
  private static AsyncConnection async;
  private static ExecutorService pool;

  @BeforeAll
  static void connect(EmbeddedCluster shared) throws Exception {
    cluster = shared;
    Configuration conf = PlugIns.on(cluster.configuration());
    plugin = ConnectionFactory.createConnection(conf);
    async = ConnectionFactory.createAsyncConnection(conf).get();
    pool = Executors.newFixedThreadPool(2);
  }

  @AfterAll
  static void close() throws Exception {
    plugin.close();
    async.close();
    pool.shutdown();
  }

  private static TableName create(String name, String salt) throws Exception {
    TablePlan plan =
        TestTable.named(name + Integer.toHexString(salt.hashCode())).families(F).splits("02");
    if (!salt.isEmpty()) {
      plan.salted(LAYOUT + salt);
    }
    return plan.create(cluster).name();
  }

  private static void fill(TableName name, int rows, int cells, int bytes) throws Exception {
    Random random = new Random(3);
    try (Table table = cluster.connection().getTable(name)) {
      for (int i = 0; i < rows; i++) {
        Put put = new Put(Bytes.toBytes("%04d%d".formatted(i * 100, i % 3)));
        for (int c = 0; c < 1 + (i + cells) % (cells + 1); c++) {
          byte[] value = new byte[bytes];
          random.nextBytes(value);
          put.addColumn(F, Bytes.toBytes("q%02d".formatted(c)), value);
        }
        table.put(put);
      }
    }
  }

  private static List<Table> routes(TableName name) throws Exception {
    return List.of(
        plugin.getTable(name),
        new AsyncAsTable(async.getTable(name)),
        new AsyncAsTable(async.getTable(name), true),
        ConsumedRows.of(async.getTable(name, pool)));
  }

  private static long readsOfGateways(TableName name) throws Exception {
    return SaltedTableOperations.of(cluster.connection(), name).spread().gateways().stream()
        .mapToLong(gateway -> gateway.reads())
        .sum();
  }

  /** Each piece with its row, its cells and whether the row may have more. */
  private static List<String> pieces(Table table, Scan scan) throws Exception {
    List<String> pieces = new ArrayList<>();
    try (ResultScanner results = table.getScanner(scan)) {
      for (Result piece = results.next(); piece != null; piece = results.next()) {
        StringBuilder text = new StringBuilder(Bytes.toString(piece.getRow()));
        for (Cell cell : piece.rawCells()) {
          text.append(' ').append(Bytes.toString(cell.getRowArray(), cell.getRowOffset(), 5));
          text.append(Bytes.toStringBinary(cell.getQualifierArray(), cell.getQualifierOffset(), 3));
          text.append(Bytes.hashCode(cell.getValueArray(), cell.getValueOffset(), 9));
        }
        pieces.add(text + (piece.mayHaveMoreCellsInRow() ? "+" : ""));
      }
    }
    return pieces;
  }

  @ParameterizedTest
  @ValueSource(strings = {"hash(*) % 16", "hash(user) spread(order % 2) % 8", "md5(user)[0:1]"})
  void batchesAreCutAsThoseOfAPlainTable(String salt) throws Exception {
    TableName twin = create("pieces-twin-", "");
    TableName name = create("pieces-", salt);
    try {
      fill(twin, ROWS, 7, 10);
      fill(name, ROWS, 7, 10);
      for (Table route : routes(name)) {
        pieces(route, new Scan());
        long before = readsOfGateways(name);
        try (Table plain = cluster.connection().getTable(twin)) {
          for (int batch : new int[] {1, 2, 3, 4, 7, 8}) {
            for (boolean reversed : new boolean[] {false, true}) {
              Scan scan = new Scan().setBatch(batch).setReversed(reversed).setMaxResultSize(200);
              assertThat(pieces(route, new Scan(scan)))
                  .as("batch %d, reversed %s", batch, reversed)
                  .isEqualTo(pieces(plain, new Scan(scan)));
              // HBase's own client may count a row too many where a limit meets a batch.
              assertThat(pieces(route, new Scan(scan).setLimit(5)))
                  .isEqualTo(ofRows(5, pieces(plain, new Scan(scan))));
            }
          }
          Scan unordered = UnorderedAttribute.putOn(new Scan().setBatch(3), 3);
          assertThat(pieces(route, unordered))
              .containsExactlyInAnyOrderElementsOf(pieces(plain, new Scan().setBatch(3)));
        }
        assertThat(readsOfGateways(name)).isEqualTo(before);
      }
    } finally {
      try (Admin admin = cluster.connection().getAdmin()) {
        admin.disableTable(twin);
        admin.deleteTable(twin);
      }
    }
  }

  /** The pieces of the first rows; the last piece of a row ends without a plus sign. */
  private static List<String> ofRows(int rows, List<String> pieces) {
    int to = 0;
    for (int ended = 0; ended < rows; to++) {
      ended += pieces.get(to).endsWith("+") ? 0 : 1;
    }
    return pieces.subList(0, to);
  }

  @Test
  void largeRowsComeInPiecesAndTheirRowsFollowOneAnother() throws Exception {
    TableName name = create("large-", "hash(*) % 4");
    fill(name, 4, 20, 600_000);
    for (Table route : routes(name)) {
      for (Scan scan :
          List.of(
              new Scan().setBatch(2),
              new Scan().setAllowPartialResults(true).setMaxResultSize(1_000_000),
              UnorderedAttribute.putOn(new Scan().setAllowPartialResults(true), 4))) {
        List<String> rows = new ArrayList<>();
        int cells = 0;
        int whole = 0;
        try (ResultScanner results = route.getScanner(scan)) {
          for (Result piece = results.next(); piece != null; piece = results.next()) {
            assertThat(Result.getTotalSizeOfCells(piece)).isLessThan(3_000_000L);
            String row = Bytes.toString(piece.getRow());
            if (rows.isEmpty() || !rows.get(rows.size() - 1).equals(row)) {
              rows.add(row);
            }
            cells += piece.size();
            whole += piece.mayHaveMoreCellsInRow() ? 0 : 1;
          }
        }
        assertThat(rows).as("each row once, in succession").hasSize(4).doesNotHaveDuplicates();
        assertThat(whole).isEqualTo(4);
        assertThat(cells).isEqualTo(21 + 1 + 2 + 3);
      }
    }
  }

  @Test
  void aRowInPiecesIsOfOneTimeWhenItsRegionMoves() throws Exception {
    TableName name = create("moved-", "hash(*) % 4");
    byte[] big = new byte[60_000];
    List<Scan> scans =
        List.of(
            new Scan().setBatch(1),
            new Scan().setAllowPartialResults(true).setMaxResultSize(1),
            UnorderedAttribute.putOn(new Scan().setBatch(1), 2));
    List<Table> routes = List.of(plugin.getTable(name), new AsyncAsTable(async.getTable(name)));
    for (int i = 0; i < scans.size(); i++) {
      write(name, "old", big);
      List<String> seen = new ArrayList<>();
      try (ResultScanner results = routes.get(i % routes.size()).getScanner(scans.get(i))) {
        Result piece = results.next();
        move(name);
        write(name, "new", big);
        while (piece != null) {
          for (Cell cell : piece.rawCells()) {
            String value = Bytes.toString(cell.getValueArray(), cell.getValueOffset(), 3);
            seen.add(Bytes.toString(piece.getRow()) + value);
          }
          piece = results.next();
        }
      }
      assertThat(seen).hasSize(3 * ROWS);
      // All cells of a row are of one time, old or new.
      assertThat(seen.stream().distinct().toList()).as("%s", scans.get(i)).hasSize(ROWS);
      assertThat(seen.stream().map(cell -> cell.substring(5)).distinct().toList())
          .as("rows of both times, so that regions did move between them")
          .containsExactlyInAnyOrder("old", "new");
    }
  }

  private static void write(TableName name, String value, byte[] padding) throws Exception {
    byte[] bytes = KeyBytes.concat(Bytes.toBytes(value), padding);
    List<Put> puts = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      Put put = new Put(Bytes.toBytes("%04da".formatted(i)));
      for (String q : List.of("a", "b", "c")) {
        put.addColumn(F, Bytes.toBytes(q), bytes);
      }
      puts.add(put);
    }
    try (Table table = cluster.connection().getTable(name)) {
      table.put(puts);
    }
  }

  /** Moves each region to another server. */
  private static void move(TableName name) throws Exception {
    try (Admin admin = cluster.connection().getAdmin()) {
      List<ServerName> servers = List.copyOf(admin.getRegionServers());
      for (HRegionLocation region :
          cluster.connection().getRegionLocator(name).getAllRegionLocations()) {
        ServerName other =
            servers.stream().filter(one -> !one.equals(region.getServerName())).findFirst().get();
        admin.move(region.getRegion().getEncodedNameAsBytes(), other);
      }
    }
  }
}
