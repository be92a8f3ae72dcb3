package io.halite.it.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.bench.Ratio.Work;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.RpcCount;
import io.halite.it.cluster.TablePlan;
import io.halite.it.cluster.TestTable;
import io.halite.keys.Salt;
import io.halite.keys.SaltingSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * A salted table beside a plain one: 3 servers, 16 buckets, keys in time order.
 *
 * <p>Run by {@code mvn -Pbench verify -pl it -am}; prints one line a figure.
 */
class TransparencyBench {
  private static final String SPEC =
      "key=departure:12:digits origin:3 destination:3,salt=hash(*) % 16";
  private static final byte[] F = Bytes.toBytes("f");
  private static final byte[] Q = Bytes.toBytes("delay");
  private static final int ROWS = Integer.getInteger("halite.bench.rows", 100_000);
  private static final int ROUNDS = Integer.getInteger("halite.bench.rounds", 9);
  private static final List<byte[]> KEYS = TimeOrderedKeys.keys(ROWS);
  private static EmbeddedCluster cluster;
  private static Table plain;
  private static Table salted;

  @BeforeAll
  static void start() throws Exception {
    cluster = EmbeddedCluster.start(3);
    plain = table(TestTable.named("plain"));
    salted = table(TestTable.named("salted").salted(SPEC));
    puts(plain, KEYS).run();
    puts(salted, KEYS).run();
  }

  private static Table table(TablePlan plan) throws Exception {
    return plan.families(F)
        .splits(SaltingSpec.parse(SPEC).salt().splitPoints())
        .create(cluster)
        .table();
  }

  @AfterAll
  static void stop() throws Exception {
    cluster.close();
  }

  @Test
  void batchPut() throws Exception {
    print(
        "batch put of 1000",
        Ratio.of(2, ROUNDS, TransparencyBench::flush, puts(plain, KEYS), puts(salted, KEYS)));
    List<byte[]> batch = KEYS.subList(0, 1000);
    rpcs("batch put of 1000", () -> salted.put(batch(batch)));
    rpcs("batch put of 1000, plain", () -> plain.put(batch(batch)));
  }

  /** What the spreading itself costs: the same rows to the same regions, salted by the client. */
  @Test
  void batchPutByHand() throws Exception {
    Table hand = table(TestTable.named("hand"));
    Salt salt = SaltingSpec.parse(SPEC).salt();
    List<byte[]> stored = KEYS.stream().map(salt::salt).toList();
    puts(hand, stored).run();
    print(
        "batch put, salted by hand",
        Ratio.of(2, ROUNDS, TransparencyBench::flush, puts(plain, KEYS), puts(hand, stored)));
    rpcs("batch put, salted by hand", () -> hand.put(batch(stored.subList(0, 1000))));
  }

  /** The gateway beside a client that salts: the same rows, regions and files. */
  @Test
  void batchPutBesideOneByHand() throws Exception {
    Table hand = table(TestTable.named("handBeside"));
    Salt salt = SaltingSpec.parse(SPEC).salt();
    List<byte[]> stored = KEYS.stream().map(salt::salt).toList();
    puts(hand, stored).run();
    print(
        "batch put, of by hand",
        Ratio.of(2, ROUNDS, TransparencyBench::flush, puts(hand, stored), puts(salted, KEYS)));
  }

  @Test
  void singlePut() throws Exception {
    List<byte[]> remote = remoteKeys(2000);
    print(
        "single put, remote",
        Ratio.of(
            2, ROUNDS, TransparencyBench::flush, eachPut(plain, remote), eachPut(salted, remote)));
    rpcs("single put, remote", () -> salted.put(put(remote.get(0))));
    rpcs("single put, plain", () -> plain.put(put(remote.get(0))));
  }

  @Test
  void singleGet() throws Exception {
    compact();
    List<byte[]> remote = remoteKeys(2000);
    print(
        "single get, remote",
        Ratio.of(
            2,
            ROUNDS,
            TransparencyBench::settled,
            eachGet(plain, remote),
            eachGet(salted, remote)));
    rpcs("single get, remote", () -> salted.get(new Get(remote.get(0))));
    rpcs("single get, plain", () -> plain.get(new Get(remote.get(0))));
  }

  @Test
  void fullScan() throws Exception {
    compact();
    print("full scan", Ratio.of(3, ROUNDS, TransparencyBench::settled, scan(plain), scan(salted)));
    rpcs("full scan", scan(salted));
    rpcs("full scan, plain", scan(plain));
  }

