package io.halite.it.outcome;

import static io.halite.it.cluster.TestTable.F;
import static io.halite.it.cluster.TestTable.FOUR_BUCKETS;
import static io.halite.it.cluster.TestTable.Q;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.PlugIns;
import io.halite.it.cluster.TestTable;
import io.halite.it.door.Polling;
import io.halite.it.outcome.Losses.Way;
import io.halite.it.plugin.AsyncAsTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A client with a plug-in loses the first answers to a write that is not to be applied twice: it
 * repeats the write at the owner, which knows it.
 */
@Timeout(120)
class PluginLostAnswerIT {
  private static final byte[] N = Bytes.toBytes("n");
  private static final byte[] OLD = Bytes.toBytes("old");
  private static final byte[] NEW = Bytes.toBytes("new");

  /** How many answers each write loses. */
  private static final int LOST = 2;

  private static EmbeddedCluster cluster;
  private static TestTable salted;
  private static Connection blocking;
  private static AsyncConnection async;

  @BeforeAll
  static void start() throws Exception {
    cluster = LosingClients.startCluster(2);
    Configuration conf = conf();
    blocking = ConnectionFactory.createConnection(conf);
    async = ConnectionFactory.createAsyncConnection(conf).get();
    salted =
        TestTable.numbered("lost")
            .salted(FOUR_BUCKETS)
            .versions(3)
            .families(F)
            .splitBuckets()
            .splits("p")
            .create(cluster);
  }

  private static Configuration conf() {
    return PlugIns.on(LosingClients.conf(cluster));
  }

  @AfterAll
  static void stop() throws Exception {
    try (EmbeddedCluster last = cluster;
        AsyncConnection second = async;
        Connection first = blocking) {
      Losses.end();
    }
  }

  @AfterEach
  void loseNoMore() {
    Losses.end();
  }

  /** The writes, each of which gives the row another state when it is applied twice. */
  enum Operation {
    INCREMENT((table, row) -> table.increment(five(row))),
    APPEND((table, row) -> table.append(longer(row))),
    COUNTED_DELETE(
        (table, row) -> {
          table.put(new Put(row).addColumn(F, NEW, 1, OLD).addColumn(F, NEW, 2, NEW));
          Delete newest = new Delete(row).addColumn(F, NEW);
          return table.mutateRow(RowMutations.of(List.<Mutation>of(newest, five(row))));
        }),
    ROW_MUTATIONS((table, row) -> table.mutateRow(both(row))),
    BATCH(
        (table, row) -> {
          Object[] answers = new Object[3];
          table.batch(several(row), answers);
          return List.of(answers);
        }),
    CHECKED_PUT((table, row) -> table.checkAndMutate(ifOld(row).build(put(row, NEW)))),
    CHECKED_DELETE((table, row) -> table.checkAndMutate(ifOld(row).build(new Delete(row)))),
    CHECKED_INCREMENT((table, row) -> table.checkAndMutate(ifOld(row).build(five(row)))),
    CHECKED_ROW_MUTATIONS((table, row) -> table.checkAndMutate(ifOld(row).build(both(row))));

    private final Sending sending;

    Operation(Sending sending) {
      this.sending = sending;
    }
  }

  private interface Sending {
    Object send(Table table, byte[] row) throws Exception;
  }

  private static Increment five(byte[] row) {
    return new Increment(row).addColumn(F, N, 5);
  }

  private static Append longer(byte[] row) {
    return new Append(row).addColumn(F, Q, NEW);
  }

  private static RowMutations both(byte[] row) throws Exception {
    return RowMutations.of(List.<Mutation>of(longer(row), five(row)));
  }

  private static List<Row> several(byte[] row) {
    Increment checked = new Increment(row).addColumn(F, OLD, 7);
    return List.of(
        five(row), longer(row), CheckAndMutate.newBuilder(row).ifNotExists(F, NEW).build(checked));
  }

  private static CheckAndMutate.Builder ifOld(byte[] row) {
    return CheckAndMutate.newBuilder(row).ifEquals(F, Q, OLD);
  }

