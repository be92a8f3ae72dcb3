package io.halite.it.techniques;

import static io.halite.it.cluster.TestTable.F;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.client.index.IndexLookup;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.PlugIns;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.TestTable;
import io.halite.it.techniques.BuyersOrders.Question;
import io.halite.keys.IndexRange;
import io.halite.keys.KeyBytes;
import io.halite.keys.RowIndex;
import io.halite.routing.index.IndexedReads;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A buyer's orders in a range of time, by an index of several values: whatever the salt of the rows
 * and that of the index, and whichever way the read takes, it finds what a search of all rows does.
 */
@Tag("wide")
@ExtendWith(SharedCluster.class)
@TestInstance(Lifecycle.PER_CLASS)
class BuyersOrdersIT {
  private static final int ORDERS = 120;
  private static final int QUESTIONS = 5;

  private final EmbeddedCluster cluster;
  private Connection plugin;
  private AsyncConnection asynchronous;

  BuyersOrdersIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  @BeforeAll
  void connect() throws Exception {
    Configuration conf = PlugIns.on(cluster.configuration());
    plugin = ConnectionFactory.createConnection(conf);
    asynchronous = ConnectionFactory.createAsyncConnection(conf).get();
  }

  @AfterAll
  void disconnect() throws IOException {
    asynchronous.close();
    plugin.close();
  }

  @ParameterizedTest
  @CsvSource({
    "hash(seller) % 4,",
    "hash(*) % 4, % 4",
    "random % 4, % 16",
    "md5(order)[0:4],",
    "reverse(seller), % 4"
  })
  void aBuyersOrdersInARangeOfTimeAreFoundByEveryRoute(String salt, String indexSalt)
      throws Exception {
    String own = indexSalt == null ? "" : " " + indexSalt;
    String spec =
        "key=%s,salt=%s,index=byBuyer(buyer ts)%s byNote(seller f:note)%s"
            .formatted(BuyersOrders.LAYOUT, salt, own, own);
    long seed = new Random().nextLong();
    BuyersOrders orders = new BuyersOrders(seed);
    try (TestTable table =
        TestTable.numbered("market").salted(spec).splits("\u0002", "8", "s001").create(cluster)) {
      List<Row> writes = orders.draw(ORDERS);
      for (Row write : writes) {
        table.table().batch(List.of(write), new Object[1]);
      }
      for (int i = 0; i < QUESTIONS; i++) {
        Question question =
            i == 0 ? orders.ofBuyers() : i % 2 == 0 ? orders.ofNotes() : orders.ofBuyer();
        answer(table.name(), question, "seed " + seed + ", " + spec + ", " + question);
      }
    }
  }

  private void answer(TableName name, Question question, String about) throws Exception {
    for (Connection connection : List.of(cluster.connection(), plugin)) {
      IndexLookup lookup = IndexLookup.of(connection, name, question.index());
      IndexRange range = IndexRange.parse(lookup.index(), new byte[0], question.text());
      assertThat(texts(lookup.find(range, new Scan(), Integer.MAX_VALUE)))
          .as("lookup: %s", about)
          .isEqualTo(readable(question.inOrderOfTheIndex()));
      try (Table table = connection.getTable(name)) {
        assertThat(texts(scan(table, scan(question))))
            .as("scan: %s", about)
            .isEqualTo(readable(question.inNaturalOrder()));
        List<byte[]> backwards = new ArrayList<>(question.inNaturalOrder());
        Collections.reverse(backwards);
        assertThat(texts(scan(table, scan(question).setReversed(true).setCaching(2))))
            .as("reversed scan: %s", about)
            .isEqualTo(readable(backwards));
        assertOneOrSeveral(table, question, about);
      }
    }
    Scan pieces = scan(question).setBatch(1);
    List<Result> cells = asynchronous.getTable(name).scanAll(pieces).get();
    assertThat(cells.stream().map(cell -> CellUtil.getCellKeyAsString(cell.rawCells()[0])))
        .as("each cell once: %s", about)
        .doesNotHaveDuplicates();
    assertThat(texts(cells).stream().distinct())
        .as("asynchronous scan: %s", about)
        .containsExactlyElementsOf(readable(question.inNaturalOrder()));
  }

