package io.halite.it.door;

import static io.halite.it.door.PlacedTable.F;
import static io.halite.it.door.PlacedTable.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.PackagePrivateFieldAccessor;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.exceptions.RegionMovedException;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.ScanResponse;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** A row that a client reads in pieces is of one time, whichever server or region resumes it. */
@ExtendWith(SharedDoorCluster.class)
@Timeout(240)
class RowsInPiecesAtDoorsIT {
  private static final String ROW = "anna";
  private static final int COLUMNS = 8;
  private static final int ANSWER_MILLIS = 3_000;

  private final EmbeddedCluster cluster;
  private PlacedTable placed;
  private RawRequests requests;

  RowsInPiecesAtDoorsIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  @BeforeEach
  void create() throws Exception {
    placed = PlacedTable.create(cluster, plan -> plan.coprocessor(FailingAnswers.class));
    requests = new RawRequests(cluster.connection());
    placed.awaitDoor(requests);
  }

  @AfterEach
  void drop() throws Exception {
    placed.close();
  }

  private void write(String value) throws IOException {
    Put put = new Put(bytes(ROW));
    for (int i = 0; i < COLUMNS; i++) {
      put.addColumn(F, bytes("q" + i), bytes(value));
    }
    try (Table table = placed.table().table()) {
      table.put(put);
    }
  }

  private static Scan scan() {
    return new Scan()
        .withStartRow(bytes(ROW))
        .withStopRow(bytes(ROW), true)
        .setBatch(2)
        .setCaching(1);
  }

  private static void add(Result piece, List<String> values) {
    for (Cell cell : piece.rawCells()) {
      values.add(Bytes.toString(CellUtil.cloneValue(cell)));
    }
  }

  private static void addAll(ResultScanner scanner, List<String> values) throws IOException {
    for (Result piece = scanner.next(); piece != null; piece = scanner.next()) {
      add(piece, values);
    }
  }

  private static void assertWhole(List<String> values, String what) {
    assertThat(values).as(what).hasSize(COLUMNS).containsOnly("old");
  }

  /** A connection that a door serves. Some of all connections stay at the region's own server. */
  private Connection atADoor() throws Exception {
    Configuration client = new Configuration(cluster.configuration());
    client.setInt(HConstants.HBASE_RPC_READ_TIMEOUT_KEY, ANSWER_MILLIS);
    List<Connection> redirected = new ArrayList<>();
    Polling.until(
        "a door serves a client",
        () -> {
          Connection connection = ConnectionFactory.createConnection(client);
          if (isRedirected(connection)) {
            redirected.add(connection);
          } else {
            connection.close();
          }
          return !redirected.isEmpty();
        });
    return redirected.get(0);
  }

  /** By writes, since a connection that is redirected in a scan looks where the region is. */
  private boolean isRedirected(Connection connection) throws IOException {
    try (Table table = connection.getTable(placed.table().name());
        RegionLocator locator = connection.getRegionLocator(placed.table().name())) {
      table.put(PlacedTable.put("bob"));
      return !locator.getRegionLocation(bytes(ROW)).getServerName().equals(placed.home());
    }
  }

  /** Moves a region to a server, or away from it if it is there. */
  private void moveToOrFrom(ServerName server, int start) throws IOException {
    RegionInfo region = placed.region(start);
    ServerName at;
    try (RegionLocator locator = cluster.connection().getRegionLocator(placed.table().name())) {
      at = locator.getRegionLocation(region.getStartKey(), true).getServerName();
    }
    ServerName third =
        placed.servers().stream()
            .filter(each -> !each.equals(placed.home()) && !each.equals(server))
            .findFirst()
            .orElseThrow();
    placed.move(start, at.equals(server) ? third : server);
  }

  /** The client opens its scan again at the same server, which closes a scan when it fails. */
  @Test
  void aRowIsWholeAtADoorAtWhichAnotherGuestResumesIt() throws Exception {
    try (Connection client = atADoor();
        Table table = client.getTable(placed.table().name())) {
      for (int start : new int[] {0x20, 0x80, 0xA0, 0xC0, 2, 3}) {
        write("old");
        List<String> values = new ArrayList<>();
        try (ResultScanner scanner = table.getScanner(scan())) {
          add(scanner.next(), values);
          moveToOrFrom(FailingAnswers.server(), start);
          write("new");
          FailingAnswers.failOnce();
          addAll(scanner, values);
        }
        assertWhole(values, "after a move of %02X".formatted(start));
      }
    }
  }

