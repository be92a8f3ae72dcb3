package io.halite.client.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.keys.SaltingSpec;
import io.halite.routing.table.SaltedTable;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.mapreduce.TableInputFormat;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.Pair;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.task.JobContextImpl;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each region lies on a server of its own, 127.0.0.10 and those behind it. */
class SplitLocationTest {
  private static final TableName NAME = TableName.valueOf("t");
  private static final byte[][] STARTS = {{}, {1}, {2}, {3}, {'5'}};
  private static final byte[][] ENDS = {{1}, {2}, {3}, {'5'}, {}};

  /** What a method of a fake answers. */
  private interface Answer {
    Object of(Object... arguments) throws Exception;
  }

  private static <T> T fake(Class<T> type, Map<String, Answer> answers) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              Answer answer = answers.get(method.getName());
              if (answer == null) {
                throw new AssertionError("unexpected call of " + method);
              }
              return answer.of(arguments == null ? new Object[0] : arguments);
            }));
  }

  private static HRegionLocation location(byte[] row) {
    int region = STARTS.length - 1;
    while (Bytes.compareTo(STARTS[region], row) > 0) {
      region--;
    }
    return new HRegionLocation(
        RegionInfoBuilder.newBuilder(NAME)
            .setStartKey(STARTS[region])
            .setEndKey(ENDS[region])
            .build(),
        ServerName.valueOf("127.0.0.1" + region, 16020, 1));
  }

  private static Connection connection(String spec) {
    Configuration sizes = new Configuration(false);
    sizes.setBoolean("hbase.regionsizecalculator.enable", false);
    return fake(
        Connection.class,
        Map.of(
            "getTable",
            any ->
                fake(
                    Table.class,
                    Map.of(
                        "getName", none -> NAME,
                        "get", get -> refused(spec),
                        "close", none -> null)),
            "getRegionLocator",
            any ->
                fake(
                    RegionLocator.class,
                    Map.of(
                        "getStartEndKeys", none -> Pair.newPair(STARTS, ENDS),
                        "getRegionLocation", row -> location((byte[]) row[0]),
                        "close", none -> null)),
            "getAdmin",
            any ->
                fake(Admin.class, Map.of("getConfiguration", none -> sizes, "close", none -> null)),
            "close",
            any -> null));
  }

  private static Object refused(String spec) throws IOException {
    new SaltedTable(NAME, SaltingSpec.parse(spec)).verify(new Put(Bytes.toBytes("any")));
    throw new DoNotRetryIOException("a request without a mark was not refused");
  }

  @ParameterizedTest
  @ValueSource(strings = {"key=row:*,salt=hash(*) % 4", "key=a:2 rest:*,salt=hash(a) % 4"})
  void eachSplitHasTheHostOfTheRegionThatStoresItsRows(String spec) throws Exception {
    Configuration conf = new Configuration(false);
    conf.set(TableInputFormat.INPUT_TABLE, "t");
    SaltedTableInputFormat format = new SaltedTableInputFormat(any -> connection(spec));
    format.setConf(conf);
    Map<String, List<String>> hosts = new TreeMap<>();
    for (InputSplit split : format.getSplits(new JobContextImpl(conf, new JobID("job", 1)))) {
      SaltedTableSplit part = (SaltedTableSplit) split;
      assertThat(part.isStored()).isTrue();
      hosts
          .computeIfAbsent(
              Bytes.toStringBinary(part.ranges().get(0).start()), any -> new ArrayList<>())
          .addAll(List.of(part.getLocations()));
    }
    assertThat(hosts)
        .as("%s", hosts)
        .containsEntry("\\x01", List.of("127.0.0.11"))
        .containsEntry("\\x02", List.of("127.0.0.12"))
        .containsEntry("\\x03", List.of("127.0.0.13"))
        .containsValue(List.of("127.0.0.10"))
        .hasSize(4);
  }
}
