package io.halite.it.techniques;

import static io.halite.it.cluster.TestTable.F;
import static io.halite.it.cluster.TestTable.Q;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.TestTable;
import java.util.List;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.RegexStringComparator;
import org.apache.hadoop.hbase.filter.RowFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What guides to row keys say of rows in general, on a salted table. */
@ExtendWith(SharedCluster.class)
class GuideRowsIT {
  private static final byte[] G = Bytes.toBytes("g");

  private final EmbeddedCluster cluster;

  GuideRowsIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  private TestTable words() throws Exception {
    TestTable table =
        TestTable.numbered("guide")
            .versions(2)
            .families(F, G)
            .salted("key=row:*,salt=hash(*) % 4 letters-")
            .splitBuckets()
            .create(cluster);
    table.put(List.of("king", "preen", "prefix", "pressing", "ring", "rung"));
    return table;
  }

  @Test
  void wordsAreFoundByTheirBeginningAndByTheirEndInNaturalOrder() throws Exception {
    try (TestTable table = words()) {
      assertThat(table.scan(new Scan().setStartStopRowForPrefixScan(Bytes.toBytes("pre"))))
          .containsExactly("preen", "prefix", "pressing");
      RowFilter ending = new RowFilter(CompareOperator.EQUAL, new RegexStringComparator("ing$"));
      assertThat(table.scan(new Scan().setFilter(ending)))
          .containsExactly("king", "pressing", "ring");
    }
  }

  @Test
  void keyIsOneRowInEachFamilyAndAnotherPutIsAnotherVersion() throws Exception {
    try (TestTable table = words()) {
      byte[] king = Bytes.toBytes("king");
      table.table().put(new Put(king).addColumn(G, Q, 1, F).addColumn(G, Q, 2, G));
      Result row = table.table().get(new Get(king).readAllVersions());
      assertThat(row.getValue(F, Q)).isEqualTo(king);
      assertThat(row.getColumnCells(G, Q)).hasSize(2);
      assertThat(table.table().get(new Get(king)).getValue(G, Q)).isEqualTo(G);
      assertThat(table.scan(new Scan())).hasSize(6);
    }
  }

  /**
   * A row gets another key by two requests, in any order; in between there are two rows or none.
   */
  @Test
  void rowGetsAnotherKeyByADeleteAndAPut() throws Exception {
    try (TestTable words = words()) {
      Table table = words.table();
      byte[] value = table.get(new Get(Bytes.toBytes("ring"))).getValue(F, Q);
      table.put(new Put(Bytes.toBytes("rang")).addColumn(F, Q, value));
      assertThat(words.scan(new Scan())).contains("rang", "ring");
      table.delete(new Delete(Bytes.toBytes("ring")));
      assertThat(words.scan(new Scan()))
          .containsExactly("king", "preen", "prefix", "pressing", "rang", "rung");
      assertThat(words.store().keys()).hasSize(6).allMatch(key -> key.matches("[a-d]-[a-z]+"));
    }
  }
}