  /** HBase's client waits for no answer for longer, and then looks where the region is. */
  @Test
  void aRowIsWholeForAClientThatLosesAnAnswerOfADoor() throws Exception {
    try (Connection client = atADoor();
        Table table = client.getTable(placed.table().name())) {
      write("old");
      List<String> values = new ArrayList<>();
      try (ResultScanner scanner = table.getScanner(scan())) {
        add(scanner.next(), values);
        assertThat(FailingAnswers.server()).isNotEqualTo(placed.home());
        write("new");
        CountDownLatch end = FailingAnswers.loseOnce();
        addAll(scanner, values);
        assertThat(FailingAnswers.server()).isEqualTo(placed.home());
        end.countDown();
      }
      assertWhole(values, "resumed at the region's own server");
    }
  }

  /** Reads a first piece at one server, ends the scan there, and reads the row at another. */
  private List<String> resumed(ServerName from, ServerName to) throws Exception {
    write("old");
    byte[] region = placed.name(0x60);
    ScanResponse first = requests.open(from, region, scan(), 1);
    write("new");
    requests.close(from, first.getScannerId());
    Scan again = scan();
    PackagePrivateFieldAccessor.setMvccReadPoint(again, first.getMvccReadPoint());
    return requests.read(to, region, again);
  }

  @Test
  void aRowWhoseScanWasClosedIsWholeAtEachOtherServer() throws Exception {
    assertWhole(resumed(placed.door(), placed.home()), "from the door to the region's server");
    assertWhole(resumed(placed.home(), placed.door()), "from the region's server to the door");
  }

  /**
   * A client may leave the ticket on a scan that the application changes and opens again, while the
   * gateway still keeps the row of the first one. HBase's own client clears it.
   */
  @Test
  void aScanThatSelectsOtherColumnsThanTheOneOfItsTicketReadsThem() throws Exception {
    write("old");
    byte[] region = placed.name(0x60);
    for (ServerName next : List.of(placed.door(), placed.home())) {
      Scan first = scan().addColumn(F, bytes("q0")).addColumn(F, bytes("q1")).setBatch(1);
      ScanResponse answer = requests.open(placed.door(), region, first, 1);
      requests.close(placed.door(), answer.getScannerId());
      PackagePrivateFieldAccessor.setMvccReadPoint(first, answer.getMvccReadPoint());
      assertThat(requests.read(next, region, new Scan(first))).hasSize(2);
      assertThat(requests.read(next, region, first.addColumn(F, bytes("q2"))))
          .as("%s", next)
          .hasSize(3);
    }
  }

  /** As of a client that leaves the ticket on a scan which the application opens again. */
  @Test
  void aScanWithTheTicketOfOneThatHasEndedIsRedirected() throws Exception {
    write("old");
    byte[] region = placed.name(0x60);
    Scan again = new Scan().withStartRow(bytes(ROW)).withStopRow(bytes(ROW), true);
    ScanResponse ended = requests.open(placed.home(), region, again, 1);
    requests.close(placed.home(), ended.getScannerId());
    PackagePrivateFieldAccessor.setMvccReadPoint(again, ended.getMvccReadPoint());
    Polling.until(
        "a scan is redirected",
        () -> {
          try (Connection client = ConnectionFactory.createConnection(cluster.configuration())) {
            RawRequests opening = RawRequests.redirectable(client);
            long scanner = opening.open(placed.home(), region, again, 1).getScannerId();
            requests.close(placed.home(), scanner);
            return false;
          } catch (RegionMovedException toADoor) {
            return true;
          }
        });
  }

  /** A scan that asks for whole rows, or resumes behind one, asks nobody. */
  @Test
  void aScanThatDoesNotGoOnInARowReadsWhatIsThere() throws Exception {
    write("old");
    byte[] region = placed.name(0x60);
    ScanResponse first = requests.open(placed.door(), region, scan(), 1);
    write("new");
    Scan whole = new Scan().withStartRow(bytes(ROW)).withStopRow(bytes(ROW), true);
    PackagePrivateFieldAccessor.setMvccReadPoint(whole, first.getMvccReadPoint());
    assertThat(requests.read(placed.home(), region, whole)).hasSize(COLUMNS).containsOnly("new");
    requests.close(placed.door(), first.getScannerId());
  }
}
