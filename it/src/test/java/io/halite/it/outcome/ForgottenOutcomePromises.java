package io.halite.it.outcome;

import static io.halite.it.cluster.TestTable.F;
import static io.halite.it.cluster.TestTable.FOUR_BUCKETS;
import static io.halite.it.cluster.TestTable.Q;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.coprocessor.door.DoorCounts;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.TestTable;
import io.halite.it.door.DoorCluster;
import io.halite.it.door.PlacedTable;
import io.halite.it.door.Polling;
import io.halite.it.outcome.Losses.Way;
import io.halite.it.outcome.OwnerClient.Reached;
import io.halite.keys.SaltingSpec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A conditional write is applied, so that its condition holds no longer, and its answer is lost.
 * When its repeat comes, the owner's server does not know the outcome.
 */
@Timeout(120)
abstract class ForgottenOutcomePromises {
  private static final String BYTES_KEY = "halite.outcomes.bytes";
  private static final byte[] N = Bytes.toBytes("n");
  private static final byte[] OLD = Bytes.toBytes("old");
  private static final byte[] NEW = Bytes.toBytes("new");

  /** The bucket of all rows. */
  private static final int BUCKET = 1;

  private static final EnumSet<OwnerClient> WITH_GATEWAYS =
      EnumSet.complementOf(EnumSet.of(OwnerClient.PLUG_IN, OwnerClient.ASYNCHRONOUS_PLUG_IN));

  private final EmbeddedCluster cluster;

  /** Natural keys of the gateway region that has the door. */
  private final Iterator<byte[]> rows =
      IntStream.iterate(0, i -> i + 1)
          .mapToObj(i -> Bytes.toBytes("row" + i))
          .filter(row -> SaltingSpec.parse(FOUR_BUCKETS).salt().salt(row)[0] == BUCKET)
          .iterator();

  private final ExecutorService threads = Executors.newCachedThreadPool();

  ForgottenOutcomePromises(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  /** The kinds of writes, which owners decide in different ways. */
  private enum Write {
    PUT {
      @Override
      CheckAndMutate of(byte[] row) {
        return CheckAndMutate.newBuilder(row).ifEquals(F, Q, OLD).build(put(row, NEW));
      }
    },
    PUT_BY_FILTER {
      @Override
      CheckAndMutate of(byte[] row) {
        return CheckAndMutate.newBuilder(row)
            .ifMatches(new SingleColumnValueFilter(F, Q, CompareOperator.EQUAL, OLD))
            .build(put(row, NEW));
      }
    },
    PUT_AND_INCREMENT {
      @Override
      CheckAndMutate of(byte[] row) throws IOException {
        Increment five = new Increment(row).addColumn(F, N, 5);
        return CheckAndMutate.newBuilder(row)
            .ifEquals(F, Q, OLD)
            .build(RowMutations.of(List.<Mutation>of(put(row, NEW), five)));
      }
    };

    abstract CheckAndMutate of(byte[] row) throws IOException;
  }

  private static Put put(byte[] row, byte[] value) {
    return new Put(row).addColumn(F, Q, value);
  }

  /** One write by one client. */
  private record Sent(
      OwnerClient client, Write write, byte[] row, Future<CheckAndMutateResult> answer) {
    String name() {
      return client + " " + write;
    }
  }

  @AfterEach
  void end() {
    Losses.end();
    threads.shutdownNow();
  }

  /** Starts each kind of write by each client. */
  private List<Sent> start(PlacedTable placed, EnumSet<OwnerClient> clients) throws IOException {
    Reached reached = new Reached(cluster, placed.table().name(), placed.route());
    List<Sent> sent = new ArrayList<>();
    for (OwnerClient client : clients) {
      for (Write write : Write.values()) {
        byte[] row = rows.next();
        placed.table().table().put(put(row, OLD));
        Callable<CheckAndMutateResult> sending = () -> client.send(reached, write.of(row));
        sent.add(new Sent(client, write, row, threads.submit(sending)));
      }
    }
    return sent;
  }

  private static void assertIsUnknown(String name, ThrowingCallable answer) {
    assertThatThrownBy(answer, name)
        .hasStackTraceContaining("an earlier attempt of this conditional write had no answer");
  }

  private static void assertIsAppliedOnce(TestTable table, Write write, byte[] row)
      throws IOException {
    Result stored = table.table().get(new Get(row));
    assertThat(stored.getValue(F, Q)).as("%s", write).isEqualTo(NEW);
    if (write == Write.PUT_AND_INCREMENT) {
      assertThat(Bytes.toLong(stored.getValue(F, N))).isEqualTo(5);
    }
  }

  /** Each client or gateway notices that its answer is lost when the owner region has moved. */
  private List<Sent> send(PlacedTable placed, Way lost, EnumSet<OwnerClient> clients, ServerName to)
      throws Exception {
    Losses losses = Losses.of(placed.table().name(), Map.of());
    int writes = clients.size() * Write.values().length;
    losses.loseNextUnnoticed(lost, writes);
    List<Sent> sent = start(placed, clients);
    Polling.until("all are applied", () -> losses.lost(lost) == writes);
    placed.move(BUCKET, to);
    Losses.end();
    return sent;
  }

  /** What a client repeats has no age, also if HBase or the plug-in has numbered it. */
  @Test
  void anOwnerThatHasMovedFailsTheRepeatOfAGatewayAndTakesThatOfAClientForANewWrite()
      throws Exception {
    try (PlacedTable placed = PlacedTable.create(cluster)) {
      placed.move(BUCKET, placed.servers().get(2));
      placed.awaitDoor();
      long served = DoorCluster.sum(cluster, DoorCounts::served);
      for (Sent each : send(placed, Way.FORWARD, WITH_GATEWAYS, placed.home())) {
        assertIsUnknown(each.name(), each.answer::get);
        assertIsAppliedOnce(placed.table(), each.write, each.row);
      }
      assertThat(DoorCluster.sum(cluster, DoorCounts::served)).isGreaterThan(served);
      EnumSet<OwnerClient> all = EnumSet.allOf(OwnerClient.class);
      for (Sent each : send(placed, Way.CLIENT, all, placed.door())) {
        assertThat(each.answer.get().isSuccess()).as(each.name()).isFalse();
        assertIsAppliedOnce(placed.table(), each.write, each.row);
      }
    }
  }

  @Test
  void aWriteWhoseOutcomeItsServerHasNoRoomForIsNotAnsweredFalse() throws Exception {
    // A server reads it when it opens its first salted region.
    cluster.update(BYTES_KEY, "0");
    try (TestTable salted = TestTable.numbered("dropped").salted(FOUR_BUCKETS).create(cluster);
        Connection client = ConnectionFactory.createConnection(LosingClients.conf(cluster));
        Table table = client.getTable(salted.name())) {
      Losses losses = Losses.of(salted.name(), Map.of());
      for (Write write : Write.values()) {
        byte[] row = Bytes.toBytes("row-" + write);
        table.put(put(row, OLD));
        losses.loseNext(Way.FORWARD, 1);
        assertIsUnknown(write.name(), () -> table.checkAndMutate(write.of(row)));
        assertIsAppliedOnce(salted, write, row);
      }
    } finally {
      cluster.update(BYTES_KEY, "33554432");
    }
  }
}
