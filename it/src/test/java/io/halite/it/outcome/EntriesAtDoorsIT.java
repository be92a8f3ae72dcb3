package io.halite.it.outcome;

import static io.halite.it.cluster.TestTable.F;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.client.index.IndexLookup;
import io.halite.coprocessor.door.DoorCounts;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.door.DoorClient;
import io.halite.it.door.DoorCluster;
import io.halite.it.door.PlacedTable;
import io.halite.it.fault.AwayObserver;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Doors write rows with their index entries, and the entries do not come through. */
@Timeout(180)
class EntriesAtDoorsIT {
  private static final byte[] ROW = Bytes.toBytes(LostEntryPromises.ROW);

  private static EmbeddedCluster cluster;
  private static PlacedTable placed;
  private static PlacedTable indexed;

  @BeforeAll
  static void start() throws Exception {
    cluster =
        DoorCluster.start(
            2, conf -> conf.set("hbase.rpc.client.impl", LosingRpcClient.class.getName()));
    String away = "|" + AwayObserver.class.getName() + "||";
    placed =
        PlacedTable.create(
            cluster,
            plan ->
                plan.salted("key=shop:4 order:6:digits,salt=hash(shop) % 4,index=byBuyer(f:buyer)")
                    .indexTables(entries -> entries.setValue("coprocessor$1", away)));
    indexed = PlacedTable.create(cluster, plan -> plan.salted(LostEntryPromises.SPEC));
  }

  @AfterAll
  static void stop() throws Exception {
    cluster.close();
  }

  @AfterEach
  void loseNoMore() {
    Losses.end();
  }

  private static long served() {
    return DoorCluster.sum(cluster, DoorCounts::served);
  }

  /** Connects until a client has been redirected to a door, and has come to know it. */
  private static DoorClient open(DoorClient.Kind kind, Configuration conf, PlacedTable of)
      throws Exception {
    while (true) {
      DoorClient client = kind.connect(conf);
      try (Table table = client.table(of.table().name())) {
        table.exists(new Get(ROW));
      } catch (IOException redirected) {
        // One that repeats nothing.
      }
      if (!client.serverOf(of.table().name(), LostEntryPromises.ROW).equals(of.home())) {
        return client;
      }
      client.close();
    }
  }

  /** HBase's client would not repeat the delete with the put, and the row would be there again. */
  @ParameterizedTest
  @EnumSource
  void aDeleteWaitsForThePutWhoseEntryIsRefused(DoorClient.Kind kind) throws Exception {
    byte[] buyer = IndexedWrite.buyer();
    placed.table().table().put(new Put(ROW).addColumn(F, buyer, Bytes.toBytes("bob")));
    Configuration once = LosingClients.conf(cluster);
    once.setInt("hbase.client.retries.number", 0);
    List<Row> batch =
        List.of(new Put(ROW).addColumn(F, buyer, Bytes.toBytes("ann")), new Delete(ROW));
    try (DoorClient client = open(kind, once, placed)) {
      long before = served();
      try (AutoCloseable refused = AwayObserver.forPuts(placed.table().indexTables().get(0))) {
        assertThat(send(client, batch))
            .allSatisfy(
                answer ->
                    assertThat(answer)
                        .isInstanceOf(Exception.class)
                        .isNotInstanceOf(DoNotRetryIOException.class));
        assertThat(placed.table().table().get(new Get(ROW)).getValue(F, buyer))
            .asString()
            .isEqualTo("bob");
        assertThat(found("bob")).containsExactly(LostEntryPromises.ROW);
      }
      assertThat(send(client, batch)).noneMatch(Exception.class::isInstance);
      assertThat(placed.table().table().exists(new Get(ROW))).isFalse();
      assertThat(found("ann")).isEmpty();
      assertThat(found("bob")).isEmpty();
      assertThat(served()).isGreaterThanOrEqualTo(before + 2);
    }
  }

  private static Object[] send(DoorClient client, List<Row> batch) throws Exception {
    Object[] answers = new Object[batch.size()];
    try (Table table = client.table(placed.table().name())) {
      table.batch(batch, answers);
    } catch (RetriesExhaustedWithDetailsException refused) {
      // The answers say which.
    }
    return answers;
  }

  private static List<String> found(String buyer) throws IOException {
    return IndexLookup.of(cluster.connection(), placed.table().name(), "byBuyer")
        .find(new Get(Bytes.toBytes(buyer)), 9)
        .stream()
        .map(row -> Bytes.toString(row.getRow()))
        .toList();
  }

  @Nested
  class LostAnswers extends LostEntryPromises {
    LostAnswers() throws Exception {
      super(
          cluster,
          indexed.table(),
          List.of(
              conf -> open(DoorClient.Kind.BLOCKING, conf, indexed),
              conf -> open(DoorClient.Kind.ASYNCHRONOUS, conf, indexed)));
    }
  }
}
