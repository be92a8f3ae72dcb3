package io.halite.it.mapreduce;

import static io.halite.it.cluster.TestTable.F;
import static io.halite.it.cluster.TestTable.FOUR_BUCKETS;
import static io.halite.it.cluster.TestTable.Q;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.client.mapreduce.JobLocator;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.TestTable;
import io.halite.keys.SaltingSpec;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.mapreduce.TableInputFormat;
import org.apache.hadoop.hbase.tool.BulkLoadHFiles;
import org.apache.hadoop.hbase.tool.LoadIncrementalHFiles;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** HBase's older tool cuts files at the regions that the connection of its caller names. */
@ExtendWith(SharedCluster.class)
@Timeout(120)
class PlugInLoadsIT {
  private static final List<String> ROWS =
      IntStream.range(1000, 1200).mapToObj(Integer::toString).toList();

  private final EmbeddedCluster cluster;

  PlugInLoadsIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  private TestTable create() throws Exception {
    return TestTable.numbered("loads")
        .salted(FOUR_BUCKETS)
        .splitBuckets()
        .splits("0", "2")
        .create(cluster);
  }

  /** One file of all rows, with these keys. */
  private NaturalFiles file(UnaryOperator<byte[]> key) throws Exception {
    return NaturalFiles.in(cluster)
        .with(
            ROWS.stream()
                .map(Bytes::toBytes)
                .map(row -> new KeyValue(key.apply(row), F, Q, 1, row))
                .toList());
  }

  private Configuration configuration() {
    Configuration conf = PlugIn.into(new Configuration(cluster.configuration()));
    conf.setInt("hbase.client.retries.number", 2);
    conf.setInt("hbase.bulkload.retries.number", 1);
    return conf;
  }

  private void load(NaturalFiles files, TestTable loaded) throws Exception {
    load(files, loaded, configuration());
  }

  private static void load(NaturalFiles files, TestTable loaded, Configuration conf)
      throws Exception {
    try (Connection connection = ConnectionFactory.createConnection(conf);
        Admin admin = connection.getAdmin();
        Table table = connection.getTable(loaded.name());
        RegionLocator regions = connection.getRegionLocator(loaded.name())) {
      new LoadIncrementalHFiles(conf).doBulkLoad(files.directory(), admin, table, regions);
    }
  }

  @Test
  void aFileOfStoredKeysIsCutAtItsRegions() throws Exception {
    try (TestTable table = create()) {
      load(file(SaltingSpec.parse(FOUR_BUCKETS).salt()::salt), table);
      assertThat(table.scan(new Scan())).isEqualTo(ROWS);
      assertThat(table.store().keys()).hasSize(ROWS.size());
    }
  }

  /** In it the plug-in shows the format of the job's input other ranges than the regions. */
  @Test
  void inTheConfigurationOfAJobOverTheTableAFileIsCutAtTheRegionsAsWell() throws Exception {
    try (TestTable table = create()) {
      // What the format would be shown is cut where these are.
      table.put(ROWS.subList(0, 100));
      Configuration conf = configuration();
      conf.set(TableInputFormat.INPUT_TABLE, table.name().getNameAsString());
      try (Connection connection = ConnectionFactory.createConnection(conf)) {
        assertThat(connection.getRegionLocator(table.name())).isInstanceOf(JobLocator.class);
      }
      load(file(SaltingSpec.parse(FOUR_BUCKETS).salt()::salt), table, conf);
      assertThat(table.scan(new Scan())).isEqualTo(ROWS);
      BulkLoadHFiles.create(conf)
          .bulkLoad(table.name(), file(SaltingSpec.parse(FOUR_BUCKETS).salt()::salt).directory());
      assertThat(table.scan(new Scan())).isEqualTo(ROWS);
    }
  }

  @Test
  void aFileOfNaturalKeysIsRefused() throws Exception {
    try (TestTable table = create()) {
      assertThatThrownBy(() -> load(file(UnaryOperator.identity()), table))
          .hasStackTraceContaining("io.halite.client.mapreduce.SaltedBulkLoad");
      assertThat(table.store().keys()).isEmpty();
    }
  }
}
