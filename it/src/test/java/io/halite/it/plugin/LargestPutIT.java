package io.halite.it.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.halite.client.plugin.SaltedAsyncConnection;
import io.halite.client.plugin.SaltedConnection;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncBufferedMutator;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The plug-ins take and refuse the puts that HBase's client takes and refuses for their size. */
@ExtendWith(SharedCluster.class)
class LargestPutIT {
  private static final int VALUE_BYTES = 1_000;

  private static EmbeddedCluster cluster;
  private static TableName name;

  /** The connections of one client. */
  record Clients(Connection blocking, AsyncConnection asynchronous) implements AutoCloseable {
    static Clients open(Map<String, String> settings) throws Exception {
      Configuration conf = new Configuration(cluster.configuration());
      conf.setInt("hbase.client.keyvalue.maxsize", size(put("largest", VALUE_BYTES)));
      settings.forEach(conf::set);
      return new Clients(
          ConnectionFactory.createConnection(conf),
          ConnectionFactory.createAsyncConnection(conf).get());
    }

    static Clients withPlugin() throws Exception {
      return open(
          Map.of(
              "hbase.client.connection.impl", SaltedConnection.class.getName(),
              "hbase.client.async.connection.impl", SaltedAsyncConnection.class.getName()));
    }

    @Override
    public void close() throws Exception {
      blocking.close();
      asynchronous.close();
    }
  }

  /** A way to write. */
  private interface Sending {
    void send(Clients clients, Put put) throws Exception;
  }

  private interface TableSending {
    void send(Table table, Put put) throws Exception;
  }

  private static Sending byTable(TableSending sending) {
    return (clients, put) -> {
      try (Table table = clients.blocking().getTable(name)) {
        sending.send(table, put);
      }
    };
  }

  private static CheckAndMutate check(Put put) {
    return CheckAndMutate.newBuilder(put.getRow()).ifNotExists(Parity.F, PluginTables.Q).build(put);
  }

  /** The ways to write whose puts HBase's client limits, and the batch, which it does not. */
  enum Way {
    PUT(byTable(Table::put)),
    LIST(byTable((table, put) -> table.put(List.of(new Put(put), put)))),
    CHECK(byTable((table, put) -> table.checkAndMutate(check(put)))),
    CHECKS(byTable((table, put) -> table.checkAndMutate(List.of(check(put))))),
    BATCH(byTable((table, put) -> table.batch(List.of(put), new Object[1]))),
    MUTATOR(
        (clients, put) -> {
          try (BufferedMutator mutator = clients.blocking().getBufferedMutator(name)) {
            mutator.mutate(put);
          }
        }),
    ASYNC_PUT((clients, put) -> clients.asynchronous().getTable(name).put(put).get()),
    ASYNC_LIST((clients, put) -> clients.asynchronous().getTable(name).putAll(List.of(put)).get()),
    ASYNC_BATCH(
        (clients, put) -> clients.asynchronous().getTable(name).batchAll(List.of(put)).get()),
    ASYNC_CHECK(
        (clients, put) -> clients.asynchronous().getTable(name).checkAndMutate(check(put)).get()),
    ASYNC_MUTATOR(
        (clients, put) -> {
          try (AsyncBufferedMutator mutator = clients.asynchronous().getBufferedMutator(name)) {
            CompletableFuture<Void> answer = mutator.mutate(put);
            mutator.flush();
            answer.get();
          }
        });

    private final Sending sending;

    Way(Sending sending) {
      this.sending = sending;
    }
  }

  @BeforeAll
  static void create(EmbeddedCluster shared) throws Exception {
    cluster = shared;
    name = PluginTables.createInFourRegions(shared);
  }

  @AfterAll
  static void drop() throws Exception {
    cluster.utility().deleteTable(name);
  }

  private static Put put(String row, int valueBytes) {
    return new Put(Bytes.toBytes(row)).addColumn(Parity.F, PluginTables.Q, new byte[valueBytes]);
  }

  private static int size(Put put) {
    return put.get(Parity.F, PluginTables.Q).get(0).getSerializedSize();
  }

  private static boolean isStored(Clients clients, Put put) throws Exception {
    try (Table table = clients.blocking().getTable(name)) {
      return table.exists(new Get(put.getRow()));
    }
  }

  @ParameterizedTest
  @EnumSource
  void theLargestPutIsTakenHoweverLongItsSalt(Way way) throws Exception {
    // All rows have names of one length.
    Put put = put("largest".substring(1) + (char) ('A' + way.ordinal()), VALUE_BYTES);
    try (Clients clients = Clients.withPlugin()) {
      // The first request asks for the spec, and no salt makes its key longer.
      assertThat(isStored(clients, put)).isFalse();
      assertThat(clients.asynchronous().getTable(name).exists(new Get(put.getRow())).get())
          .isFalse();
      way.sending.send(clients, put);
      assertThat(isStored(clients, put)).isTrue();
    }
  }

  @ParameterizedTest
  @EnumSource
  void aLargerPutIsRefusedWhereAndAsHbasesClientRefusesIt(Way way) throws Exception {
    Put put = put("largest".substring(1) + (char) ('a' + way.ordinal()), VALUE_BYTES + 1);
    try (Clients plain = Clients.open(Map.of());
        Clients clients = Clients.withPlugin()) {
      assertThat(isStored(clients, put)).isFalse();
      Throwable expected = catchThrowable(() -> way.sending.send(plain, put));
      Throwable refusal = catchThrowable(() -> way.sending.send(clients, put));
      if (way == Way.BATCH) {
        assertThat(expected).isNull();
        assertThat(refusal).isNull();
      } else {
        assertThat(expected).hasMessageContaining("KeyValue size too large");
        assertThat(refusal).hasSameClassAs(expected).hasMessage(expected.getMessage());
        assertThat(isStored(clients, put)).isFalse();
      }
    }
  }
}
