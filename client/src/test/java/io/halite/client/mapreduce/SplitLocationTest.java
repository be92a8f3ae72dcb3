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
  @ParameterizedTest
  @ValueSource(strings = {"key=row:*,salt=hash(*) % 4", "key=a:2 rest:*,salt=hash(a) % 4"})
  void eachSplitHasTheHostOfTheRegionThatStoresItsRows(String spec) throws Exception {
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
    assertThat(hosts)
        .as("%s", hosts)
        .containsEntry("\\x01", List.of("127.0.0.11"))
        .containsEntry("\\x02", List.of("127.0.0.12"))
        .containsEntry("\\x03", List.of("127.0.0.13"))
        .containsValue(List.of("127.0.0.10"))
        .hasSize(4);
  }
}
