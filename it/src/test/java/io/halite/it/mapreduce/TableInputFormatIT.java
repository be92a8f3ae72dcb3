package io.halite.it.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.TestTable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.mapreduce.TableMapReduceUtil;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A job over a salted table is given every natural row, once. */
@ExtendWith(SharedCluster.class)
class TableInputFormatIT {
  private static final TableName NAME = TableName.valueOf("job");
  private static final byte[] F = Bytes.toBytes("f");
  private static final int ROWS = 2000;

  private final EmbeddedCluster cluster;

  TableInputFormatIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  @Test
  void aJobIsGivenEveryNaturalRowOnce(@TempDir Path directory) throws Exception {
    TreeSet<String> written = new TreeSet<>();
    try (TestTable created =
            TestTable.named(NAME)
                .salted(TestTable.FOUR_BUCKETS)
                .splitBuckets()
                .splits(new byte[][] {{0x40}, {(byte) 0x80}, {(byte) 0xC0}})
                .create(cluster);
        Table table = created.table()) {
      table.put(rows(written));
      assertThat(job(directory).keys()).containsExactlyInAnyOrderElementsOf(written);
    }
  }

  @Test
  void anotherTablesBordersCutAnUnchangedJobIntoNaturalRanges(@TempDir Path directory)
      throws Exception {
    TreeSet<String> written = new TreeSet<>();
    try (TestTable created =
            TestTable.named(NAME).salted(TestTable.FOUR_BUCKETS).splitBuckets().create(cluster);
        TestTable borders = TestTable.numbered("borders").splitGateways().create(cluster);
        Table table = created.table()) {
      table.put(rows(written));
      LocalJob local = job(directory);
      local
          .job()
          .getConfiguration()
          .set("hbase.mapreduce.splittable", borders.name().getNameAsString());
      assertThat(local.keys()).containsExactlyInAnyOrderElementsOf(written);
      assertThat(
              local.job().getCounters().findCounter("HBaseCounters", "REGIONS_SCANNED").getValue())
          .as("the gateway of all keys is scanned once for each range, and the three below once")
          .isEqualTo(8 + 3);
    }
  }

  private static List<Put> rows(TreeSet<String> written) {
    Random random = new Random(42);
    List<Put> puts = new ArrayList<>();
    while (puts.size() < ROWS) {
      byte[] row = new byte[1 + random.nextInt(6)];
      random.nextBytes(row);
      if (written.add(HexFormat.of().formatHex(row))) {
        puts.add(new Put(row).addColumn(F, null, row));
      }
    }
    return puts;
  }

  private LocalJob job(Path directory) throws Exception {
    LocalJob local = new LocalJob(cluster, directory, "keys of a salted table");
    TableMapReduceUtil.initTableMapperJob(
        NAME.getNameAsString(),
        new Scan(),
        KeyMapper.class,
        Text.class,
        NullWritable.class,
        local.job(),
        false);
    return local;
  }
}
