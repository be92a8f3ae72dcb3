package io.halite.it.door;

import static io.halite.it.door.PlacedTable.bytes;
import static io.halite.it.door.PlacedTable.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.coprocessor.SaltingObserver;
import io.halite.coprocessor.door.DoorCounts;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.TestTable;
import io.halite.it.rights.FailingAuthorization;
import io.halite.it.survival.HaliteJar;
import io.halite.routing.table.TableAttributes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Guest regions whose observer is not the door's: from a jar of its own, or one that refuses every
 * request. No request that a door has swapped is served as one for the rows of such a region.
 */
@ExtendWith(SharedDoorCluster.class)
@Timeout(240)
class OtherObserversIT {
  private static final int FIXED_ROWS = 20;

  private final EmbeddedCluster cluster;
  private PlacedTable placed;
  private RawRequests requests;

  OtherObserversIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  @BeforeEach
  void create() throws Exception {
    placed = PlacedTable.create(cluster);
    requests = new RawRequests(cluster.connection());
    placed.awaitDoor(requests);
  }

  @AfterEach
  void drop() throws Exception {
    placed.close();
  }

  /** Gives the table another attribute of the observer; its regions open again one by one. */
  private void alter(String attribute) throws IOException {
    alter(table -> table.setValue("coprocessor$1", attribute));
  }

  private void alter(Consumer<TableDescriptorBuilder> change) throws IOException {
    TestTable table = placed.table();
    TableDescriptorBuilder changed =
        TableDescriptorBuilder.newBuilder(table.admin().getDescriptor(table.name()));
    change.accept(changed);
    table.admin().modifyTable(changed.build());
  }

  private void onTheClassPath() throws IOException {
    alter(TableAttributes.salting(TestTable.FOUR_BUCKETS));
  }

  private String jarOnHdfs() throws IOException {
    FileSystem files = FileSystem.get(cluster.configuration());
    Path jar = cluster.unusedPath().suffix(".jar");
    files.copyFromLocalFile(new Path(HaliteJar.built().toUri()), jar);
    return files.makeQualified(jar).toString();
  }

  private Set<ClassLoader> loaders() {
    return placed.table().store().regions().stream()
        .map(
            region ->
                region
                    .getCoprocessorHost()
                    .findCoprocessor(SaltingObserver.class.getName())
                    .getClass()
                    .getClassLoader())
        .collect(Collectors.toSet());
  }

  private long served() {
    return DoorCluster.sum(cluster, DoorCounts::served);
  }

  /** Puts a row of the gateway region of {@code 60} on at its door. */
  private void putAtTheDoor(String row) throws IOException {
    requests.put(placed.door(), RawRequests.region(placed.name(0x60)), put(row));
  }

  /** Each row is stored in a bucket: none under its natural key. */
  private void assertNothingIsStoredUnsalted() throws IOException {
    assertThat(placed.table().store().keys())
        .isNotEmpty()
        .allMatch(key -> key.startsWith("\\x00") || key.matches("(?s)\\\\x0[123].*"));
  }

  @Test
  void anObserverOfAnotherLoaderServesNoGuestsAndNothingIsLostWhenItComesAndGoes()
      throws Exception {
    try (Table table = placed.table().table()) {
      DoorLoad.writeFixed(table, FIXED_ROWS);
      DoorLoad load = DoorLoad.start(placed.table().name(), cluster.configuration(), FIXED_ROWS);
      long before = served();
      Polling.until("guests serve", () -> load.hasFailed() || served() > before + 100);
      alter(jarOnHdfs() + TableAttributes.salting(TestTable.FOUR_BUCKETS));
      assertThat(loaders()).hasSize(1).doesNotContain(SaltingObserver.class.getClassLoader());
      assertThatThrownBy(() -> putAtTheDoor("neverstored"))
          .isExactlyInstanceOf(NotServingRegionException.class);
      long afterwards = served();
      load.awaitEachClient();
      assertThat(served()).isEqualTo(afterwards);
      onTheClassPath();
      assertThat(loaders()).containsExactly(SaltingObserver.class.getClassLoader());
      Polling.until("guests serve", () -> load.hasFailed() || served() > afterwards + 100);
      load.end(table);
    }
    assertThat(placed.value("neverstored")).isEmpty();
    assertNothingIsStoredUnsalted();
  }

  /** It would be shown a row of the guest, and judge that. */
  @Test
  void aTableWithAnAuthorizerOfAnotherHouseAheadHasNoDoors() throws Exception {
    placed.awaitDoor(requests);
    String ahead = "|" + FailingAuthorization.class.getName() + "|1000|";
    alter(table -> table.setValue("coprocessor$2", ahead));
    assertThatThrownBy(() -> putAtTheDoor("neverstored"))
        .isExactlyInstanceOf(NotServingRegionException.class);
    var gateway = RawRequests.region(placed.name(0x60));
    assertThatThrownBy(() -> requests.get(placed.door(), gateway, new Get(bytes("neverstored"))))
        .isExactlyInstanceOf(NotServingRegionException.class);
    alter(table -> table.removeValue(bytes("coprocessor$2")));
    placed.awaitDoor(requests);
    assertThat(placed.value("neverstored")).isEmpty();
  }

  /** Puts rows at the door, one after the other, until it is told to stop. */
  private final class Writer extends Thread {
    final List<String> acknowledged = new ArrayList<>();
    volatile boolean stopped;
    volatile int refused;

    @Override
    public void run() {
      for (int i = 0; !stopped; i++) {
        String row = "row%06d".formatted(i);
        try {
          putAtTheDoor(row);
          acknowledged.add(row);
        } catch (IOException e) {
          refused++;
        }
      }
    }
  }

  @Test
  void anObserverThatRefusesServesNoGuestAndNothingIsStoredUnsaltedWhileItComesAndGoes()
      throws Exception {
    Writer writer = new Writer();
    writer.start();
    alter(TableAttributes.salting("key=row:*,salt=hash(no) % 4"));
    int refused = writer.refused;
    Polling.until("puts at the door are refused", () -> writer.refused > refused + 10);
    Set<String> stored = placed.table().store().keys();
    assertThatThrownBy(() -> putAtTheDoor("neverstored")).isInstanceOf(IOException.class);
    var gateway = RawRequests.region(placed.name(0x60));
    assertThatThrownBy(() -> requests.get(placed.door(), gateway, new Get(bytes("row000000"))))
        .isInstanceOf(IOException.class);
    assertThatThrownBy(() -> requests.open(placed.door(), placed.name(0x60), new Scan(), 5))
        .isInstanceOf(IOException.class);
    assertThatThrownBy(
            () -> requests.put(placed.door(), RawRequests.region(placed.name(0x40)), put("Bert")))
        .as("by the door's own region")
        .isInstanceOf(DoNotRetryIOException.class);
    assertThat(placed.table().store().keys()).isEqualTo(stored);
    onTheClassPath();
    placed.awaitDoor(requests);
    writer.stopped = true;
    writer.join();
    assertThat(writer.acknowledged).isNotEmpty();
    assertThat(placed.table().scan(new Scan()))
        .containsAll(writer.acknowledged)
        .doesNotContain("neverstored");
    assertNothingIsStoredUnsalted();
  }
}
