package io.halite.it.fire;

import io.halite.it.cluster.TestTable;
import io.halite.it.process.ProcessCluster;
import io.halite.keys.Salt;
import io.halite.keys.SaltingSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.RegionMetrics;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.tool.BulkLoadHFiles;

/**
 * A table of {@code keys} keys with {@code history} rows each, of times 0 and up.
 *
 * @param places in how many buckets the rows of one key lie
 */
record ScaleTable(String name, int keys, int history, String salt, int places) {
  private static final int PLAIN_REGIONS = 16;

  TableName table() {
    return TableName.valueOf(name);
  }

  long rows(int limit) {
    return (long) keys * Math.min(limit, history);
  }

  private String spec() {
    return HistoryFiles.LAYOUT + ",salt=" + salt;
  }

  private List<byte[]> splits() {
    Salt parsed = SaltingSpec.parse(spec()).salt();
    if (!parsed.splitPoints().isEmpty()) {
      return parsed.splitPoints();
    }
    List<byte[]> splits = new ArrayList<>();
    for (int region = 1; region < PLAIN_REGIONS; region++) {
      splits.add(HistoryFiles.key((int) ((long) keys * region / PLAIN_REGIONS)));
    }
    return splits;
  }

  int regions() {
    return splits().size() + 1;
  }

  /** Creates the table and loads its rows by files, which are below the directory until then. */
  void create(ProcessCluster cluster, Path directory) throws Exception {
    long began = System.nanoTime();
    TestTable.named(table())
        .families(
            List.of(
                ColumnFamilyDescriptorBuilder.newBuilder(HistoryFiles.F)
                    .setDataBlockEncoding(DataBlockEncoding.ROW_INDEX_V1)
                    .build()))
        .salted(spec())
        .coprocessor(TestTable.LATEST_ENDPOINT)
        .splits(splits())
        .create(cluster.connection());
    Configuration conf = new Configuration(cluster.configuration());
    Path files = Files.createDirectories(directory.resolve(name));
    HistoryFiles.write(conf, files, this, splits(), spec());
    BulkLoadHFiles.create(conf).bulkLoad(table(), new org.apache.hadoop.fs.Path(files.toUri()));
    System.out.printf(
        "latest scale: %s has %,d rows after %d s%n",
        this, (long) keys * history, (System.nanoTime() - began) / 1_000_000_000);
  }

  /** The rows that HBase itself has counted in the table's regions, also those filtered out. */
  long readRequests(ProcessCluster cluster) throws IOException {
    long reads = 0;
    try (Admin admin = cluster.connection().getAdmin()) {
      for (ServerName server : admin.getRegionServers()) {
        for (RegionMetrics region : admin.getRegionMetrics(server, table())) {
          reads += region.getReadRequestCount() + region.getFilteredReadRequestCount();
        }
      }
    }
    return reads;
  }
}