  /** What a client does that salts by hand: a scanner a bucket, read in turns. */
  @Test
  void fullScanByHand() throws Exception {
    Table hand = table(TestTable.named("handScanned"));
    Salt salt = SaltingSpec.parse(SPEC).salt();
    puts(hand, KEYS.stream().map(salt::salt).toList()).run();
    compact();
    Work byHand = ScanByHand.of(hand, salt, ROWS);
    print(
        "full scan, merged by hand",
        Ratio.of(3, ROUNDS, TransparencyBench::settled, scan(plain), byHand));
    rpcs("full scan, merged by hand", byHand);
  }

  @Test
  void fullScanBesideOneByHand() throws Exception {
    Table hand = table(TestTable.named("handScannedBeside"));
    Salt salt = SaltingSpec.parse(SPEC).salt();
    puts(hand, KEYS.stream().map(salt::salt).toList()).run();
    compact();
    print(
        "full scan, of by hand",
        Ratio.of(
            3, ROUNDS, TransparencyBench::settled, ScanByHand.of(hand, salt, ROWS), scan(salted)));
  }

  /**
   * Else the memstore of the plain table, in one region, is flushed often, those of the other not.
   */
  private static void flush() throws Exception {
    cluster.utility().flush();
  }

  /** One file a region: else a read pays for the files that earlier rounds left. */
  private static void compact() throws Exception {
    flush();
    for (int left = 20; storeFiles() > 1; left--) {
      assertThat(left).as("compactions left to try").isPositive();
      cluster.utility().compact(true);
    }
  }

  private static int storeFiles() throws Exception {
    return Stream.of(cluster.connection().getAdmin().listTableNames())
        .flatMap(table -> cluster.utility().getMiniHBaseCluster().getRegions(table).stream())
        .flatMap(region -> region.getStores().stream())
        .mapToInt(HStore::getStorefilesCount)
        .max()
        .orElse(0);
  }

  private static void settled() {}

  private static Put put(byte[] key) {
    return new Put(key)
        .addColumn(F, Q, Bytes.toBytes("12"))
        .addColumn(F, Bytes.toBytes("distance"), Bytes.toBytes("1437"));
  }

  private static List<Put> batch(List<byte[]> keys) {
    return keys.stream()
        .map(TransparencyBench::put)
        .collect(ArrayList::new, List::add, List::addAll);
  }

  private static Work puts(Table table, List<byte[]> keys) {
    return () -> {
      for (int i = 0; i + 1000 <= keys.size(); i += 1000) {
        table.put(batch(keys.subList(i, i + 1000)));
      }
    };
  }

  private static Work eachPut(Table table, List<byte[]> keys) {
    return () -> {
      for (byte[] key : keys) {
        table.put(put(key));
      }
    };
  }

  private static Work eachGet(Table table, List<byte[]> keys) {
    return () -> {
      for (byte[] key : keys) {
        assertThat(table.get(new Get(key)).isEmpty()).isFalse();
      }
    };
  }

  private static Work scan(Table table) {
    return () -> {
      int rows = 0;
      byte[] last = null;
      try (ResultScanner scanner = table.getScanner(new Scan())) {
        for (Result row : scanner) {
          assertThat(last == null || Bytes.compareTo(last, row.getRow()) < 0).isTrue();
          last = row.getRow();
          rows++;
        }
      }
      assertThat(rows).isEqualTo(ROWS);
    };
  }

  /** Keys whose gateway and owner are on different servers. */
  private static List<byte[]> remoteKeys(int count) throws Exception {
    SaltingSpec spec = SaltingSpec.parse(SPEC);
    List<byte[]> remote = new ArrayList<>();
    try (RegionLocator locator = cluster.connection().getRegionLocator(salted.getName())) {
      for (byte[] key : KEYS) {
        ServerName gateway = locator.getRegionLocation(key).getServerName();
        ServerName owner = locator.getRegionLocation(spec.salt().salt(key)).getServerName();
        if (!gateway.equals(owner) && remote.size() < count) {
          remote.add(key);
        }
      }
    }
    return remote;
  }

  private static void print(String what, Ratio ratio) {
    System.out.printf(
        "bench: %-26s plain %.3f s (CPU %.3f s), salted %.3f s (CPU %.3f s): %.2f times the time,"
            + " %.2f of the throughput, %.2f times the CPU%n",
        what,
        ratio.plainSeconds(),
        ratio.plainCpuSeconds(),
        ratio.saltedSeconds(),
        ratio.saltedCpuSeconds(),
        ratio.times(),
        1 / ratio.times(),
        ratio.cpuTimes());
  }

  private static void rpcs(String what, Work work) throws Exception {
    work.run();
    RpcCount before = RpcCount.of(cluster);
    work.run();
    System.out.printf("bench: %-26s %s%n", what, RpcCount.of(cluster).since(before));
  }
}
