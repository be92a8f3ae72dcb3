package io.halite.it.salted;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.TestTable;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ArrayBackedTag;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellBuilderType;
import org.apache.hadoop.hbase.ExtendedCellBuilderFactory;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.PrivateCellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.Tag;
import org.apache.hadoop.hbase.TagType;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.codec.KeyValueCodecWithTags;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tags travel with cells to those clients that ask for them, as replication and exports do. */
class CellTagsIT {
  private static final byte[] F = Bytes.toBytes("f");
  private static final byte[] Q = Bytes.toBytes("q");
  private static final byte[] MORE = Bytes.toBytes("r");
  private static final byte TAG = 77;
  private static final TableName NAME = TableName.valueOf("tagged");
  private static EmbeddedCluster cluster;
  private static Connection withTags;
  private static Table table;

  @BeforeAll
  static void start() throws Exception {
    cluster = EmbeddedCluster.startWithoutHdfs(1);
    TestTable.named(NAME)
        .salted(TestTable.FOUR_BUCKETS)
        .coprocessor(AttributeColumn.class, 2_000_000_000)
        .create(cluster);
    Configuration conf = new Configuration(cluster.configuration());
    conf.set(HConstants.RPC_CODEC_CONF_KEY, KeyValueCodecWithTags.class.getName());
    withTags = ConnectionFactory.createConnection(conf);
    table = withTags.getTable(NAME);
  }

  @AfterAll
  static void stop() throws Exception {
    withTags.close();
    cluster.close();
  }

  @Test
  void tagOfAWrittenCellIsReadBackByGetAndScan() throws Exception {
    // As a list: HBase's client itself drops the tags of a put that is sent alone.
    table.put(List.of(tagged("single", "of single")));

    assertThat(tags(table.get(new Get(Bytes.toBytes("single"))))).containsExactly("77=of single");
    assertThat(scan("single")).containsExactly("77=of single");
  }

  @Test
  void tagsOfABatchOfRowsAreReadBackByAMultiGet() throws Exception {
    table.put(List.of(tagged("batch1", "first"), tagged("batch2", "second")));

    Result[] results =
        table.get(List.of(new Get(Bytes.toBytes("batch1")), new Get(Bytes.toBytes("batch2"))));
    assertThat(tags(results[0])).containsExactly("77=first");
    assertThat(tags(results[1])).containsExactly("77=second");
  }

  @Test
  void timeToLiveOfAnIncrementIsReadBackAsItsTag() throws Exception {
    Increment increment = new Increment(Bytes.toBytes("counter")).addColumn(F, Q, 1);
    increment.setTTL(3_600_000);
    table.increment(increment);

    assertThat(scan("counter"))
        .hasSize(1)
        .first()
        .asString()
        .startsWith(TagType.TTL_TAG_TYPE + "=");
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource
  void tagsOfRowsThatAreForwardedWholeAreReadBack(Whole way) throws Exception {
    String row = "tags " + way;
    write(way, row, tagged(row, "of " + way), tagged(row, "of more", MORE));

    List<String> expected = new ArrayList<>(List.of("77=of " + way));
    if (way.isOfSeveral()) {
      expected.add("77=of more");
    }
    assertThat(scan(row)).isEqualTo(expected);
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource
  void timesToLiveAndAttributesOfRowsThatAreForwardedWholeArrive(Whole way) throws Exception {
    String row = "ttl " + way;
    Put first = new Put(Bytes.toBytes(row)).addColumn(F, Q, Q).setTTL(3_600_000);
    first.setAttribute(AttributeColumn.ATTRIBUTE, Bytes.toBytes("red"));
    write(way, row, first, new Put(Bytes.toBytes(row)).addColumn(F, MORE, Q).setTTL(7_200_000));

    byte[] hour = Bytes.toBytes(3_600_000L);
    Result result = table.get(new Get(Bytes.toBytes(row)));
    assertThat(timeToLive(result.getColumnLatestCell(F, Q))).isEqualTo(hour);
    assertThat(Bytes.toString(result.getValue(F, Bytes.toBytes(AttributeColumn.ATTRIBUTE))))
        .isEqualTo("red");
    if (way.isOfSeveral()) {
      assertThat(timeToLive(result.getColumnLatestCell(F, MORE)))
          .isEqualTo(Bytes.toBytes(7_200_000L));
    }
  }

  /** How a row is written by a forward that carries all of it. */
  enum Whole {
    ROW_MUTATIONS,
    CONDITIONAL_PUT,
    CONDITIONAL_ROW_MUTATIONS;

    boolean isOfSeveral() {
      return this != CONDITIONAL_PUT;
    }
  }

  /** As a list again: HBase's client drops the tags of what is sent alone. */
  private static void write(Whole way, String row, Put first, Put second) throws Exception {
    byte[] key = Bytes.toBytes(row);
    CheckAndMutate.Builder ifNew = CheckAndMutate.newBuilder(key).ifNotExists(F, Q);
    Row action =
        switch (way) {
          case ROW_MUTATIONS -> RowMutations.of(List.of(first, second));
          case CONDITIONAL_PUT -> ifNew.build(first);
          case CONDITIONAL_ROW_MUTATIONS -> ifNew.build(RowMutations.of(List.of(first, second)));
        };
    table.batch(List.of(action), new Object[1]);
  }

  private static byte[] timeToLive(Cell cell) {
    return PrivateCellUtil.getTags(cell).stream()
        .filter(tag -> tag.getType() == TagType.TTL_TAG_TYPE)
        .map(Tag::cloneValue)
        .findFirst()
        .orElse(null);
  }

  @Test
  void clientThatDoesNotAskForTagsGetsNone() throws Exception {
    table.put(List.of(tagged("plain", "hidden")));

    try (Table plain = cluster.connection().getTable(NAME)) {
      assertThat(tags(plain.get(new Get(Bytes.toBytes("plain"))))).isEmpty();
    }
  }

  private static Put tagged(String row, String tag) throws Exception {
    return tagged(row, tag, Q);
  }

  private static Put tagged(String row, String tag, byte[] qualifier) throws Exception {
    return new Put(Bytes.toBytes(row))
        .add(
            ExtendedCellBuilderFactory.create(CellBuilderType.DEEP_COPY)
                .setRow(Bytes.toBytes(row))
                .setFamily(F)
                .setQualifier(qualifier)
                .setTimestamp(1)
                .setType(Cell.Type.Put)
                .setValue(Q)
                .setTags(List.of(new ArrayBackedTag(TAG, tag)))
                .build());
  }

  private static List<String> scan(String row) throws Exception {
    List<String> tags = new ArrayList<>();
    byte[] key = Bytes.toBytes(row);
    try (ResultScanner scanner =
        table.getScanner(new Scan().withStartRow(key).withStopRow(key, true))) {
      for (Result result : scanner) {
        tags.addAll(tags(result));
      }
    }
    return tags;
  }

  private static List<String> tags(Result result) {
    List<String> tags = new ArrayList<>();
    for (Cell cell : result.rawCells()) {
      PrivateCellUtil.getTags(cell)
          .forEach(tag -> tags.add(tag.getType() + "=" + Tag.getValueAsString(tag)));
    }
    return tags;
  }
}
