package io.halite.it.door;

import static io.halite.it.door.PlacedTable.F;
import static io.halite.it.door.PlacedTable.Q;
import static io.halite.it.door.PlacedTable.bytes;
import static io.halite.it.door.PlacedTable.put;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.coprocessor.door.DoorCounts;
import io.halite.it.cluster.EmbeddedCluster;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.AsyncBufferedMutator;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutateRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutationProto.MutationType;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Writes that clients buffer, and writes that they repeat at another server. */
@ExtendWith(SharedDoorCluster.class)
class DoorWritersIT {
  private static final int CLIENTS = 3;
  private static final byte[] COUNT = bytes("count");
  private static final byte[] TEXT = bytes("text");

  private final EmbeddedCluster cluster;
  private final Configuration conf;
  private PlacedTable placed;

  DoorWritersIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
    this.conf = new Configuration(cluster.configuration());
    conf.setInt("hbase.client.pause", 20);
  }

  @BeforeEach
  void create() throws Exception {
    placed = PlacedTable.create(cluster);
  }

  @AfterEach
  void close() throws Exception {
    placed.close();
  }

  private interface Writer {
    void write(List<Put> puts) throws Exception;
  }

  /** Lets the writers write batches of all gateway regions, until guests have served some. */
  private List<String> write(List<Writer> writers) throws Exception {
    List<String> rows = new ArrayList<>();
    long before = DoorCluster.sum(cluster, DoorCounts::served);
    Polling.until(
        "guests serve",
        () -> {
          for (Writer writer : writers) {
            List<Put> puts = new ArrayList<>();
            for (int i = 0; i < 26; i++) {
              String row = (char) ((i % 2 == 0 ? 'A' : 'a') + i) + "row" + rows.size();
              rows.add(row);
              puts.add(put(row));
            }
            writer.write(puts);
          }
          return DoorCluster.sum(cluster, DoorCounts::served) > before + 100;
        });
    return rows;
  }

  private List<String> stored() throws Exception {
    return placed.table().scan(new Scan());
  }

  @Test
  void buffersOfMutationsLoseNoRow() throws Exception {
    List<Connection> connections = new ArrayList<>();
    List<BufferedMutator> buffers = new ArrayList<>();
    for (int i = 0; i < CLIENTS; i++) {
      connections.add(ConnectionFactory.createConnection(conf));
      buffers.add(connections.get(i).getBufferedMutator(placed.table().name()));
    }
    List<String> rows = write(buffers.stream().map(DoorWritersIT::writer).toList());
    for (int i = 0; i < CLIENTS; i++) {
      buffers.get(i).close();
      connections.get(i).close();
    }
    assertThat(stored()).containsExactlyInAnyOrderElementsOf(rows);
  }

  private static Writer writer(BufferedMutator buffer) {
    return puts -> {
      buffer.mutate(puts);
      buffer.flush();
    };
  }

  @Test
  void asynchronousBuffersOfMutationsLoseNoRow() throws Exception {
    List<AsyncConnection> connections = new ArrayList<>();
    List<Writer> writers = new ArrayList<>();
    for (int i = 0; i < CLIENTS; i++) {
      connections.add(ConnectionFactory.createAsyncConnection(conf).get());
      AsyncBufferedMutator buffer = connections.get(i).getBufferedMutator(placed.table().name());
      writers.add(
          puts -> {
            var acknowledged = buffer.mutate(puts);
            buffer.flush();
            for (var each : acknowledged) {
              each.get();
            }
          });
    }
    List<String> rows = write(writers);
    for (AsyncConnection connection : connections) {
      connection.close();
    }
    assertThat(stored()).containsExactlyInAnyOrderElementsOf(rows);
  }

  /** What a client sends that has not heard of the end of its first attempt. */
  private void send(ServerName server, Mutation mutation, MutationType type, long nonce)
      throws Exception {
    MutateRequest request =
        MutateRequest.newBuilder()
            .setRegion(RawRequests.region(placed.name(0x60)))
            .setMutation(ProtobufUtil.toMutation(type, mutation, nonce))
            .setNonceGroup(77)
            .build();
    new RawRequests(cluster.connection())
        .send(server, (stub, controller) -> stub.mutate(controller, request));
  }

  @Test
  void anIncrementOrAppendThatIsRepeatedAtAnotherServerCountsOnce() throws Exception {
    RawRequests requests = new RawRequests(cluster.connection());
    placed.awaitDoor(requests);
    List<List<ServerName>> orders =
        List.of(
            List.of(placed.door(), placed.home(), placed.door()),
            List.of(placed.home(), placed.door(), placed.home()),
            List.of(placed.door(), placed.door()));
    long nonce = System.nanoTime();
    for (List<ServerName> order : orders) {
      nonce += 2;
      for (ServerName server : order) {
        send(
            server,
            new Increment(bytes("row")).addColumn(F, COUNT, 5),
            MutationType.INCREMENT,
            nonce);
        send(
            server,
            new Append(bytes("row")).addColumn(F, TEXT, bytes("x")),
            MutationType.APPEND,
            nonce + 1);
      }
    }
    try (Table table = placed.table().table()) {
      Result row = table.get(new Get(bytes("row")));
      assertThat(Bytes.toLong(row.getValue(F, COUNT))).isEqualTo(5L * orders.size());
      assertThat(row.getValue(F, TEXT)).isEqualTo(bytes("x".repeat(orders.size())));
      assertThat(row.containsColumn(F, Q)).isFalse();
    }
  }
}
