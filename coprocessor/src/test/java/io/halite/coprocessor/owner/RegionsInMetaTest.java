package io.halite.coprocessor.owner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.MetaCellComparator;
import org.apache.hadoop.hbase.MetaTableAccessor;
import org.apache.hadoop.hbase.PrivateCellUtil;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class RegionsInMetaTest {
  private static final TableName T = TableName.valueOf("t");
  private static final ServerName SERVER = ServerName.valueOf("here", 1, 5);

  private final NavigableMap<byte[], Result> meta =
      new TreeMap<>(
          (one, other) ->
              MetaCellComparator.META_COMPARATOR.compareRows(
                  PrivateCellUtil.createFirstOnRow(one), PrivateCellUtil.createFirstOnRow(other)));
  private final List<Scan> scans = new ArrayList<>();
  private final RegionsInMeta regions =
      new RegionsInMeta(
          (AsyncTable<?>)
              Proxy.newProxyInstance(
                  getClass().getClassLoader(),
                  new Class<?>[] {AsyncTable.class},
                  (proxy, method, arguments) -> {
                    assertThat(method.getName()).isEqualTo("scanAll");
                    return CompletableFuture.completedFuture(scan((Scan) arguments[0]));
                  }));

  private List<Result> scan(Scan scan) {
    scans.add(scan);
    NavigableMap<byte[], Result> rows = scan.isReversed() ? meta.descendingMap() : meta;
    rows = rows.tailMap(scan.getStartRow(), scan.includeStartRow());
    if (scan.getStopRow().length > 0) {
      rows = rows.headMap(scan.getStopRow(), scan.includeStopRow());
    }
    return rows.values().stream().limit(scan.getLimit()).toList();
  }

  private static RegionInfoBuilder region(TableName table, int start, int end) {
    return RegionInfoBuilder.newBuilder(table)
        .setStartKey(start < 0 ? new byte[0] : new byte[] {(byte) start})
        .setEndKey(end < 0 ? new byte[0] : new byte[] {(byte) end})
        .setRegionId(1);
  }

  private void add(RegionInfo region, boolean served) throws Exception {
    Put put = MetaTableAccessor.makePutFromRegionInfo(region, 1);
    if (served) {
      put.addColumn(
          HConstants.CATALOG_FAMILY, HConstants.SERVER_QUALIFIER, Bytes.toBytes("here:1"));
      put.addColumn(HConstants.CATALOG_FAMILY, HConstants.STARTCODE_QUALIFIER, Bytes.toBytes(5L));
    }
    List<Cell> cells = new ArrayList<>(put.getFamilyCellMap().get(HConstants.CATALOG_FAMILY));
    cells.sort(CellComparator.getInstance());
    meta.put(region.getRegionName(), Result.create(cells));
  }

  /** The table has regions from these keys to these; -1 is an edge of the table. */
  private void regions(int[]... borders) throws Exception {
    for (int[] each : borders) {
      add(region(T, each[0], each[1]).build(), true);
    }
    add(region(TableName.valueOf("s"), -1, -1).build(), true);
    add(region(TableName.valueOf("t-i"), -1, -1).build(), true);
    add(region(TableName.valueOf("u"), -1, -1).build(), true);
  }

  private HRegionLocation read(int... row) throws Exception {
    byte[] bytes = new byte[row.length];
    for (int i = 0; i < row.length; i++) {
      bytes[i] = (byte) row[i];
    }
    return regions.read(T, bytes).get(30, TimeUnit.SECONDS);
  }

  private static int[] between(int start, int end) {
    return new int[] {start, end};
  }

  @Test
  void aRowIsInTheRegionThatHoldsItAfterOneReadOfMeta() throws Exception {
    regions(between(-1, 1), between(1, 2), between(2, -1));
    for (Map.Entry<Integer, byte[]> each :
        Map.of(0, new byte[0], 1, new byte[] {1}, 2, new byte[] {2}, 9, new byte[] {2})
            .entrySet()) {
      HRegionLocation found = read(each.getKey());
      assertThat(found.getRegion().getStartKey()).isEqualTo(each.getValue());
      assertThat(found.getServerName()).isEqualTo(SERVER);
    }
    assertThat(read(1, 0xFF).getRegion().getStartKey()).isEqualTo(new byte[] {1});
    assertThat(read().getRegion().getStartKey()).isEmpty();
    assertThat(scans).hasSize(6);
  }

  /** HBase's locator reads the region before the hole, again and again. */
  @Test
  void aRowInAHoleFailsAfterTwoReadsOfMeta() throws Exception {
    regions(between(-1, 1), between(1, 2), between(3, 4));
    assertThatThrownBy(() -> read(2, 0x41))
        .hasRootCauseInstanceOf(HoleInMetaException.class)
        .hasMessageContaining("no region of table 't' holds row 02 41: hbase:meta has a hole, ")
        .hasMessageContaining("[02, 03); see the report of hbck");
    assertThat(scans).hasSize(2);
    assertThatThrownBy(() -> read(9)).hasMessageContaining("a hole, [04, +∞)");
    assertThat(read(3).getRegion().getStartKey()).isEqualTo(new byte[] {3});
  }

  /** Of a merged daughter the parent begins behind the region that holds the row. */
  @Test
  void aParentThatWasSplitIsPassedOver() throws Exception {
    regions(between(-1, 3), between(3, -1));
    add(region(T, 1, 5).setOffline(true).setSplit(true).build(), true);
    add(region(T, 2, 4).setOffline(true).setSplit(true).build(), true);
    assertThat(read(2, 1).getRegion().getStartKey()).isEmpty();
    assertThat(scans).hasSize(1);
  }

  @Test
  void aHoleBehindAParentThatWasSplitIsFoundToo() throws Exception {
    regions(between(-1, 1), between(3, -1));
    add(region(T, 1, 3).setOffline(true).setSplit(true).build(), true);
    assertThatThrownBy(() -> read(2)).hasMessageContaining("a hole, [01, 03)");
  }

  @Test
  void aTableWithoutRegionsIsNotFound() throws Exception {
    regions();
    assertThatThrownBy(() -> read(2))
        .isInstanceOf(ExecutionException.class)
        .hasCauseInstanceOf(TableNotFoundException.class);
  }

  @Test
  void aRegionWithoutAServerFails() throws Exception {
    add(region(T, -1, -1).build(), false);
    assertThatThrownBy(() -> read(2)).hasMessageContaining("hbase:meta names no server of region");
  }
}
