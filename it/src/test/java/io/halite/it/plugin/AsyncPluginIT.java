package io.halite.it.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.RpcCount;
import io.halite.it.cluster.SharedCluster;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncBufferedMutator;
import org.apache.hadoop.hbase.client.AsyncBufferedMutatorBuilder;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.ScanResultConsumer;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The asynchronous client with its plug-in, in both of its kinds. */
@ExtendWith(SharedCluster.class)
class AsyncPluginIT {
  private static PluginTables tables;
  private static AsyncConnection plugin;
  private static ExecutorService pool;

  @BeforeAll
  static void connect(EmbeddedCluster cluster) throws Exception {
    tables = new PluginTables(cluster);
    plugin = tables.connectAsync();
    pool = Executors.newFixedThreadPool(4);
  }

  @AfterAll
  static void close() throws IOException {
    plugin.close();
    pool.shutdown();
  }

  @Test
  void bothKindsOfTablesAnswerAsThroughTheGateways() throws Exception {
    Map<String, String> expected;
    try (Table throughGateways =
        tables.cluster().connection().getTable(tables.create("async-forwarded"))) {
      expected = Parity.run(throughGateways);
    }
    assertThat(Parity.run(new AsyncAsTable(plugin.getTable(tables.create("async-direct")))))
        .containsExactlyEntriesOf(expected);
    assertThat(Parity.run(new AsyncAsTable(plugin.getTable(tables.create("async-pool"), pool))))
        .containsExactlyEntriesOf(expected);
  }

  @Test
  void requestsGoStraightToTheirOwners() throws Exception {
    TableName network = tables.create("async-counted");
    assertGoesStraight(
        plugin.getTable(network),
        new AsyncAsTable(plugin.getTable(network)),
        plugin.getBufferedMutatorBuilder(network));
    TableName pooled = tables.create("async-pool-counted");
    AsyncTable<ScanResultConsumer> ofPool = plugin.getTable(pooled, pool);
    assertGoesStraight(
        ofPool, ConsumedRows.of(ofPool), plugin.getBufferedMutatorBuilder(pooled, pool));
  }

  private static void assertGoesStraight(
      AsyncTable<?> async, Table table, AsyncBufferedMutatorBuilder buffer) throws Exception {
    TableName name = async.getName();
    // The first request asks for the spec.
    assertThat(tables.mutates(() -> table.put(PluginTables.put("first")))).isEqualTo(2);
    assertThat(tables.gatewayWrites(name)).isEqualTo(1);
    assertThat(tables.mutates(() -> PluginTables.putAll(table, "d")))
        .isEqualTo(PluginTables.REQUESTS);
    assertThat(tables.gets(() -> PluginTables.getAll(table, "d"))).isEqualTo(PluginTables.REQUESTS);
    List<CompletableFuture<Void>> buffered = new ArrayList<>();
    try (AsyncBufferedMutator mutator = buffer.build()) {
      for (int i = 0; i < PluginTables.REQUESTS; i++) {
        buffered.add(mutator.mutate(PluginTables.put("m-" + i)));
      }
    }
    buffered.forEach(CompletableFuture::join);
    PluginTables.getAll(table, "m");
    long before = tables.gatewayReads(name);
    int rows = 2 * PluginTables.REQUESTS + 1;
    assertThat(async.scanAll(new Scan()).get()).hasSize(rows);
    try (ResultScanner scanner = table.getScanner(new Scan())) {
      assertThat(scanner).hasSize(rows);
    }
    assertThat(tables.gatewayReads(name)).isEqualTo(before);
    assertThat(tables.gatewayWrites(name)).isEqualTo(1);
  }

  @Test
  void aTableWithoutASpecAnswersAtOnceAndIsAskedNothingElse() throws Exception {
    TableName name = PluginTables.plan("async-unsalted").create(tables.cluster()).name();
    Table table = new AsyncAsTable(plugin.getTable(name));
    int requests = PluginTables.REQUESTS;
    tables.costs(() -> PluginTables.putAll(table, "a"), new RpcCount(requests, 0, 0, 0));
    tables.costs(() -> PluginTables.getAll(table, "a"), new RpcCount(0, 0, requests, 0));
    tables.costs(
        () -> assertThat(plugin.getTable(name).scanAll(new Scan()).get()).hasSize(requests),
        new RpcCount(0, 0, 0, 0));
  }

