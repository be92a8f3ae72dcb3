package io.halite.it.latest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.halite.client.latest.LatestAnswers;
import io.halite.client.latest.LatestClient;
import io.halite.client.latest.LatestProgress;
import io.halite.client.latest.LatestQuery;
import io.halite.client.operate.SaltedTableOperations;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.TablePlan;
import io.halite.it.cluster.TestTable;
import io.halite.routing.endpoint.RegionFacts;
import io.halite.routing.latest.PageBudget;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What a query of many pages says of itself, and how a client ends it. */
@ExtendWith(SharedCluster.class)
class LongQueriesIT {
  private static final int KEYS = 4_000;
  private static final byte[] VALUE = Bytes.toBytes("v".repeat(400));

  /** About 30 rows. */
  private static final PageBudget PAGES = new PageBudget(16 << 10, 1_000);

  private static final int ROWS_OF_A_PAGE = 60;

  private final EmbeddedCluster cluster;

  LongQueriesIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  private static byte[] key(int number) {
    return Bytes.toBytes("%08d".formatted(number));
  }

  private TestTable filled(TablePlan plan) throws Exception {
    TestTable table = plan.create(cluster);
    List<Put> puts = new ArrayList<>();
    for (int i = 0; i < KEYS; i++) {
      byte[] row = Bytes.add(key(i), Bytes.toBytes(Long.MAX_VALUE - i));
      puts.add(new Put(row).addColumn(TestTable.F, TestTable.Q, VALUE));
    }
    table.table().put(puts);
    // How far a page came is told by files.
    cluster.utility().flush(table.name());
    return table;
  }

  /** The borders that a client has seen are remembered for a minute. */
  @Test
  void theShareIsThatOfAllRowsAfterASplitThatTheClientHasNotSeen() throws Exception {
    try (TestTable table =
            filled(
                TestTable.numbered("share")
                    .salted("key=unit:8:digits ts:8:revtime,salt=none")
                    .coprocessor(TestTable.LATEST_ENDPOINT));
        LatestClient client = LatestClient.open(cluster.connection(), table.name())) {
      try (LatestAnswers answers = client.ask(LatestQuery.newest(1).ofKeys(key(1)))) {
        assertThat(answers.next()).isPresent();
      }
      RegionInfo whole = table.admin().getRegions(table.name()).get(0);
      table
          .admin()
          .splitRegionAsync(whole.getRegionName(), key(KEYS / 2))
          .get(60, TimeUnit.SECONDS);
      List<Double> shares = new ArrayList<>();
      try (LatestAnswers answers = client.ask(LatestQuery.newest(1).pages(PAGES))) {
        while (answers.next().isPresent()) {
          assertThat(answers.progress().slices()).as("slices by the old borders").isEqualTo(1);
          shares.add(answers.progress().share());
        }
      }
      assertThat(shares).hasSize(KEYS).isSorted();
      for (int i = 0; i < KEYS; i++) {
        assertThat(shares.get(i)).isCloseTo((double) i / KEYS, within(0.1));
      }
    }
  }

  @Test
  void aQueryThatIsCancelledAsksForNoPageMore() throws Exception {
    try (TestTable table =
            filled(
                TestTable.numbered("cancel")
                    .salted("key=unit:8:digits ts:8:revtime,salt=hash(unit) % 4")
                    .coprocessor(TestTable.LATEST_ENDPOINT)
                    .coprocessor(DelayingObserver.class)
                    .splitBuckets());
        AsyncConnection async =
            ConnectionFactory.createAsyncConnection(cluster.configuration()).get();
        LatestClient client = LatestClient.open(async, table.name()).get(60, TimeUnit.SECONDS)) {
      SaltedTableOperations operations =
          SaltedTableOperations.of(cluster.connection(), table.name());
      long before = reads(operations);
      List<byte[]> told = new ArrayList<>();
      CompletableFuture<Void> first = new CompletableFuture<>();
      CompletableFuture<LatestProgress> query =
          client.ask(
              LatestQuery.newest(1).pages(PAGES),
              answer -> {
                told.add(answer.key());
                first.complete(null);
              });
      first.get(60, TimeUnit.SECONDS);
      query.cancel(true);
      long atTheEnd = reads(operations);
      long last = -1;
      for (long now = reads(operations); now != last; now = reads(operations)) {
        last = now;
        Thread.sleep(2_000);
      }
      assertThat(query).isCancelled();
      assertThat(told).hasSizeLessThan(KEYS / 2);
      // A page of each bucket may have been under way.
      assertThat(last - atTheEnd).isLessThanOrEqualTo(4 * ROWS_OF_A_PAGE);
      assertThat(last - before).isBetween(1L, KEYS / 2L);
    }
  }

  private static long reads(SaltedTableOperations operations) throws Exception {
    return operations.facts().stream().mapToLong(RegionFacts::reads).sum();
  }
}
