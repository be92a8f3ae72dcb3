package io.halite.it.door;

import static io.halite.it.door.PlacedTable.bytes;
import static io.halite.it.door.PlacedTable.put;
import static io.halite.it.door.RawRequests.action;
import static io.halite.it.door.RawRequests.part;
import static io.halite.it.door.RawRequests.withoutCells;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.TestTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.UnknownScannerException;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Batches whose parts a door serves in different ways, and scans that it has opened. */
@ExtendWith(SharedDoorCluster.class)
class MixedBatchIT {
  private static final String REFUSED = "NotServingRegionException";

  private PlacedTable placed;
  private TestTable plain;
  private RawRequests requests;

  @BeforeEach
  void create(EmbeddedCluster cluster) throws Exception {
    placed = PlacedTable.create(cluster);
    plain = TestTable.numbered("plain").create(cluster);
    plain.admin().move(plainRegion().getEncodedNameAsBytes(), placed.door());
    requests = new RawRequests(cluster.connection());
    placed.table().put(List.of("Anna", "Bert", "anna", "bert"));
    plain.put(List.of("anna"));
    placed.awaitDoor(requests);
  }

  @AfterEach
  void drop() throws Exception {
    placed.close();
    plain.close();
  }

  private RegionInfo plainRegion() throws IOException {
    return plain.admin().getRegions(plain.name()).get(0);
  }

  @Test
  void eachActionOfAMixedBatchGetsItsOwnAnswer() throws Exception {
    byte[] guest = placed.name(0x60);
    byte[] own = placed.name(0x40);
    byte[] foreign = Bytes.toBytes("nowhere,,1.0123456789abcdef0123456789abcdef.");
    List<String> answers =
        requests.multi(
            placed.door(),
            part(foreign, action(new Get(bytes("x"))), action(put("x"))),
            part(guest, action(put("mine", "1")), action(get("anna")), action(put("nine", "2"))),
            part(own, action(get("Bert")), action(put("Cora", "4")), action(get("Nobody"))),
            part(guest, action(get("bert")), action(get("nobody"))));
    assertThat(answers)
        .containsExactly(REFUSED, "-", "anna=anna", "-", "Bert=Bert", "-", "-", "bert=bert", "-");
    assertThat(placed.value("mine") + placed.value("nine") + placed.value("Cora")).isEqualTo("124");
  }

  /** HBase may take minutes for the plain part, and the guest could not move meanwhile. */
  @Test
  void noGuestServesBesideAPartOfAPlainTable() throws Exception {
    assertThat(
            requests.multi(
                placed.door(),
                part(placed.name(0x60), action(put("mine", "1")), action(get("anna"))),
                part(plainRegion().getRegionName(), action(get("anna")), action(put("bert", "3"))),
                part(placed.name(0x40), action(get("Bert")))))
        .containsExactly(REFUSED, "anna=anna", "-", "Bert=Bert");
    assertThat(placed.value("mine")).isEmpty();
    try (Table table = plain.table()) {
      assertThat(table.exists(get("bert"))).isTrue();
    }
  }

  private static Get get(String row) {
    return new Get(bytes(row));
  }

  @Test
  void eachPutOfAMixedBatchGetsItsOwnCellsFromBehindTheMessage() throws Exception {
    Put refused = put("refused", "0").addColumn(PlacedTable.F, bytes("r"), bytes("0"));
    Put first = put("gina", "1").addColumn(PlacedTable.F, bytes("r"), bytes("1"));
    Put second = put("Gina", "2");
    Put third = put("hans", "3");
    List<Cell> cells = new ArrayList<>();
    for (Put each : List.of(refused, first, second, refused, third)) {
      each.getFamilyCellMap().values().forEach(cells::addAll);
    }
    String table = placed.table().name().getNameAsString();
    List<String> answers =
        requests.multi(
            placed.door(),
            CellUtil.createCellScanner(cells.toArray(Cell[]::new)),
            part(bytes("nowhere"), withoutCells(refused)),
            part(placed.name(0x60), withoutCells(first), action(get("anna"))),
            part(placed.name(0x40), withoutCells(second)),
            part(bytes(table + ",unknown,1"), withoutCells(refused)),
            part(placed.name(0x60), withoutCells(third)));
    assertThat(answers).containsExactly(REFUSED, "-", "anna=anna", "-", REFUSED, "-");
    assertThat(placed.value("gina") + placed.value("Gina") + placed.value("hans")).isEqualTo("123");
    assertThat(placed.value("refused")).isEmpty();
  }