  @Test
  void aBatchFailsForTheRowsThatFailAlone() throws Exception {
    AsyncTable<?> table = plugin.getTable(tables.create("async-partial"));
    Put bad = new Put(Bytes.toBytes("bad")).addColumn(Bytes.toBytes("none"), null, null);
    List<CompletableFuture<Void>> puts =
        table.put(List.of(PluginTables.put("k-1"), bad, PluginTables.put("k-2")));
    puts.get(0).get();
    puts.get(2).get();
    assertThat(catchThrowable(() -> puts.get(1).get()))
        .hasRootCauseInstanceOf(NoSuchColumnFamilyException.class);
    assertThat(table.existsAll(List.of(get("k-1"), get("bad"), get("k-2"))).get())
        .containsExactly(true, false, true);
  }

  private static Get get(String row) {
    return new Get(Bytes.toBytes(row));
  }

  /** Stops and goes on at each call, and ends the scan after some rows. */
  private static final class Hesitant implements AdvancedScanResultConsumer {
    private final int most;
    private final List<String> rows = new ArrayList<>();
    private final Set<String> threads = ConcurrentHashMap.newKeySet();
    private final CompletableFuture<List<String>> done = new CompletableFuture<>();
    private boolean stopped;

    Hesitant(int most) {
      this.most = most;
    }

    @Override
    public void onNext(Result[] results, ScanController controller) {
      threads.add(Thread.currentThread().getName());
      if (stopped) {
        done.completeExceptionally(new AssertionError("rows for a consumer that is suspended"));
      }
      for (Result result : results) {
        rows.add(Bytes.toString(result.getRow()));
      }
      if (rows.size() >= most) {
        controller.terminate();
        return;
      }
      stopped = true;
      ScanResumer resumer = controller.suspend();
      pool.execute(
          () -> {
            stopped = false;
            resumer.resume();
          });
    }

    @Override
    public void onError(Throwable error) {
      done.completeExceptionally(error);
    }

    @Override
    public void onComplete() {
      done.complete(rows);
    }
  }

  /**
   * Threads of the connection pass on the rows that have waited for the consumer; which of its two
   * kinds depends on who is faster. ({@code OccupiedThreadsTest} shows the slower one.)
   */
  @Test
  void aScanThatIsResumedNeedsNoThreadOfTheApplication() throws Exception {
    TableName name = tables.create("async-resumed");
    List<Put> puts = new ArrayList<>();
    for (int i = 100; i < 600; i++) {
      puts.add(PluginTables.put("r-" + i));
    }
    AsyncTable<AdvancedScanResultConsumer> table = plugin.getTable(name);
    table.putAll(puts).get();
    Hesitant consumer = new Hesitant(Integer.MAX_VALUE);
    table.scan(new Scan(), consumer);
    assertThat(consumer.done.get()).hasSize(500);
    assertThat(consumer.threads)
        .allMatch(thread -> thread.startsWith("halite-scans-") || thread.startsWith("RPCClient-"));
  }

  private static List<String> hesitantly(TableName name, Scan scan, int most) throws Exception {
    Hesitant consumer = new Hesitant(most);
    plugin.getTable(name).scan(scan, consumer);
    return consumer.done.get();
  }

  @Test
  void scansAreSuspendedTerminatedLimitedAndReversed() throws Exception {
    TableName name = tables.create("async-scanned");
    List<Put> puts = new ArrayList<>();
    List<String> rows = new ArrayList<>();
    for (int i = 1_000; i < 2_000; i++) {
      rows.add("r-" + i);
      puts.add(PluginTables.put("r-" + i));
    }
    plugin.getTable(name, pool).putAll(puts).get();
    int all = Integer.MAX_VALUE;
    assertThat(hesitantly(name, new Scan().setCaching(10), all)).isEqualTo(rows);
    assertThat(hesitantly(name, new Scan().setMaxResultSize(500), all)).isEqualTo(rows);
    assertThat(hesitantly(name, new Scan().setLimit(250), all)).isEqualTo(rows.subList(0, 250));
    assertThat(hesitantly(name, new Scan(), 120)).hasSizeBetween(120, 220).isSubsetOf(rows);
    List<String> reversed = hesitantly(name, new Scan().setReversed(true), all);
    assertThat(reversed).hasSize(1_000).startsWith("r-1999", "r-1998").endsWith("r-1000");
    List<String> few = new ArrayList<>();
    CompletableFuture<Void> done = new CompletableFuture<>();
    plugin
        .getTable(name, pool)
        .scan(
            new Scan(),
            new ScanResultConsumer() {
              @Override
              public boolean onNext(Result result) {
                few.add(Bytes.toString(result.getRow()));
                return few.size() < 7;
              }

              @Override
              public void onError(Throwable error) {
                done.completeExceptionally(error);
              }

              @Override
              public void onComplete() {
                done.complete(null);
              }
            });
    done.get();
    assertThat(few).isEqualTo(rows.subList(0, 7));
  }
}
