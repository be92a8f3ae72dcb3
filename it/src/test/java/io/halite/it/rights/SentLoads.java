package io.halite.it.rights;

import io.halite.it.cluster.GuardedCluster;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ClusterConnection;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.SecureBulkLoadClient;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Pair;

/** Bulk loads that are sent past HBase's tool, which would look into the files itself. */
final class SentLoads {
  private SentLoads() {}

  /** Requests the first region of a table to load files, as a user; whether it has loaded them. */
  static boolean send(
      GuardedCluster cluster,
      String user,
      TableName name,
      List<Pair<byte[], String>> files,
      boolean staged)
      throws Exception {
    Configuration conf = cluster.cluster().configuration();
    return cluster.as(
        user,
        connection -> {
          try (Table table = connection.getTable(name);
              RegionLocator regions = connection.getRegionLocator(name)) {
            SecureBulkLoadClient client = new SecureBulkLoadClient(conf, table);
            HRegionLocation region = regions.getRegionLocation(new byte[0]);
            return client.secureBulkLoadHFiles(
                ((ClusterConnection) connection).getClient(region.getServerName()),
                files,
                region.getRegion().getRegionName(),
                true,
                null,
                staged ? client.prepareBulkLoad(connection) : null);
          }
        });
  }
}
