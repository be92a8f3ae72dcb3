package io.halite.it.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The suite that must differ: it looks beneath the client, where a salted row lies under another
 * key. If it does not differ, the observer was not on the tables and nothing was judged. The judge
 * alone runs it; its name keeps it out of the ordinary build.
 */
final class PlacementControl {
  static final String MUST_DIFFER = "rowLiesUnderItsNaturalKey";

  private static final HBaseTestingUtility CLUSTER = new HBaseTestingUtility();
  private static final TableName NAME = TableName.valueOf("control");
  private static final byte[] FAMILY = Bytes.toBytes("f");
  private static final byte[] ROW = Bytes.toBytes("natural");

  @BeforeAll
  static void writeOneRow() throws Exception {
    CLUSTER.startMiniCluster();
    try (Table table = CLUSTER.createTable(NAME, FAMILY)) {
      table.put(new Put(ROW).addColumn(FAMILY, FAMILY, FAMILY));
    }
  }

  @AfterAll
  static void stop() throws Exception {
    CLUSTER.shutdownMiniCluster();
  }

  @Test
  void rowLiesUnderItsNaturalKey() throws Exception {
    List<String> stored = new ArrayList<>();
    for (HRegion region : CLUSTER.getHBaseCluster().getRegions(NAME)) {
      try (RegionScanner scanner = region.getScanner(new Scan())) {
        List<Cell> cells = new ArrayList<>();
        scanner.next(cells);
        cells.forEach(cell -> stored.add(Bytes.toStringBinary(CellUtil.cloneRow(cell))));
      }
    }
    assertThat(stored).containsExactly("natural");
  }

  @Test
  void rowIsFoundByItsNaturalKey() throws Exception {
    try (Table table = CLUSTER.getConnection().getTable(NAME)) {
      assertThat(table.get(new Get(ROW)).getRow()).isEqualTo(ROW);
    }
  }
}