  @Test
  void aScanOfADoorThatLosesItsRegionsFailsSoThatTheClientFindsTheGateway() throws Exception {
    List<String> rows = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      rows.add("row%03d".formatted(i));
    }
    placed.table().put(rows);
    var opened = requests.open(placed.door(), placed.name(0x60), new Scan(), 5);
    assertThat(opened.getCellsPerResultCount()).isEqualTo(5);
    for (RegionInfo region : placed.table().admin().getRegions(placed.table().name())) {
      placed.table().admin().move(region.getEncodedNameAsBytes(), placed.home());
    }
    try {
      requests.next(placed.door(), opened.getScannerId(), 5);
      throw new AssertionError("a region that is not there answers");
    } catch (NotServingRegionException | UnknownScannerException closed) {
      assertThat(closed.getClass().getSimpleName()).isNotEqualTo("RegionMovedException");
    }
    assertThat(requests.multi(placed.door(), part(placed.name(0x60), action(get("anna")))))
        .containsExactly(REFUSED);
  }

  @Test
  void aTableThatWasDisabledAndSplitIsReadRightByOldNames() throws Exception {
    byte[] old = placed.name(0x60);
    byte[] oldDoor = placed.name(0x40);
    awaitLookOfDoor();
    placed.table().admin().disableTable(placed.table().name());
    assertThat(requests.multi(placed.door(), part(old, action(get("anna")))))
        .containsExactly(REFUSED);
    placed.table().admin().enableTable(placed.table().name());
    Polling.until(
        "the door serves again",
        () ->
            requests
                .multi(placed.door(), part(old, action(get("anna"))))
                .equals(List.of("anna=anna")));
    placed.table().admin().splitRegionAsync(old, bytes("b")).get();
    assertThat(
            requests.multi(
                placed.door(),
                part(old, action(get("anna")), action(get("bert"))),
                part(oldDoor, action(get("Bert")))))
        .containsExactly("anna=anna", "bert=bert", "Bert=Bert");
    assertThat(requests.open(placed.door(), old, new Scan(), 9).getCellsPerResultCount())
        .isEqualTo(2);
  }

  /** Else it would serve them for ten minutes without a redirect. */
  @Test
  void theServerOfARegionThatWasSplitLetsItsClientsReadHbaseMetaAndDoorsServeTheirs()
      throws Exception {
    byte[] old = placed.name(0x60);
    awaitLookOfDoor();
    placed.table().admin().splitRegionAsync(old, bytes("b")).get();
    Polling.until(
        "the server has read the daughters",
        () ->
            requests.multi(placed.home(), part(old, action(get("anna")))).equals(List.of(REFUSED)));
    assertThat(requests.multi(placed.door(), part(old, action(get("anna")), action(get("bert")))))
        .containsExactly("anna=anna", "bert=bert");
  }

  @Test
  void regionsThatWereMergedAreReadAndWrittenRightByTheirOldNames() throws Exception {
    placed.move(0x40, placed.home());
    placed.move(0xA0, placed.door());
    awaitLookOfDoor();
    byte[] first = placed.name(0x40);
    byte[] second = placed.name(0x60);
    placed.table().admin().mergeRegionsAsync(new byte[][] {first, second}, false).get();
    byte[] merged = placed.name(0x40);
    Polling.until(
        "the door knows the merged region",
        () ->
            requests
                .multi(placed.door(), part(merged, action(get("anna"))))
                .equals(List.of("anna=anna")));
    assertThat(
            requests.multi(
                placed.door(),
                part(second, action(get("anna")), action(put("cleo")), action(get("bert"))),
                part(first, action(get("Bert")), action(put("Cora")))))
        .containsExactly("anna=anna", "-", "bert=bert", "Bert=Bert", "-");
    assertThat(placed.value("cleo") + placed.value("Cora")).isEqualTo("cleoCora");
    assertThat(requests.read(placed.door(), first, new Scan()))
        .containsExactly("Anna", "Bert", "Cora");
    assertThat(requests.read(placed.door(), second, new Scan()))
        .containsExactly("anna", "bert", "cleo");
  }

  @Test
  void aTableThatIsMadeAgainWithOtherSplitsIsReadRightByOldNames(EmbeddedCluster cluster)
      throws Exception {
    byte[] old = placed.name(0x60);
    byte[] oldDoor = placed.name(0x40);
    awaitLookOfDoor();
    TestTable.drop(placed.table().admin(), placed.table().name());
    assertThat(requests.multi(placed.door(), part(old, action(get("anna")))))
        .containsExactly(REFUSED);
    TestTable.named(placed.table().name())
        .salted(TestTable.FOUR_BUCKETS)
        .splitBuckets()
        .splits("Be", "b", "k")
        .create(cluster);
    placed.move(0x01, placed.door());
    placed.table().put(List.of("Aida", "Bea", "anna", "cleo", "nora"));
    Polling.until(
        "the door serves the new table",
        () ->
            requests
                .multi(placed.door(), part(old, action(get("anna"))))
                .equals(List.of("anna=anna")));
    assertThat(
            requests.multi(
                placed.door(),
                part(old, action(get("nora")), action(get("bert")), action(put("dora")))))
        .containsExactly("nora=nora", "-", "-");
    Polling.until(
        "the door has read that its own region ended",
        () ->
            requests
                .multi(placed.door(), part(oldDoor, action(get("Bea"))))
                .equals(List.of(REFUSED)));
    assertThat(placed.value("dora")).isEqualTo("dora");
    assertThat(requests.open(placed.door(), old, new Scan(), 9).getCellsPerResultCount())
        .as("anna, cleo, dora, nora")
        .isEqualTo(4);
  }

  /**
   * Waits until the door has read {@code hbase:meta} after all that came before: until it knows a
   * region that came into being since. Else it may take a region that has left for one that ended.
   */
  private void awaitLookOfDoor() throws Exception {
    placed.move(0xC0, placed.home());
    placed.table().admin().splitRegionAsync(placed.name(0xC0), new byte[] {(byte) 0xD0}).get();
    byte[] daughter = placed.name(0xD0);
    Polling.until(
        "the door knows the daughter",
        () ->
            requests
                .multi(placed.door(), part(daughter, action(new Get(new byte[] {(byte) 0xD1}))))
                .equals(List.of("-")));
  }
}
