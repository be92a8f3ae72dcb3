package io.halite.it.door;

import static io.halite.it.door.PlacedTable.bytes;
import static io.halite.it.door.PlacedTable.put;
import static io.halite.it.door.RawRequests.action;
import static io.halite.it.door.RawRequests.part;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.TestTable;
import io.halite.keys.SaltingSpec;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.io.TimeRange;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileContextBuilder;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.Region.RowLock;
import org.apache.hadoop.hbase.regionserver.RegionCoprocessorHost;
import org.apache.hadoop.hbase.regionserver.RegionServerAccounting;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.shaded.protobuf.RequestConverter;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutateRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.RegionAction;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos.RegionSpecifier;
import org.apache.hadoop.hbase.util.Pair;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** A guest's requests that wait for an owner, while the guest region has other things to do. */
@ExtendWith(SharedDoorCluster.class)
@Timeout(180)
class GuestPinsIT {
  private static final byte[] ROW = bytes("anna");
  private static final byte[] STORED =
      SaltingSpec.parse(TestTable.FOUR_BUCKETS).salt().salt(bytes("anna"));

  /** More than the memstores of a server may have together. */
  private static final long MUCH = 1L << 50;

  private final EmbeddedCluster cluster;
  private final ExecutorService client = Executors.newSingleThreadExecutor();
  private PlacedTable placed;
  private TestTable other;
  private RawRequests requests;

  GuestPinsIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  @BeforeEach
  void create() throws Exception {
    placed = PlacedTable.create(cluster);
    requests = new RawRequests(cluster.connection());
    placed.awaitDoor(requests);
    placed.table().put(List.of("anna"));
    // A server closes its connection to owners with its last salted region.
    other = TestTable.numbered("other").salted(TestTable.FOUR_BUCKETS).create(cluster);
    byte[] stays = other.admin().getRegions(other.name()).get(0).getEncodedNameAsBytes();
    other.admin().move(stays, placed.door());
  }

  @AfterEach
  void drop() throws Exception {
    client.shutdownNow();
    placed.close();
    other.close();
  }

  private HRegion owner() {
    return cluster.utility().getMiniHBaseCluster().getRegions(placed.table().name()).stream()
        .filter(region -> region.getRegionInfo().containsRow(STORED))
        .findFirst()
        .orElseThrow();
  }

  /** Moves all regions of the table that are on the door. */
  private void leaveDoor(ServerName to) throws IOException {
    for (HRegionLocation each :
        cluster.connection().getRegionLocator(placed.table().name()).getAllRegionLocations()) {
      if (each.getServerName().equals(placed.door())) {
        placed.table().admin().move(each.getRegion().getEncodedNameAsBytes(), to);
      }
    }
  }

  private boolean putIfAnna(String value) throws IOException {
    MutateRequest request =
        RequestConverter.buildMutateRequest(
            placed.name(0x60),
            ROW,
            PlacedTable.F,
            PlacedTable.Q,
            CompareOperator.EQUAL,
            ROW,
            null,
            TimeRange.allTime(),
            put("anna", value),
            HConstants.NO_NONCE,
            HConstants.NO_NONCE,
            false);
    return requests
        .send(placed.door(), (server, controller) -> server.mutate(controller, request))
        .getProcessed();
  }

  /**
   * Before, the request held the guest region's lock, so that the region closed only after the
   * owner had given the row up.
   */
  @Test
  void aGuestRegionClosesWhileItsConditionalWriteWaitsForTheOwnersRow() throws Exception {
    ServerName third = placed.servers().get(2);
    placed.table().admin().move(owner().getRegionInfo().getEncodedNameAsBytes(), third);
    Future<Boolean> answer;
    int before = owner().getReadLockCount();
    RowLock held = owner().getRowLock(STORED, false);
    try {
      answer = client.submit(() -> putIfAnna("berta"));
      int[] seen = new int[1];
      // Probes of doors are gone at the next look; the write waits for the row.
      Polling.until(
          "the owner has the request",
          () -> {
            seen[0] = owner().getReadLockCount() > before ? seen[0] + 1 : 0;
            return seen[0] == 5;
          });
      leaveDoor(third);
    } finally {
      held.release();
    }
    assertThat(answer.get()).isTrue();
    assertThat(placed.value("anna")).isEqualTo("berta");
  }

