package io.halite.it.fault;

import static io.halite.it.cluster.TestTable.F;
import static io.halite.it.cluster.TestTable.FOUR_BUCKETS;
import static io.halite.it.cluster.TestTable.Q;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.PlugIns;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.TestTable;
import io.halite.keys.SaltingSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.FutureUtils;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A write that its client has to repeat is not overtaken by later writes of its row in its batch.
 * The clients repeat nothing, so that what a first attempt has applied is seen.
 */
@ExtendWith(SharedCluster.class)
class RowOrderIT {
  private static final byte[] ROW = Bytes.toBytes("SHOP000001");
  private static final byte[] BUYER = Bytes.toBytes("buyer");
  private static final byte[] COUNT = Bytes.toBytes("count");

  private final EmbeddedCluster cluster;
  private final Configuration once;

  RowOrderIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
    this.once = new Configuration(cluster.configuration());
    once.setInt("hbase.client.retries.number", 0);
  }

  /** How a batch reaches its gateway. */
  enum Route {
    TABLE {
      @Override
      Object[] send(Configuration conf, TableName name, List<? extends Row> batch)
          throws Exception {
        Object[] answers = new Object[batch.size()];
        try (Connection connection = ConnectionFactory.createConnection(conf);
            Table table = connection.getTable(name)) {
          table.batch(batch, answers);
        } catch (RetriesExhaustedWithDetailsException refused) {
          // The answers say which.
        }
        return answers;
      }
    },
    ASYNC_TABLE {
      @Override
      Object[] send(Configuration conf, TableName name, List<? extends Row> batch)
          throws Exception {
        try (AsyncConnection connection = ConnectionFactory.createAsyncConnection(conf).get()) {
          List<CompletableFuture<Object>> answers = connection.getTable(name).batch(batch);
          return answers.stream()
              .map(
                  each -> {
                    try {
                      return FutureUtils.get(each);
                    } catch (Exception refusal) {
                      return refusal;
                    }
                  })
              .toArray();
        }
      }
    };

    abstract Object[] send(Configuration conf, TableName name, List<? extends Row> batch)
        throws Exception;
  }

  private void sendAndExpectThatAllAreToBeRepeated(
      Route route, TestTable table, List<? extends Row> batch) throws Exception {
    sendAndExpectThatAllAreToBeRepeated(route, once, table, batch);
  }

  private static void sendAndExpectThatAllAreToBeRepeated(
      Route route, Configuration conf, TestTable table, List<? extends Row> batch)
      throws Exception {
    Object[] answers = route.send(conf, table.name(), batch);
    assertThat(answers)
        .allSatisfy(
            answer ->
                assertThat(answer)
                    .isInstanceOf(Exception.class)
                    .isNotInstanceOf(DoNotRetryIOException.class));
  }

  private static Put put(byte[] qualifier, String value) {
    return new Put(ROW).addColumn(F, qualifier, Bytes.toBytes(value));
  }

  @ParameterizedTest
  @EnumSource
  void deleteWaitsForThePutWhoseIndexEntryIsRefused(Route route) throws Exception {
    requireThatADeleteWaits(route, once);
  }

  @Tag("wide")
  @ParameterizedTest
  @EnumSource
  void deleteThroughAPlugInWaitsForThePutWhoseIndexEntryIsRefused(Route route) throws Exception {
    requireThatADeleteWaits(route, PlugIns.on(once));
  }

  private void requireThatADeleteWaits(Route route, Configuration conf) throws Exception {
    try (TestTable table =
        TestTable.numbered("order")
            .salted("key=shop:4 order:6:digits,salt=hash(shop) % 4,index=byBuyer(f:buyer)")
            .indexTables(
                entries ->
                    entries.setValue("coprocessor$1", "|" + AwayObserver.class.getName() + "||"))
            .splitBuckets()
            .create(cluster)) {
      table.table().put(put(BUYER, "bob"));
      List<Row> batch = List.of(put(BUYER, "ann"), new Delete(ROW));
      try (AutoCloseable away = AwayObserver.forPuts(table.indexTables().get(0))) {
        sendAndExpectThatAllAreToBeRepeated(route, conf, table, batch);
        assertThat(table.table().get(new Get(ROW)).getValue(F, BUYER)).asString().isEqualTo("bob");
      }
      assertThat(route.send(conf, table.name(), batch)).noneMatch(Exception.class::isInstance);
      assertThat(table.table().exists(new Get(ROW))).isFalse();
    }
  }

  @ParameterizedTest
  @EnumSource
  void whatHBaseServesOneByOneWaitsForARefusedPut(Route route) throws Exception {
    try (TestTable table =
        TestTable.numbered("order")
            .salted(FOUR_BUCKETS)
            .coprocessor(AwayObserver.class)
            .splitBuckets()
            .create(cluster)) {
      byte[] other = Bytes.toBytes("other");
      List<Row> batch = new ArrayList<>();
      batch.add(put(Q, "first"));
      batch.add(new Increment(ROW).addColumn(F, COUNT, 1));
      batch.add(new Delete(ROW).addColumns(F, BUYER));
      batch.add(RowMutations.of(List.of(new Delete(ROW).addColumns(F, Q), incremented())));
      batch.add(
          CheckAndMutate.newBuilder(ROW).ifNotExists(F, Q).build(new Delete(ROW).addFamily(F)));
      table.table().put(put(BUYER, "bob"));
      try (AutoCloseable away =
          AwayObserver.during(
              (region, write) ->
                  region.getTable().equals(table.name())
                      && write instanceof Put
                      && write.has(F, Q))) {
        sendAndExpectThatAllAreToBeRepeated(route, table, batch);
        Object[] ofAnotherRow =
            route.send(
                once,
                table.name(),
                List.of(put(Q, "first"), new Increment(other).addColumn(F, COUNT, 1)));
        assertThat(ofAnotherRow[0]).isInstanceOf(Exception.class);
        assertThat(ofAnotherRow[1]).isNotInstanceOf(Exception.class);
      }
      assertThat(table.table().get(new Get(ROW)).getValue(F, BUYER)).asString().isEqualTo("bob");
      assertThat(table.table().get(new Get(ROW)).size()).isOne();
      assertThat(table.table().exists(new Get(other))).isTrue();
    }
  }

  private static Increment incremented() {
    return new Increment(ROW).addColumn(F, COUNT, 10);
  }

  /** A delete goes to all places, a put to one of them: a refused delete holds up the put. */
  @ParameterizedTest
  @EnumSource
  void putWaitsForTheDeleteThatOneOfItsPlacesRefuses(Route route) throws Exception {
    String spec = "salt=random % 4";
    try (TestTable table =
        TestTable.numbered("order")
            .salted(spec)
            .coprocessor(AwayObserver.class)
            .splitBuckets()
            .create(cluster)) {
      byte[] away = {2};
      long later = System.currentTimeMillis() + 1_000_000;
      long elsewhere =
          LongStream.iterate(later, stamp -> stamp + 1)
              .filter(stamp -> SaltingSpec.parse(spec).salt().salt(ROW, stamp)[0] != away[0])
              .findFirst()
              .orElseThrow();
      Put put = new Put(ROW).addColumn(F, Q, elsewhere, ROW);
      try (AutoCloseable refused =
          AwayObserver.during(
              (region, write) ->
                  region.getTable().equals(table.name())
                      && write instanceof Delete
                      && Arrays.equals(region.getStartKey(), away))) {
        sendAndExpectThatAllAreToBeRepeated(route, table, List.of(new Delete(ROW), put));
        assertThat(table.table().exists(new Get(ROW))).isFalse();
      }
      route.send(once, table.name(), List.of(new Delete(ROW), put));
      assertThat(table.table().exists(new Get(ROW))).isTrue();
    }
  }
}