  private static Put put(byte[] row, byte[] value) {
    return new Put(row).addColumn(F, Q, value);
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource
  void aWriteWhoseAnswersAreLostIsAppliedOnceAndAnsweredAsIfNoneWas(Operation operation)
      throws Exception {
    assertApplied(salted, operation);
  }

  @Tag("wide")
  @ParameterizedTest(name = "{0}")
  @EnumSource
  void aWriteToATableWithoutBucketsIsAppliedOnceToo(Operation operation) throws Exception {
    try (TestTable md5 =
        TestTable.numbered("lost")
            .salted("key=row:*,salt=md5(row)[0:4]")
            .versions(3)
            .splits("8", "p")
            .create(cluster)) {
      assertApplied(md5, operation);
    }
  }

  private static Map<String, Table> clients(TestTable table) throws Exception {
    return Map.of(
        "blocking",
        blocking.getTable(table.name()),
        "asynchronous",
        new AsyncAsTable(async.getTable(table.name())),
        "pooled",
        new AsyncAsTable(async.getTable(table.name(), ForkJoinPool.commonPool())));
  }

  private static void assertApplied(TestTable table, Operation operation) throws Exception {
    for (Map.Entry<String, Table> client : clients(table).entrySet()) {
      String suffix = operation + "-" + client.getKey();
      byte[] twin = Bytes.toBytes("answered-" + suffix);
      byte[] row = Bytes.toBytes("lost-" + suffix);
      for (byte[] each : List.of(twin, row)) {
        table.table().put(put(each, OLD));
      }
      String expected = Told.of(operation.sending.send(client.getValue(), twin));
      Losses losses = Losses.of(table.name(), Map.of());
      losses.loseNext(Way.CLIENT, LOST);
      assertThat(Told.of(operation.sending.send(client.getValue(), row)))
          .as(suffix)
          .isEqualTo(expected);
      assertThat(losses.lost(Way.CLIENT)).as(suffix).isEqualTo(LOST);
      Losses.end();
      assertThat(Told.of(table.table().get(new Get(row))))
          .as(suffix)
          .isEqualTo(Told.of(table.table().get(new Get(twin))));
    }
  }

  /** Gateways send a put to one place of the row, and its repeat to any; a delete goes to all. */
  @Test
  void aPutAndADeleteUnderARandomSaltWhoseAnswersAreLostAreApplied() throws Exception {
    try (TestTable scattered =
        TestTable.numbered("scattered")
            .salted("key=row:*,salt=random % 4")
            .splitBuckets()
            .splits("p")
            .create(cluster)) {
      for (Map.Entry<String, Table> client : clients(scattered).entrySet()) {
        byte[] row = Bytes.toBytes("row-" + client.getKey());
        client.getValue().put(put(row, OLD));
        applies(
            Losses.ofPuts(scattered.name(), Map.of()), () -> client.getValue().put(put(row, NEW)));
        assertThat(client.getValue().get(new Get(row)).getValue(F, Q)).isEqualTo(NEW);
        applies(
            Losses.ofDeletes(scattered.name(), Map.of()),
            () -> client.getValue().delete(new Delete(row)));
        assertThat(client.getValue().exists(new Get(row))).as(client.getKey()).isFalse();
      }
    }
  }

  private interface Write {
    void send() throws Exception;
  }

  /** Sends a write that succeeds behind the loss of answers to its gateway and to its client. */
  private static void applies(Losses losses, Write write) throws Exception {
    losses.loseNext(Way.FORWARD, LOST);
    losses.loseNext(Way.CLIENT, 1);
    write.send();
    assertThat(List.of(losses.lost(Way.FORWARD), losses.lost(Way.CLIENT))).containsExactly(LOST, 1);
    Losses.end();
  }

  /** HBase's own repeat is refused then, and the plug-in sends the write once more. */
  @Test
  void aConditionalWriteWhoseTableGetsAnotherSpecBeforeItsRepeatIsAppliedOnce() throws Exception {
    Configuration conf = conf();
    conf.setInt("hbase.client.pause", 100);
    ExecutorService threads = Executors.newCachedThreadPool();
    // A server that closes its last salted region forgets what it has applied.
    try (TestTable other =
            TestTable.numbered("other").salted(FOUR_BUCKETS).splitBuckets().create(cluster);
        Connection patient = ConnectionFactory.createConnection(conf);
        AsyncConnection patientAsync = ConnectionFactory.createAsyncConnection(conf).get()) {
      List<Table> clients =
          List.of(
              patient.getTable(salted.name()),
              new AsyncAsTable(patientAsync.getTable(salted.name())));
      Losses.of(salted.name(), Map.of()).loseNext(Way.CLIENT, Integer.MAX_VALUE);
      List<Altered> all = new ArrayList<>();
      for (Operation operation : Operation.values()) {
        if (operation.name().startsWith("CHECKED")) {
          byte[] twin = Bytes.toBytes("as-it-is-" + operation);
          salted.table().put(put(twin, OLD));
          String expected = Told.of(operation.sending.send(salted.table(), twin));
          String changed = Told.of(salted.table().get(new Get(twin)));
          for (Table client : clients) {
            byte[] row = Bytes.toBytes("altered-" + operation + "-" + all.size());
            salted.table().put(put(row, OLD));
            all.add(
                new Altered(
                    row,
                    changed,
                    expected,
                    threads.submit(() -> Told.of(operation.sending.send(client, row)))));
          }
        }
      }
      for (Altered each : all) {
        Polling.until(
            "the write is applied",
            () -> Told.of(salted.table().get(new Get(each.row))).equals(each.changed));
      }
      // It stores rows alike, and its requests have another mark.
      salted.alter(FOUR_BUCKETS.replace("row", "line"));
      Losses.end();
      for (Altered each : all) {
        assertThat(each.answer.get()).as(Bytes.toString(each.row)).isEqualTo(each.expected);
        assertThat(Told.of(salted.table().get(new Get(each.row)))).isEqualTo(each.changed);
      }
      assertThat(other.table().get(new Get(OLD)).isEmpty()).isTrue();
    } finally {
      threads.shutdown();
    }
  }

  /** A write whose table gets another spec after it was applied, and before its answer arrives. */
  private record Altered(byte[] row, String changed, String expected, Future<String> answer) {}
}
