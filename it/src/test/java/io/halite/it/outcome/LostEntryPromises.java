package io.halite.it.outcome;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.client.index.IndexLookup;
import io.halite.client.index.IndexSweep;
import io.halite.client.index.IndexSweep.Swept;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.PlugIns;
import io.halite.it.cluster.TestTable;
import io.halite.it.door.DoorClient;
import io.halite.it.outcome.Losses.Way;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Index tables store the entries of a write, and their answers to the gateway are lost. */
@Timeout(120)
@TestInstance(Lifecycle.PER_CLASS)
abstract class LostEntryPromises {
  static final String SPEC =
      "key=shop:4 order:6:digits,salt=hash(shop) % 4,index=byOrder(order) byBuyer(f:buyer)";

  /** A row of the gateway region that is asked; all others have the same shop. */
  static final String ROW = "lost000000";

  private final Configuration conf;
  private final List<Opening> clients;
  private final TestTable plain;
  private final TestTable indexed;
  private int rows;

  /** Opens clients of one kind, which send their requests for the rows the same way. */
  interface Opening {
    DoorClient open(Configuration conf) throws Exception;
  }

  /** Promises to all clients, which ask a gateway. */
  LostEntryPromises(EmbeddedCluster cluster) throws IOException {
    this(
        cluster,
        TestTable.numbered("indexed").salted(SPEC).splitBuckets().splits("p").create(cluster),
        List.of(
            DoorClient.Kind.BLOCKING::connect,
            DoorClient.Kind.ASYNCHRONOUS::connect,
            conf -> DoorClient.Kind.BLOCKING.connect(PlugIns.on(conf)),
            conf -> DoorClient.Kind.ASYNCHRONOUS.connect(PlugIns.on(conf))));
  }

  /** Promises of a table of {@link #SPEC}, which they drop at the end. */
  LostEntryPromises(EmbeddedCluster cluster, TestTable indexed, List<Opening> clients)
      throws IOException {
    this.conf = LosingClients.conf(cluster);
    this.clients = clients;
    this.plain = TestTable.numbered("plain").create(cluster);
    this.indexed = indexed;
  }

  @AfterAll
  void drop() throws IOException {
    indexed.close();
    plain.close();
  }

  private byte[] nextRow() {
    return Bytes.toBytes(ROW.substring(0, 4) + "%06d".formatted(++rows));
  }

  /** Lets each index table lose its next answers to gateways. */
  private List<Losses> loseEntries(int answers) {
    List<Losses> losses =
        indexed.indexTables().stream().map(name -> Losses.ofPuts(name, Map.of())).toList();
    losses.forEach(each -> each.loseNext(Way.FORWARD, answers));
    return losses;
  }

  @ParameterizedTest
  @EnumSource
  void aWriteWhoseEntriesLoseTheirAnswersIsAnsweredAsByAPlainTable(IndexedWrite write)
      throws Exception {
    for (Opening opening : clients) {
      try (DoorClient client = opening.open(conf)) {
        byte[] row = nextRow();
        List<Losses> ofEntries = loseEntries(2);
        assertAsOnAPlainTable(write, client, row);
        assertThat(ofEntries.get(0).lost(Way.FORWARD)).isEqualTo(2);
        assertThat(ofEntries.get(1).lost(Way.FORWARD)).isEqualTo(write.hasBuyer() ? 2 : 0);
        Losses.end();
        assertIsIndexed(write, row);
      }
    }
  }

  /** The client's repeat writes the entries once more, and its owner knows the write. */
  @ParameterizedTest
  @EnumSource(names = {"INCREMENT", "CHECKED_INCREMENT"})
  void aNumberedWriteThatLosesAllKindsOfAnswersIsAnsweredAsByAPlainTable(IndexedWrite write)
      throws Exception {
    for (Opening opening : clients) {
      try (DoorClient client = opening.open(conf)) {
        byte[] row = nextRow();
        Losses ofRow = Losses.of(indexed.name(), Map.of());
        ofRow.loseNext(Way.FORWARD, 1);
        ofRow.loseNext(Way.CLIENT, 1);
        loseEntries(1);
        assertAsOnAPlainTable(write, client, row);
        assertThat(List.of(ofRow.lost(Way.FORWARD), ofRow.lost(Way.CLIENT))).containsOnly(1);
        Losses.end();
        assertIsIndexed(write, row);
      }
    }
  }

  /** Not those that HBase's client sends as a batch, of which it tells the kinds of failures. */
  @ParameterizedTest
  @EnumSource(names = {"PUT", "CHECKED_PUT", "INCREMENT"})
  void aWriteWhoseClientGivesUpIsNotStoredAndLaterStoredOnce(IndexedWrite write) throws Exception {
    Configuration once = new Configuration(conf);
    once.setInt("hbase.client.retries.number", 0);
    for (Opening opening : clients) {
      try (DoorClient impatient = opening.open(once);
          Table table = impatient.table(indexed.name())) {
        byte[] row = nextRow();
        loseEntries(Integer.MAX_VALUE);
        assertThatThrownBy(() -> write.send(table, row))
            .isInstanceOf(IOException.class)
            .hasStackTraceContaining("so the row was not written");
        Losses.end();
        assertThat(table.exists(new Get(row))).isFalse();
        assertThat(found("byOrder", order(row))).isEmpty();
        assertAsOnAPlainTable(write, impatient, row);
        assertIsIndexed(write, row);
      }
    }
  }

  private void assertAsOnAPlainTable(IndexedWrite write, DoorClient client, byte[] row)
      throws Exception {
    try (Table table = client.table(indexed.name())) {
      String expected = Told.of(write.send(plain.table(), row));
      assertThat(Told.of(write.send(table, row))).isEqualTo(expected);
      String stored = Told.of(plain.table().get(new Get(row)));
      assertThat(Told.of(table.get(new Get(row)))).isEqualTo(stored);
    }
  }

  /** No entry of the row is missing, and no entry of any row has none that makes it. */
  private void assertIsIndexed(IndexedWrite write, byte[] row) throws IOException {
    assertThat(found("byOrder", order(row))).containsExactly(Bytes.toString(row));
    assertThat(found("byBuyer", row)).hasSize(write.hasBuyer() ? 1 : 0);
    long stored = indexed.scan(new Scan()).size();
    long withBuyer = indexed.scan(new Scan().addColumn(TestTable.F, IndexedWrite.buyer())).size();
    assertThat(swept("byOrder")).isEqualTo(new Swept(stored, 0, 0));
    assertThat(swept("byBuyer")).isEqualTo(new Swept(withBuyer, 0, 0));
  }

  private static byte[] order(byte[] row) {
    return Bytes.tail(row, 6);
  }

  private IndexLookup lookup(String index) throws IOException {
    return IndexLookup.of(indexed.connection(), indexed.name(), index);
  }

  private List<String> found(String index, byte[] values) throws IOException {
    return lookup(index).find(new Get(values), 9).stream()
        .map(Result::getRow)
        .map(Bytes::toString)
        .toList();
  }

  /** What a sweep would take away at a time when all writes have ended. */
  private Swept swept(String index) throws IOException {
    IndexSweep sweep = lookup(index).sweep(IndexSweep.YOUNGEST);
    return sweep.run(sweep.clock() + 2 * IndexSweep.YOUNGEST.toMillis(), so -> {});
  }
}
