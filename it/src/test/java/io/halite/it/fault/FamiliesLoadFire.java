package io.halite.it.fault;

import static io.halite.it.cluster.TestTable.F;
import static io.halite.it.cluster.TestTable.FOUR_BUCKETS;
import static io.halite.it.fault.FamilyFiles.G;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.TestTable;
import io.halite.it.door.Polling;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.tool.BulkLoadHFiles;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Files of two families are loaded into a region that writers and scanners use as their gateway.
 *
 * <p>Run by {@code mvn -Pfire verify -pl it -am -Dit.test=FamiliesLoadFire}; prints what the
 * clients did.
 */
class FamiliesLoadFire {
  private static final int WRITERS = 8;
  private static final int SCANNERS = 2;
  private static final int LOADS = 10;

  /**
   * Where load, gateway and owner wait for each other, they do so until a forward's time is over.
   */
  private static final long FORWARD_MILLIS = 8_000;

  private static EmbeddedCluster cluster;

  @BeforeAll
  static void start() throws Exception {
    cluster = EmbeddedCluster.startWithoutHdfs(2, site -> {});
  }

  @AfterAll
  static void stop() throws IOException {
    cluster.close();
  }

  private static List<byte[]> rows(String prefix, int count, byte... buckets) {
    return IntStream.range(0, 10_000)
        .mapToObj(i -> Bytes.toBytes(prefix + i))
        .filter(row -> Bytes.indexOf(buckets, FamilyFiles.bucket(row)) >= 0)
        .limit(count)
        .toList();
  }

  /** The message of the refusal, if the load was refused. */
  private static Optional<String> load(TestTable table, byte[] row) throws IOException {
    Path files = FamilyFiles.write(cluster, row);
    Configuration once = new Configuration(cluster.configuration());
    once.setInt("hbase.client.retries.number", 0);
    once.setInt("hbase.bulkload.retries.number", 1);
    try {
      BulkLoadHFiles.create(once).bulkLoad(table.name(), files);
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of(e.toString());
    }
  }

  private static boolean isLoaded(TestTable table, byte[] row) throws IOException {
    Result read = table.table().get(new Get(row));
    boolean loaded = read.containsColumn(F, FamilyFiles.LOADED);
    assertThat(read.containsColumn(G, FamilyFiles.LOADED)).isEqualTo(loaded);
    return loaded;
  }

  @Test
  void clientsOfTheOnlyRegionDoNotStallWhileItLoads() throws Exception {
    try (TestTable table =
            TestTable.numbered("loads").salted(FOUR_BUCKETS).families(F, G).create(cluster);
        FamilyClients clients = new FamilyClients(table)) {
      for (int writer = 0; writer < WRITERS; writer++) {
        clients.write(rows("w" + writer + "-", 5, (byte) 0, (byte) 1, (byte) 2, (byte) 3));
      }
      for (int scanner = 0; scanner < SCANNERS; scanner++) {
        clients.scan();
      }
      List<byte[]> loaded = rows("load", LOADS, (byte) 0, (byte) 1, (byte) 2, (byte) 3);
      for (byte[] row : loaded) {
        long writes = clients.writes();
        long scans = clients.scans();
        BulkLoadHFiles.create(cluster.configuration())
            .bulkLoad(table.name(), FamilyFiles.write(cluster, row));
        Polling.until(
            "clients go on",
            () -> clients.writes() > writes + WRITERS && clients.scans() > scans + SCANNERS);
      }
      clients.end();
      System.out.printf("families: one region, %d loads: %s%n", LOADS, clients);
      assertThat(clients.failures()).isEmpty();
      assertThat(clients.longestMillis()).isLessThan(FORWARD_MILLIS);
      for (byte[] row : loaded) {
        assertThat(isLoaded(table, row)).as(Bytes.toString(row)).isTrue();
      }
    }
  }

  /** The region of buckets 2 and 3 is the gateway of all rows; that of 0 and 1 is stuck. */
  @Test
  void aLoadBehindAStuckOwnerEndsInItsTimeAndWritersOfOtherOwnersGoOn() throws Exception {
    try (TestTable table =
            TestTable.numbered("loads")
                .salted(FOUR_BUCKETS)
                .families(F, G)
                .coprocessor(StuckOwner.class)
                .splits(new byte[] {2})
                .create(cluster);
        FamilyClients stuck = new FamilyClients(table);
        FamilyClients others = new FamilyClients(table)) {
      byte[] row = rows("load", 1, (byte) 2).get(0);
      try (AutoCloseable hold = StuckOwner.hold(new byte[0])) {
        stuck.write(rows("stuck", 3, (byte) 0, (byte) 1));
        Polling.until("the owner is stuck", () -> StuckOwner.held() > 0);
        for (int writer = 0; writer < WRITERS; writer++) {
          others.write(rows("w" + writer + "-", 5, (byte) 2, (byte) 3));
        }
        Polling.until("the others write", () -> others.writes() > WRITERS);
        long start = System.nanoTime();
        Optional<String> refusal = load(table, row);
        long tookMillis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
        long then = others.writes();
        Polling.until("the others go on", () -> others.writes() > then + WRITERS);
        assertThat(StuckOwner.held()).isPositive();
        others.end();
        System.out.printf(
            "families: a stuck owner: the load took %,d ms, refused: %s; writers of others: %s%n",
            tookMillis, refusal, others);
        assertThat(others.failures()).isEmpty();
        assertThat(tookMillis).isLessThan(2 * FORWARD_MILLIS);
        refusal.ifPresent(said -> assertThat(said).contains("no file was loaded"));
        assertThat(isLoaded(table, row)).isEqualTo(refusal.isEmpty());
      }
      stuck.end();
      System.out.printf("families: a stuck owner, then let go: %s%n", stuck);
      assertThat(stuck.failures()).isEmpty();
    }
  }
}
