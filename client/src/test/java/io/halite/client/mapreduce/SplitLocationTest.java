package io.halite.client.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.mapreduce.TableInputFormat;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.task.JobContextImpl;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SplitLocationTest {
  /** The host of each split, by the first stored key that it reads. */
  private static Map<String, List<String>> hosts(String spec) throws Exception {
    Configuration conf = new Configuration(false);
    conf.set(TableInputFormat.INPUT_TABLE, "t");
    SaltedTableInputFormat format =
        new SaltedTableInputFormat(new OpenedConnections(spec, List.of()));
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
    return hosts;
  }

  @ParameterizedTest
  @ValueSource(strings = {"key=row:*,salt=hash(*) % 4", "key=a:2 rest:*,salt=hash(a) % 4"})
  void eachSplitHasTheHostOfTheRegionThatStoresItsRows(String spec) throws Exception {
    Map<String, List<String>> hosts = hosts(spec);
    assertThat(hosts)
        .as("%s", hosts)
        .containsEntry("\\x01", List.of("127.0.0.11"))
        .containsEntry("\\x02", List.of("127.0.0.12"))
        .containsEntry("\\x03", List.of("127.0.0.13"))
        .containsValue(List.of("127.0.0.10"))
        .hasSize(4);
  }

  /** Rows that the salt scatters are looked for in all regions, whatever their first bytes are. */
  @ParameterizedTest
  @ValueSource(
      strings = {"key=a:2:digits rest:*,salt=md5(a)[0:4]", "key=a:2:digits rest:*,salt=reverse(a)"})
  void eachSplitOfScatteredRowsHasTheHostOfTheRegionThatStoresThem(String spec) throws Exception {
    assertThat(hosts(spec))
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                "", List.of("127.0.0.10"),
                "\\x01", List.of("127.0.0.11"),
                "\\x02", List.of("127.0.0.12"),
                "\\x03", List.of("127.0.0.13"),
                "5", List.of("127.0.0.14")));
  }
}
