package io.halite.it.fault;

import static io.halite.it.cluster.TestTable.F;
import static io.halite.it.cluster.TestTable.FOUR_BUCKETS;
import static io.halite.it.cluster.TestTable.Q;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.client.operate.SaltedTableOperations;
import io.halite.it.cluster.ClientNonces;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.PlugIns;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.TestTable;
import io.halite.it.plugin.AsyncAsTable;
import io.halite.keys.SaltingSpec;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A client repeats an increment or append under its nonce, and the owner region is on another
 * server by then: HBase's memory of nonces is one for each server, and Halite passes it on.
 */
@ExtendWith(SharedCluster.class)
@Timeout(200)
class MovedCounterIT {
  private static final byte[] ROW = {(byte) 0x90, 1};

  private final EmbeddedCluster cluster;
  private final AtomicLong nonce = new AtomicLong(System.nanoTime());
  private byte[] storedKey = {};
  private TestTable fixture;
  private Table table;
  private ClientNonces injected;

  MovedCounterIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  @BeforeEach
  void nonces() throws Exception {
    create(FOUR_BUCKETS);
  }

  private void create(String spec) throws Exception {
    storedKey = SaltingSpec.parse(spec).salt().salt(ROW);
    fixture = FaultTables.create(cluster, spec);
    table = fixture.table();
    injected = ClientNonces.set(fixture.connection(), nonce::get);
  }

  @AfterEach
  void drop() throws Exception {
    injected.close();
    table.close();
    fixture.close();
  }

  private HRegionLocation owner() throws Exception {
    try (RegionLocator locator = fixture.connection().getRegionLocator(fixture.name())) {
      return locator.getRegionLocation(storedKey, true);
    }
  }

  /** The owner region moves to a server that it is not on. */
  private void move() throws Exception {
    ServerName away = fixture.moveAway(owner());
    assertThat(owner().getServerName()).isEqualTo(away);
  }

  private byte[] stored() throws Exception {
    return table.get(new Get(ROW)).getValue(F, Q);
  }

  @ParameterizedTest
  @EnumSource
  void whatIsRepeatedAfterAMoveCountsOnce(CountedWrite write) throws Exception {
    Configuration conf = fixture.connection().getConfiguration();
    try (AsyncConnection async = ConnectionFactory.createAsyncConnection(conf).get()) {
      injected.shareWith(async);
      Table awaited = new AsyncAsTable(async.getTable(fixture.name()));
      List<RepeatedWrite> writes =
          List.of(
              new RepeatedWrite(table, write, ROW, nonce.incrementAndGet()),
              new RepeatedWrite(awaited, write, rowBeside(), nonce.incrementAndGet()));
      List<String> first = RepeatedWrite.send(writes, nonce);
      move();
      assertThat(RepeatedWrite.send(writes, nonce)).isEqualTo(first);
      move();
      assertThat(RepeatedWrite.send(writes, nonce)).isEqualTo(first);
    }
  }

  /** Another row of the same bucket. */
  private byte[] rowBeside() {
    return IntStream.rangeClosed(2, 0xFF)
        .mapToObj(last -> new byte[] {ROW[0], (byte) last})
        .filter(row -> SaltingSpec.parse(FOUR_BUCKETS).salt().salt(row)[0] == storedKey[0])
        .findFirst()
        .orElseThrow();
  }

  /** The owner gets it from the client, which has the nonce; no gateway takes part. */
  @ParameterizedTest
  @EnumSource
  void whatIsRepeatedByThePlugInsAfterAMoveCountsOnce(CountedWrite write) throws Exception {
    assertRepeatsOfPlugInsCountOnce(write);
  }

  /** The table has no buckets. */
  @Tag("wide")
  @ParameterizedTest
  @EnumSource
  void whatPlugInsRepeatAfterAMoveCountsOnceWhereTheSaltScattersRows(CountedWrite write)
      throws Exception {
    drop();
    create("key=row:*,salt=md5(row)[0:4]");
    assertRepeatsOfPlugInsCountOnce(write);
  }

