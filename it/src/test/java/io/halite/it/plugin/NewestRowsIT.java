package io.halite.it.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.client.plugin.SaltedConnection;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.TestTable;
import io.halite.keys.KeyBytes;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A client with the plug-in gets the newest rows of all buckets, not those of each bucket. */
@ExtendWith(SharedCluster.class)
class NewestRowsIT {
  private static final List<String> HOSTS = List.of("db01", "web1", "web2");
  private static final int NEWEST = 3;

  private final EmbeddedCluster cluster;

  NewestRowsIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  @Test
  void theScanAttributeReturnsAsManyRowsOfEachHostAsThroughGateways() throws Exception {
    Configuration direct = new Configuration(cluster.configuration());
    direct.set("hbase.client.connection.impl", SaltedConnection.class.getName());
    try (TestTable fixture =
            TestTable.numbered("newest")
                .salted("key=host:4 ts:8:revtime,salt=hash(*) % 16")
                .splitBuckets()
                .splits("e")
                .create(cluster);
        Connection plugin = ConnectionFactory.createConnection(direct);
        Table byPlugin = plugin.getTable(fixture.name());
        Table byGateways = fixture.table()) {
      TreeSet<byte[]> newest = new TreeSet<>(KeyBytes::compare);
      List<Put> puts = new ArrayList<>();
      for (String host : HOSTS) {
        for (int second = 1; second <= 200; second++) {
          byte[] row = Bytes.add(Bytes.toBytes(host), Bytes.toBytes(Long.MAX_VALUE - second));
          puts.add(new Put(row).addColumn(TestTable.F, TestTable.Q, row));
          if (second > 200 - NEWEST) {
            newest.add(row);
          }
        }
      }
      byGateways.put(puts);
      List<String> expected = newest.stream().map(Bytes::toStringBinary).toList();
      assertThat(rows(byGateways, scan())).isEqualTo(expected);
      assertThat(rows(byPlugin, scan())).isEqualTo(expected);
      PluginTables tables = new PluginTables(cluster);
      long before = tables.gatewayReads(fixture.name());
      assertThat(before).as("what this test counts").isPositive();
      assertThat(rows(byPlugin, scan())).isEqualTo(expected);
      // A limit of rows counts behind the cut of each host.
      assertThat(rows(byPlugin, scan().setLimit(5))).isEqualTo(expected.subList(0, 5));
      assertThat(rows(byPlugin, scan().setBatch(1).setCaching(2))).isEqualTo(expected);
      assertThat(tables.gatewayReads(fixture.name())).as("by the plug-in").isEqualTo(before);
    }
  }

  private static Scan scan() {
    return new Scan().setAttribute("halite.latest", Bytes.toBytes("" + NEWEST));
  }

  private static List<String> rows(Table table, Scan scan) throws Exception {
    List<String> rows = new ArrayList<>();
    try (ResultScanner scanner = table.getScanner(scan)) {
      for (Result row = scanner.next(); row != null; row = scanner.next()) {
        rows.add(Bytes.toStringBinary(row.getRow()));
      }
    }
    return rows;
  }
}