  /** HBase would let it wait while it has pinned its guest, which then could not move. */
  @Test
  void aWriteThatTheServerWouldHoldIsDeclined() throws Exception {
    RegionServerAccounting memory =
        cluster
            .utility()
            .getMiniHBaseCluster()
            .getRegionServer(placed.door())
            .getRegionServerAccounting();
    RegionSpecifier region = RawRequests.region(placed.name(0x60));
    memory.incGlobalMemStoreSize(MUCH, MUCH, 0);
    try {
      assertThatExceptionOfType(NotServingRegionException.class)
          .isThrownBy(() -> requests.put(placed.door(), region, put("anna", "berta")));
      assertThat(requests.get(placed.door(), region, new Get(ROW)).isEmpty()).isFalse();
    } finally {
      memory.decGlobalMemStoreSize(MUCH, MUCH, 0);
    }
    requests.put(placed.door(), region, put("anna", "carl"));
    assertThat(placed.value("anna")).isEqualTo("carl");
  }

  private RegionAction putIfAnna() throws IOException {
    return part(placed.name(0x60), action(put("anna", "berta"))).toBuilder()
        .setCondition(
            ProtobufUtil.toCondition(
                ROW, PlacedTable.F, PlacedTable.Q, CompareOperator.EQUAL, ROW, TimeRange.allTime()))
        .build();
  }

  /** The region of the door that a request keeps open. */
  private Optional<HRegion> guest() {
    return cluster
        .utility()
        .getMiniHBaseCluster()
        .getRegionServer(placed.door())
        .getRegions(placed.table().name())
        .stream()
        .filter(region -> region.getReadLockCount() > 0)
        .findFirst();
  }

  /** A file of one stored key. */
  private String file() throws IOException {
    Path path = new Path(cluster.utility().getDataTestDir(), "load-" + System.nanoTime());
    try (HFile.Writer writer =
        HFile.getWriterFactory(cluster.configuration(), CacheConfig.DISABLED)
            .withPath(path.getFileSystem(cluster.configuration()), path)
            .withFileContext(new HFileContextBuilder().build())
            .create()) {
      writer.append(new KeyValue(STORED, PlacedTable.F, PlacedTable.Q, 1, ROW));
    }
    return path.toString();
  }

  private static boolean isAtTheGate(Thread load) {
    return Arrays.stream(load.getStackTrace())
        .anyMatch(frame -> frame.getClassName().endsWith(".LoadGate"));
  }

  /**
   * Two parts with one guest hold its lock until both are answered. Else the load would wait in
   * HBase for the lock, and everybody else behind the load, also an owner of the request itself.
   */
  @Test
  void aBulkLoadOfSeveralFamiliesWaitsForTheRequestsThatHoldItsGuest() throws Exception {
    ServerName third = placed.servers().get(2);
    placed.table().admin().move(owner().getRegionInfo().getEncodedNameAsBytes(), third);
    String file = file();
    List<Pair<byte[], String>> files =
        List.of(Pair.newPair(PlacedTable.F, file), Pair.newPair(bytes("g"), file));
    Future<List<String>> answer;
    FutureTask<Boolean> load;
    RowLock held = owner().getRowLock(STORED, false);
    try {
      RegionAction read = part(placed.name(0x60), action(new Get(ROW)));
      answer = client.submit(() -> requests.multi(placed.door(), read, putIfAnna()));
      int[] seen = new int[1];
      // Probes of doors are gone at the next look; the write waits for the row.
      Polling.until(
          "the guest is held",
          () -> {
            seen[0] = guest().isPresent() ? seen[0] + 1 : 0;
            return seen[0] == 5;
          });
      RegionCoprocessorHost hooks = guest().orElseThrow().getCoprocessorHost();
      load =
          new FutureTask<>(
              () -> {
                hooks.preBulkLoadHFile(files);
                return true;
              });
      Thread loading = new Thread(load);
      loading.start();
      Polling.until(
          "the load is at the gate, or past it", () -> load.isDone() || isAtTheGate(loading));
      assertThat(load).as("the load has passed the request").isNotDone();
    } finally {
      held.release();
    }
    assertThat(answer.get()).contains("anna=anna");
    assertThat(load.get()).isTrue();
    assertThat(placed.value("anna")).isEqualTo("berta");
  }
}