  private void assertRepeatsOfPlugInsCountOnce(CountedWrite write) throws Exception {
    Configuration conf = PlugIns.on(fixture.connection().getConfiguration());
    try (Connection connection = ConnectionFactory.createConnection(conf);
        AsyncConnection async = ConnectionFactory.createAsyncConnection(conf).get();
        Table blocking = connection.getTable(fixture.name());
        Table awaited = new AsyncAsTable(async.getTable(fixture.name()));
        Table pooled =
            new AsyncAsTable(async.getTable(fixture.name(), ForkJoinPool.commonPool()))) {
      injected.shareWith(async);
      assertThat(blocking.get(new Get(ROW)).isEmpty()).as("asks for the spec").isTrue();
      assertThat(awaited.get(new Get(ROW)).isEmpty()).as("asks for the spec").isTrue();
      byte[] first = write.send(awaited, ROW);
      assertThat(first).isNotNull();
      assertThat(write.send(blocking, ROW)).isEqualTo(first);
      move();
      assertThat(write.send(awaited, ROW)).as("asynchronous").isEqualTo(first);
      assertThat(write.send(pooled, ROW)).as("in a pool").isEqualTo(first);
      assertThat(write.send(blocking, ROW)).as("blocking").isEqualTo(first);
      assertThat(writesOfGateways()).isZero();
      move();
      assertThat(write.send(table, ROW)).as("through a gateway").isEqualTo(first);
      assertThat(writesOfGateways()).isPositive();
      assertThat(stored()).isEqualTo(first);
    }
  }

  private long writesOfGateways() throws Exception {
    return SaltedTableOperations.of(fixture.connection(), fixture.name())
        .spread()
        .gateways()
        .stream()
        .mapToLong(gateway -> gateway.writes())
        .sum();
  }

  /** The family keeps one version: after a flush, no table can show what the count was before. */
  @Test
  void aRepeatIsNotAnsweredWithALaterCount() throws Exception {
    CountedWrite.INCREMENT.send(table, ROW);
    long repeated = nonce.getAndIncrement();
    byte[] later = CountedWrite.INCREMENT.send(table, ROW);
    move();
    nonce.set(repeated);
    assertThat(CountedWrite.INCREMENT.send(table, ROW)).isNull();
    assertThat(stored()).isEqualTo(later);
  }

  @Test
  void whatHasANumberOfItsOwnCountsAfterAMove() throws Exception {
    CountedWrite.INCREMENT.send(table, ROW);
    move();
    nonce.incrementAndGet();
    CountedWrite.INCREMENT.send(table, ROW);
    assertThat(Bytes.toLong(stored())).isEqualTo(10);
  }

  @Test
  void whatIsRepeatedAfterASplitCountsOnce() throws Exception {
    byte[] first = CountedWrite.INCREMENT.send(table, ROW);
    byte[] region = owner().getRegion().getEncodedNameAsBytes();
    fixture.admin().splitRegionAsync(region, storedKey).get(50, TimeUnit.SECONDS);
    move();
    assertThat(CountedWrite.INCREMENT.send(table, ROW)).isEqualTo(first);
    assertThat(stored()).isEqualTo(first);
  }

  @Test
  void whatIsRepeatedAfterAMergeCountsOnce() throws Exception {
    byte[] first = CountedWrite.INCREMENT.send(table, ROW);
    RegionInfo region = owner().getRegion();
    RegionInfo beside =
        fixture.admin().getRegions(fixture.name()).stream()
            .filter(other -> Bytes.equals(other.getStartKey(), region.getEndKey()))
            .findFirst()
            .orElseThrow();
    byte[][] both =
        Stream.of(region, beside).map(RegionInfo::getEncodedNameAsBytes).toArray(byte[][]::new);
    fixture.admin().mergeRegionsAsync(both, false).get(50, TimeUnit.SECONDS);
    move();
    assertThat(CountedWrite.INCREMENT.send(table, ROW)).isEqualTo(first);
    assertThat(stored()).isEqualTo(first);
  }

  @Test
  void whatIsRepeatedAfterAnAlterCountsOnce() throws Exception {
    byte[] first = CountedWrite.INCREMENT.send(table, ROW);
    fixture
        .admin()
        .modifyTable(
            TableDescriptorBuilder.newBuilder(fixture.admin().getDescriptor(fixture.name()))
                .setValue("NOTE", "reopened")
                .build());
    move();
    assertThat(CountedWrite.INCREMENT.send(table, ROW)).isEqualTo(first);
    assertThat(stored()).isEqualTo(first);
  }
}
