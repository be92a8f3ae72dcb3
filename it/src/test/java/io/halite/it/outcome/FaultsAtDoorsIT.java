package io.halite.it.outcome;

import static io.halite.it.cluster.TestTable.F;
import static io.halite.it.cluster.TestTable.FOUR_BUCKETS;
import static io.halite.it.cluster.TestTable.Q;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.coprocessor.door.DoorCounts;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.door.DoorCluster;
import io.halite.it.door.PlacedTable;
import io.halite.it.door.Polling;
import io.halite.it.fault.AwayObserver;
import io.halite.it.fault.StuckOwner;
import io.halite.it.outcome.Losses.Way;
import io.halite.keys.SaltingSpec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What {@link LostAnswerIT}, {@code SilentServerIT} and {@code RowOrderIT} show of gateways, for
 * clients whose gateway region is served by a door.
 */
@Timeout(180)
class FaultsAtDoorsIT {
  private static final byte[] N = Bytes.toBytes("n");
  private static final byte[] BUYER = Bytes.toBytes("buyer");
  private static final byte[] OLD = Bytes.toBytes("old");
  private static final byte[] NEW = Bytes.toBytes("new");

  /** More than the 30 handlers of the door. */
  private static final int CLIENTS = 60;

  /** Salts in which a forward is made differently. */
  private enum Salt {
    BUCKETS(FOUR_BUCKETS),
    LETTERS("key=row:*,salt=hash(*) % 4 letters-"),
    INDEXED("key=shop:4 order:6:digits,salt=hash(shop) % 4,index=byBuyer(f:buyer)");

    final String spec;

    Salt(String spec) {
      this.spec = spec;
    }
  }

  private static EmbeddedCluster cluster;
  private static Connection client;
  private static Connection impatient;

  @BeforeAll
  static void start() throws Exception {
    cluster = DoorCluster.start(3, LosingClients::loseAnswers);
    client = ConnectionFactory.createConnection(LosingClients.conf(cluster));
    Configuration once = LosingClients.conf(cluster);
    once.setInt("hbase.client.retries.number", 0);
    impatient = ConnectionFactory.createConnection(once);
  }

  @AfterAll
  static void stop() throws Exception {
    try (EmbeddedCluster last = cluster;
        Connection first = client;
        Connection second = impatient) {
      Losses.end();
    }
  }

  @AfterEach
  void loseNoMore() {
    Losses.end();
  }

  private static PlacedTable create(Salt salt, PlacedTable.Change change) throws Exception {
    return PlacedTable.create(
        cluster,
        plan -> {
          plan.salted(salt.spec);
          change.of(plan);
        });
  }

  /** A key of the region that the door serves as a guest, under each salt. */
  private static byte[] row(int shop) {
    return Bytes.toBytes("a%03d000001".formatted(shop));
  }

  private static HRegionLocation location(PlacedTable placed, byte[] row) throws IOException {
    try (RegionLocator locator = cluster.connection().getRegionLocator(placed.table().name())) {
      return locator.getRegionLocation(row, true);
    }
  }

  private static Put put(byte[] row, byte[] value) {
    return new Put(row).addColumn(F, Q, value);
  }

  private static Increment increment(byte[] row) {
    return new Increment(row).addColumn(F, N, 5);
  }

  private static byte[] stored(PlacedTable placed, byte[] qualifier) throws IOException {
    return placed.table().table().get(new Get(row(1))).getValue(F, qualifier);
  }

  private static long served() {
    return DoorCluster.sum(cluster, DoorCounts::served);
  }

  @ParameterizedTest
  @EnumSource
  void incrementsAndConditionalWritesWhoseAnswersAreLostCountOnce(Salt salt) throws Exception {
    try (PlacedTable placed = create(salt, plan -> {})) {
      placed.awaitDoor();
      placed.table().table().put(put(row(1), OLD));
      CheckAndMutate.Builder ifOld = CheckAndMutate.newBuilder(row(1)).ifEquals(F, Q, OLD);
      Losses losses = Losses.of(placed.table().name(), Map.of());
      long served = served();
      losses.loseNext(Way.FORWARD, 1);
      losses.loseNext(Way.CLIENT, 1);
      placed.atDoor(client).increment(increment(row(1)));
      assertThat(List.of(losses.lost(Way.FORWARD), losses.lost(Way.CLIENT))).containsOnly(1);
      assertThat(Bytes.toLong(stored(placed, N))).isEqualTo(5);
      losses.loseNext(Way.FORWARD, 1);
      losses.loseNext(Way.CLIENT, 1);
      RowMutations counted =
          RowMutations.of(List.<Mutation>of(put(row(1), OLD), increment(row(1))));
      CheckAndMutateResult sum = placed.atDoor(client).checkAndMutate(ifOld.build(counted));
      assertThat(sum.isSuccess()).isTrue();
      assertThat(Bytes.toLong(sum.getResult().getValue(F, N))).isEqualTo(10);
      assertThat(Bytes.toLong(stored(placed, N))).isEqualTo(10);
      losses.loseNext(Way.FORWARD, 3);
      CheckAndMutate change = ifOld.build(put(row(1), NEW));
      assertThat(placed.atDoor(client).checkAndMutate(change).isSuccess()).isTrue();
      assertThat(losses.lost(Way.FORWARD)).isEqualTo(5);
      assertThat(stored(placed, Q)).isEqualTo(NEW);
      assertThat(served()).isGreaterThanOrEqualTo(served + 3);
    }
  }

