package io.halite.it.door;

import static io.halite.it.door.PlacedTable.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.coprocessor.door.DoorCounts;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.TestTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.UnknownScannerException;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/**
 * Scans that a door has opened, left alone for longer than a lease. A plain table's scans are
 * treated alike beside them.
 */
@TestInstance(Lifecycle.PER_CLASS)
class ScannerLeasesFire {
  private static final int LEASE_MILLIS = 4_000;
  private static final int ROWS = 30;
  private static final int FIRST = 5;

  private EmbeddedCluster cluster;
  private PlacedTable placed;
  private TestTable plain;
  private RawRequests requests;
  private RegionInfo plainRegion;
  private ServerName plainServer;

  @BeforeAll
  void start() throws Exception {
    cluster =
        DoorCluster.start(
            3, conf -> conf.setInt(HConstants.HBASE_CLIENT_SCANNER_TIMEOUT_PERIOD, LEASE_MILLIS));
    placed = PlacedTable.create(cluster);
    plain = TestTable.numbered("plain").create(cluster);
    plainRegion = plain.admin().getRegions(plain.name()).get(0);
    plainServer = placed.home();
    plain.admin().move(plainRegion.getEncodedNameAsBytes(), plainServer);
    placed.table().put(rows());
    plain.put(rows());
    requests = new RawRequests(cluster.connection());
    placed.awaitDoor(requests);
  }

  @AfterAll
  void stop() throws Exception {
    cluster.close();
  }

  private static List<String> rows() {
    return IntStream.range(0, ROWS).mapToObj("row%03d"::formatted).toList();
  }

  /** A scan whose first rows have been read. */
  private final class Opened {
    final ServerName at;
    final long id;

    Opened(ServerName at, byte[] region) throws IOException {
      this.at = at;
      var first = requests.open(at, region, new Scan(), FIRST);
      this.id = first.getScannerId();
      assertThat(first.getCellsPerResultCount()).isEqualTo(FIRST);
    }

    void renew() throws IOException {
      requests.renew(at, id);
    }

    int next() throws IOException {
      return requests.next(at, id, ROWS).getCellsPerResultCount();
    }
  }

  private Opened atTheDoor() throws IOException {
    return new Opened(placed.door(), placed.name(0x60));
  }

  private Opened ofThePlainTable() throws IOException {
    return new Opened(plainServer, plainRegion.getRegionName());
  }

  /** A scan by HBase's client, which a door serves, with its first rows. */
  private final class ByClient implements AutoCloseable {
    private final List<Connection> connections = new ArrayList<>();
    final List<String> read = new ArrayList<>();
    final ResultScanner scanner;

    ByClient() throws Exception {
      // Some connections stay at the gateway's own server.
      Polling.until("a connection is redirected", this::connect);
      Table table = connections.get(connections.size() - 1).getTable(placed.table().name());
      long before = DoorCluster.sum(cluster, DoorCounts::served);
      scanner = table.getScanner(new Scan().setCaching(FIRST));
      read(FIRST);
      assertThat(DoorCluster.sum(cluster, DoorCounts::served)).isGreaterThan(before);
    }

    private boolean connect() throws IOException {
      long before = DoorCluster.sum(cluster, DoorCounts::redirected);
      connections.add(ConnectionFactory.createConnection(cluster.configuration()));
      try (Table table = connections.get(connections.size() - 1).getTable(placed.table().name())) {
        table.put(put("row000"));
      }
      return DoorCluster.sum(cluster, DoorCounts::redirected) > before;
    }

    private void read(int most) throws IOException {
      for (int i = 0; i < most; i++) {
        Result next = scanner.next();
        if (next == null) {
          return;
        }
        read.add(Bytes.toString(next.getRow()));
      }
    }

    @Override
    public void close() throws Exception {
      scanner.close();
      for (Connection each : connections) {
        each.close();
      }
    }
  }

  @Test
  void aScanThatIsLeftAloneEndsAndOneThatIsRenewedGoesOn() throws Exception {
    try (ByClient leftByClient = new ByClient();
        ByClient renewedByClient = new ByClient()) {
      Opened left = atTheDoor();
      Opened plainLeft = ofThePlainTable();
      Opened renewed = atTheDoor();
      Opened plainRenewed = ofThePlainTable();
      for (int i = 0; i < 4; i++) {
        Thread.sleep(LEASE_MILLIS * 2 / 5);
        renewed.renew();
        plainRenewed.renew();
        assertThat(renewedByClient.scanner.renewLease()).isTrue();
      }
      assertThatThrownBy(plainLeft::next).isInstanceOf(UnknownScannerException.class);
      assertThatThrownBy(left::next).isInstanceOf(UnknownScannerException.class);
      assertThatThrownBy(left::renew).isInstanceOf(UnknownScannerException.class);
      assertThat(plainRenewed.next()).isEqualTo(ROWS - FIRST);
      assertThat(renewed.next()).isEqualTo(ROWS - FIRST);
      renewedByClient.read(ROWS);
      assertThat(renewedByClient.read).isEqualTo(rows());
      leftByClient.read(ROWS);
      assertThat(leftByClient.read)
          .as("HBase's client opens a scan again whose lease is over")
          .isEqualTo(rows());
    }
  }
}
