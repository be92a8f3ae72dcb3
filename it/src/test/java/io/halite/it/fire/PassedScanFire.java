package io.halite.it.fire;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.TestTable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A scan of scattered rows, in several passes of each gateway, while servers die under it: first
 * that of the gateway being read, then one that owns rows.
 *
 * <p>Run by {@code mvn -Pfire verify -pl it -am -Dit.test=PassedScanFire}.
 */
class PassedScanFire {
  private static final TableName NAME = TableName.valueOf("scattered");
  private static final String SPEC = "key=user:4:digits,salt=md5(user)[0:4],scan=passes";
  private static final byte[] F = Bytes.toBytes("f");
  private static final int ROWS = 3_000;

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void everyRowComesOnceAndInOrderWhileServersDie(boolean reversed) throws Exception {
    try (EmbeddedCluster cluster =
            EmbeddedCluster.start(4, site -> site.set("halite.scan.pass.bytes", "10000"));
        Table table = filled(cluster);
        RegionLocator locator = cluster.connection().getRegionLocator(NAME)) {
      List<String> given = new ArrayList<>();
      List<ServerName> killed = new ArrayList<>();
      Scan scan = new Scan().setCaching(20).setReversed(reversed);
      try (ResultScanner scanner = table.getScanner(scan)) {
        for (Result row : scanner) {
          given.add(Bytes.toString(row.getRow()));
          if (given.size() == 750 || given.size() == 1_750) {
            byte[] place = given.size() == 750 ? row.getRow() : Bytes.toBytes("9000");
            killed.add(locator.getRegionLocation(place, true).getServerName());
            cluster.utility().getMiniHBaseCluster().killRegionServer(killed.get(killed.size() - 1));
          }
        }
      }
      List<String> rows = IntStream.range(0, ROWS).mapToObj("%04d"::formatted).toList();
      List<String> expected = new ArrayList<>(rows);
      if (reversed) {
        Collections.reverse(expected);
      }
      assertThat(given).isEqualTo(expected);
      assertThat(killed).doesNotHaveDuplicates().hasSize(2);
      System.out.printf(
          "fire: passed scan%s: %d rows, each once and in order; killed %s%n",
          reversed ? ", reversed" : "", given.size(), killed);
    }
  }

  private static Table filled(EmbeddedCluster cluster) throws Exception {
    Table table =
        TestTable.named(NAME)
            .salted(SPEC)
            .splits("05", "1", "15", "2", "4", "8", "c")
            .create(cluster)
            .table();
    table.put(
        IntStream.range(0, ROWS)
            .mapToObj("%04d"::formatted)
            .map(row -> new Put(Bytes.toBytes(row)).addColumn(F, F, F))
            .toList());
    return table;
  }
}