  /** A get takes the first value from its row, and says what is behind it in the attribute. */
  private static void assertOneOrSeveral(Table table, Question question, String about)
      throws IOException {
    if (!question.text().contains(" ")) {
      return;
    }
    String[] parts = question.text().split(" ", 2);
    Get get = new Get(Arrays.copyOf(Bytes.toBytes(parts[0]), 4));
    get.setAttribute(IndexedReads.ATTRIBUTE, Bytes.toBytes(question.index() + ": " + parts[1]));
    int rows = question.inOrderOfTheIndex().size();
    assertThat(table.exists(get)).as("exists: %s", about).isEqualTo(rows > 0);
    if (rows > 1) {
      assertThatThrownBy(() -> table.get(get)).hasMessageContaining("finds several rows");
    } else {
      assertThat(table.get(get).isEmpty()).as("get: %s", about).isEqualTo(rows == 0);
    }
  }

  private static Scan scan(Question question) {
    return new Scan()
        .addFamily(F)
        .setAttribute(
            IndexedReads.ATTRIBUTE, Bytes.toBytes(question.index() + ": " + question.text()));
  }

  private static List<Result> scan(Table table, Scan scan) throws IOException {
    List<Result> rows = new ArrayList<>();
    try (ResultScanner scanner = table.getScanner(scan)) {
      for (Result row = scanner.next(); row != null; row = scanner.next()) {
        rows.add(row);
      }
    }
    return rows;
  }

  private static List<String> texts(List<Result> rows) {
    return readable(rows.stream().map(Result::getRow).toList());
  }

  private static List<String> readable(List<byte[]> keys) {
    return keys.stream().map(KeyBytes::readable).toList();
  }

  /** Of 16 buckets, hundreds of numbers leave none empty. */
  @ParameterizedTest
  @CsvSource({"4", "16"})
  void anIndexOfANumberThatGrowsSpreadsOverItsBuckets(int buckets) throws Exception {
    String spec = "key=shop:4 order:6:digits,salt=hash(shop) % 4,index=byOrder(order) % " + buckets;
    try (TestTable table = TestTable.numbered("growing").salted(spec).create(cluster)) {
      List<Put> puts = new ArrayList<>();
      for (int order = 0; order < 600; order++) {
        puts.add(new Put(Bytes.toBytes("SHOP%06d".formatted(order))).addColumn(F, F, F));
      }
      table.table().put(puts);
      RowIndex index = IndexLookup.of(cluster.connection(), table.name(), "byOrder").index();
      List<HRegion> regions =
          cluster.utility().getHBaseCluster().getRegions(table.indexTables().get(0));
      assertThat(regions).hasSize(buckets);
      for (HRegion region : regions) {
        assertThat(region.getMemStoreDataSize()).as("%s", region).isPositive();
      }
      assertThat(index.buckets()).isEqualTo(buckets);
      List<Result> page =
          IndexLookup.of(cluster.connection(), table.name(), "byOrder")
              .find(
                  IndexRange.ofText(index, new byte[0], "000123", "000456"),
                  new Scan(),
                  Integer.MAX_VALUE);
      assertThat(page)
          .extracting(row -> Bytes.toString(row.getRow()))
          .isEqualTo(IntStream.range(123, 456).mapToObj("SHOP%06d"::formatted).toList());
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "byBuyer|0 bytes given",
        "byBuyer: ann1 [2, 1)|it holds nothing",
        "byBuyer: ann1 2*|cannot be used with ts:8:revtime",
        "byName: x|names no index of the table: name one of byBuyer",
        "byBuyer: ann1 20 21|has no value behind the 12 bytes"
      })
  void aScanThatAsksNothingIsRefusedByName(String text, String rule) throws Exception {
    String spec =
        "key=%s,salt=hash(seller) %% 4,index=byBuyer(buyer ts)".formatted(BuyersOrders.LAYOUT);
    try (TestTable table = TestTable.numbered("market").salted(spec).create(cluster)) {
      Scan scan = new Scan().setAttribute(IndexedReads.ATTRIBUTE, Bytes.toBytes(text));
      assertThatThrownBy(() -> scan(table.table(), scan)).hasMessageContaining(rule);
    }
  }
}
