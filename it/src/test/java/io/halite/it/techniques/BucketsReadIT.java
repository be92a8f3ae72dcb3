package io.halite.it.techniques;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.TestTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** How many of 16 buckets a scan reads, each of which is a region. */
@ExtendWith(SharedCluster.class)
class BucketsReadIT {
  private static final String[] BUCKETS =
      IntStream.range(1, 16).mapToObj(bucket -> "" + (char) bucket).toArray(String[]::new);

  private final EmbeddedCluster cluster;

  BucketsReadIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  /** The regions that a scan reads, all of whose rows are to be these. */
  private static Set<String> read(TestTable table, Scan scan, List<String> rows)
      throws IOException {
    Map<String, Long> before = table.store().reads();
    assertThat(table.scan(scan)).isEqualTo(rows);
    return table.store().readSince(before);
  }

  @Test
  void scanOfOneUserReadsTheBucketsOfItsSpreadAlone() throws Exception {
    String spec = "key=user:4:digits order:3:digits,salt=hash(user) spread(order % 4) % 16";
    try (TestTable table =
        TestTable.numbered("technique").salted(spec).splits(BUCKETS).create(cluster)) {
      List<String> rows = new ArrayList<>();
      for (int user = 0; user < 40; user++) {
        for (int order = 0; order < 20; order++) {
          rows.add("%04d%03d".formatted(user, order));
        }
      }
      table.put(rows);
      Scan one = new Scan().setStartStopRowForPrefixScan(Bytes.toBytes("0007"));
      assertThat(read(table, one, rows.subList(140, 160))).hasSize(4);
      Scan order = new Scan().setStartStopRowForPrefixScan(Bytes.toBytes("0007013"));
      assertThat(read(table, order, List.of("0007013"))).hasSize(1);
      assertThat(read(table, new Scan(), rows)).hasSize(16);
    }
  }

  @Test
  void rangeOfTimeIsReadFromEachBucketAndMergedInOrder() throws Exception {
    String spec = "key=ts:6:digits id:*,salt=mod(ts) % 16";
    try (TestTable table =
        TestTable.numbered("technique").salted(spec).splits(BUCKETS).create(cluster)) {
      List<String> rows =
          IntStream.range(0, 400).mapToObj(second -> "%06da".formatted(second)).toList();
      table.put(rows);
      Scan range =
          new Scan().withStartRow(Bytes.toBytes("000100")).withStopRow(Bytes.toBytes("000132"));
      assertThat(read(table, range, rows.subList(100, 132))).hasSize(16);
      Scan second = new Scan().setStartStopRowForPrefixScan(Bytes.toBytes("000100"));
      assertThat(read(table, second, List.of("000100a"))).hasSize(1);
    }
  }
}
