package io.halite.it.versions;

import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.CoprocessorDescriptorBuilder;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.testing.TestingHBaseCluster;
import org.apache.hadoop.hbase.testing.TestingHBaseClusterOption;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.VersionInfo;

/** Creates a salted table on servers of its own class path, and sends it a request. */
final class HBase3Program {
  private static final byte[][] BUCKETS = {{1}, {2}, {3}};

  private HBase3Program() {}

  public static void main(String[] arguments) throws Exception {
    TestingHBaseCluster servers =
        TestingHBaseCluster.create(TestingHBaseClusterOption.builder().numRegionServers(2).build());
    servers.start();
    System.out.println("servers " + VersionInfo.getVersion());
    Configuration client = new Configuration(servers.getConf());
    client.setInt("hbase.client.retries.number", 1);
    TableName name = TableName.valueOf("salted");
    try (Connection connection = ConnectionFactory.createConnection(client);
        Admin admin = connection.getAdmin()) {
      admin
          .createTableAsync(
              TableDescriptorBuilder.newBuilder(name)
                  .setColumnFamily(ColumnFamilyDescriptorBuilder.of("f"))
                  .setCoprocessor(
                      CoprocessorDescriptorBuilder.newBuilder(
                              "io.halite.coprocessor.SaltingObserver")
                          .setProperties(Map.of("key", "row:*", "salt", "hash(*) % 4"))
                          .build())
                  .build(),
              BUCKETS)
          .get(2, TimeUnit.MINUTES);
      System.out.println("opened " + admin.getRegions(name).size() + " regions");
      try (Table table = connection.getTable(name)) {
        System.out.println("answered " + table.get(new Get(Bytes.toBytes("a"))));
      } catch (Exception e) {
        System.out.println("refused " + e.getMessage());
      }
      System.out.println(
          "alive " + admin.getClusterMetrics().getLiveServerMetrics().size() + " servers");
    }
    // Servers would keep the process alive.
    System.exit(0);
  }
}