  @Tag("wide")
  @ParameterizedTest
  @EnumSource
  void anIncrementWaitsForTheRefusedPutOfItsRow(Salt salt) throws Exception {
    String away = "|" + AwayObserver.class.getName() + "||";
    PlacedTable.Change withAway =
        plan ->
            plan.coprocessor(AwayObserver.class)
                .indexTables(entries -> entries.setValue("coprocessor$1", away));
    try (PlacedTable placed = create(salt, withAway)) {
      placed.awaitDoor();
      // The index refuses its entry, where there is one, and else the owner refuses the row.
      List<TableName> indexes = placed.table().indexTables();
      TableName refusing = indexes.isEmpty() ? placed.table().name() : indexes.get(0);
      List<Row> batch =
          List.of(put(row(1), OLD).addColumn(F, BUYER, OLD), increment(row(1)), increment(row(2)));
      Object[] answers;
      try (AutoCloseable refused = AwayObserver.forPuts(refusing)) {
        answers = send(placed, batch);
      }
      assertThat(answers[0]).satisfies(FaultsAtDoorsIT::assertIsToBeRepeated);
      assertThat(answers[1]).satisfies(FaultsAtDoorsIT::assertIsToBeRepeated);
      assertThat(answers[2]).isNotInstanceOf(Exception.class);
      assertThat(placed.table().table().exists(new Get(row(1)))).isFalse();
      assertThat(send(placed, batch)).noneMatch(Exception.class::isInstance);
      assertThat(stored(placed, N)).isEqualTo(Bytes.toBytes(5L));
      assertThat(stored(placed, BUYER)).isEqualTo(OLD);
    }
  }

  private static Object[] send(PlacedTable placed, List<Row> batch) throws Exception {
    Object[] answers = new Object[batch.size()];
    try {
      placed.atDoor(impatient).batch(batch, answers);
    } catch (RetriesExhaustedWithDetailsException refused) {
      // The answers say which.
    }
    return answers;
  }

  private static void assertIsToBeRepeated(Object answer) {
    assertThat(answer).isInstanceOf(Exception.class).isNotInstanceOf(DoNotRetryIOException.class);
  }

  @Tag("wide")
  @ParameterizedTest
  @EnumSource
  void aDoorServesOtherRowsWhileOneOwnerIsSilent(Salt salt) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);
    try (PlacedTable placed = create(salt, plan -> plan.coprocessor(StuckOwner.class))) {
      byte[] silent = place(placed, salt);
      placed.awaitDoor();
      List<byte[]> stuck = new ArrayList<>();
      List<byte[]> others = new ArrayList<>();
      for (int shop = 0; stuck.size() < CLIENTS || others.isEmpty(); shop++) {
        byte[] row = row(shop);
        byte[] stored = SaltingSpec.parse(salt.spec).salt().salt(row);
        (Bytes.startsWith(stored, silent) ? stuck : others).add(row);
      }
      List<Future<?>> puts = new ArrayList<>();
      Table table = placed.atDoor(client);
      long served = served();
      table.put(put(others.get(0), OLD));
      try (AutoCloseable held = StuckOwner.hold(silent)) {
        for (byte[] row : stuck.subList(0, CLIENTS)) {
          puts.add(threads.submit(() -> write(table, row)));
        }
        // A handler of each of three queues is kept free, and a quarter of all for other servers.
        Polling.until("22 forwards wait", () -> StuckOwner.held() >= 22);
        assertThat(table.get(new Get(others.get(0))).value()).isEqualTo(OLD);
        table.put(put(others.get(0), NEW));
        assertThatThrownBy(() -> placed.atDoor(impatient).put(put(stuck.get(0), NEW)))
            .isInstanceOf(IOException.class)
            .hasStackTraceContaining("handlers");
        assertThat(served()).isGreaterThanOrEqualTo(served + 22);
      }
      for (Future<?> each : puts) {
        each.get(60, TimeUnit.SECONDS);
      }
      List<Get> gets = stuck.subList(0, CLIENTS).stream().map(Get::new).toList();
      assertThat(placed.table().table().existsAll(gets)).doesNotContain(false);
      assertThat(placed.table().table().get(new Get(others.get(0))).value()).isEqualTo(NEW);
    } finally {
      threads.shutdownNow();
    }
  }

  /**
   * Puts one owner on the third server, and the others on that of the gateway region, except that
   * of bucket 0, which stays where it is.
   *
   * @return the prefix of the stored keys of the first
   */
  private static byte[] place(PlacedTable placed, Salt salt) throws Exception {
    byte[] silent = SaltingSpec.parse(salt.spec).salt().splitPoints().get(1);
    ServerName third = placed.servers().get(2);
    for (byte[] start : SaltingSpec.parse(salt.spec).salt().splitPoints()) {
      HRegionLocation owner = location(placed, start);
      ServerName server = Arrays.equals(start, silent) ? third : placed.home();
      if (!owner.getServerName().equals(server)) {
        placed.table().admin().move(owner.getRegion().getEncodedNameAsBytes(), server);
      }
    }
    return silent;
  }

  private static byte[] write(Table table, byte[] row) throws IOException {
    table.put(put(row, OLD));
    return row;
  }

  @Nested
  class Forgotten extends ForgottenOutcomePromises {
    Forgotten() {
      super(cluster);
    }
  }

  @Nested
  class Batches extends OneRowBatchPromises {
    Batches() throws Exception {
      super(cluster, client);
    }
  }
}
