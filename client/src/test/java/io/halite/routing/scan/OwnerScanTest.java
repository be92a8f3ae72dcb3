package io.halite.routing.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.filters.segment.LatestFilter;
import io.halite.filters.segment.ScanRange;
import io.halite.filters.segment.SegmentFilter;
import io.halite.keys.SaltingSpec;
import io.halite.routing.index.IndexedReads;
import io.halite.routing.table.SaltedTable;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.KeyOnlyFilter;
import org.apache.hadoop.hbase.filter.PageFilter;
import org.apache.hadoop.hbase.filter.SkipFilter;
import org.apache.hadoop.hbase.filter.WhileMatchFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Scans for newest rows in a region of a table without salt that begins within a history. */
class OwnerScanTest {
  private static final TableName NAME = TableName.valueOf("flights");
  private static final SaltedTable TABLE =
      new SaltedTable(NAME, SaltingSpec.parse("key=origin:3 ts:8:revtime,salt=none"));

  /** From the middle of the rows of LAX to the end of the table. */
  private static final RegionInfo REGION =
      RegionInfoBuilder.newBuilder(NAME)
          .setStartKey(Bytes.add(Bytes.toBytes("LAX"), Bytes.toBytes(Long.MAX_VALUE - 50)))
          .build();

  private static Scan scan(String condition) {
    return new Scan()
        .setAttribute(LatestAttribute.ATTRIBUTE, Bytes.toBytes("3"))
        .setAttribute(WhereAttribute.ATTRIBUTE, Bytes.toBytes(condition));
  }

  private static OwnerScan inPlace(Scan scan) throws IOException {
    return OwnerScan.inPlace(scan, TABLE, REGION);
  }

  /** Whether it reads cells of any time but 0. */
  private static boolean readsARow(Scan scan) {
    return scan.getTimeRange().getMax() > 1;
  }

  @ParameterizedTest
  @ValueSource(strings = {"origin = ATL", "origin in (ATL, BOS)", "not (origin >= LAX)"})
  void aRegionThatNoBranchCanMatchReadsNothing(String condition) throws IOException {
    Scan scan = scan(condition);
    assertThat(inPlace(scan).cut()).isEmpty();
    assertThat(readsARow(scan)).isFalse();
  }

  /** Read as a character, the byte would find other rows than those of the user's value. */
  @Test
  void aQueryThatIsNotUtf8IsRefused() {
    byte[] query = Bytes.add(Bytes.toBytes("origin = 'A"), new byte[] {(byte) 0xE9, 't', '\''});
    Scan scan = scan("").setAttribute(WhereAttribute.ATTRIBUTE, query);
    assertThatThrownBy(() -> inPlace(scan))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageStartingWith("halite.where: text 6F 72 69 67 69 6E ")
        .hasMessageContaining(" is not UTF-8 at byte 12: write a value of other bytes in hex, as")
        .hasMessageContaining("'flights'");
  }

  /** Before, a row at the region's first key with cells of the time 0 was returned. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void boundsOfARegionThatReadsNothingLeaveOutItsFirstKey(boolean reversed) throws IOException {
    byte[] first = REGION.getStartKey();
    Scan scan = new Scan().setReversed(reversed).withStartRow(first, false);
    assertThat(inPlace(scan.withStopRow(first, reversed)).cut()).isEmpty();
    assertThat(ScanRange.of(scan).contains(first)).isFalse();
    assertThat(scan.includeStartRow() || scan.includeStopRow()).isFalse();
  }

  @Test
  void theSameConditionsAsFiltersDoSo() throws IOException {
    Scan scan =
        new Scan()
            .setFilter(
                new FilterList(
                    new LatestFilter("3"),
                    SegmentFilter.where(TABLE.layout(), "origin in (ATL, BOS)")));
    assertThat(inPlace(scan).cut()).isEmpty();
    assertThat(readsARow(scan)).isFalse();
  }

  @Test
  void theFirstKeyThatCanMatchSaysWhetherAHistoryBeginsInAnEarlierRegion() throws IOException {
    Scan scan = scan("origin in (ATL, SFO)");
    assertThat(inPlace(scan).cut()).isPresent();
    assertThat(scan.getStartRow()).isEqualTo(Bytes.toBytes("SFO"));
    assertThat(readsARow(scan)).isTrue();
    assertThatThrownBy(() -> inPlace(scan("origin in (LAX, SFO)")))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("the rows of key 4C 41 58 begin in an earlier region");
  }

  /** It would count rows that are not among the newest, and end the scan of the whole table. */
  @Test
  void newestRowsAndAPageFilterAreRefusedWhereverItStands() {
    Filter page = new PageFilter(2);
    for (Filter filter :
        List.of(
            page,
            new FilterList(FilterList.Operator.MUST_PASS_ONE, new KeyOnlyFilter(), page),
            new WhileMatchFilter(page),
            new SkipFilter(page))) {
      assertThatThrownBy(() -> inPlace(scan("origin >= SFO").setFilter(filter)))
          .isInstanceOf(DoNotRetryIOException.class)
          .hasMessageContaining("halite.latest '3': a page filter counts rows");
    }
    assertThatThrownBy(
            () -> inPlace(new Scan().setFilter(new FilterList(new LatestFilter("1"), page))))
        .hasMessageContaining("a page filter counts rows");
  }

  /** Plug-ins of an older Halite do not know the attribute, and would get all rows. */
  @Test
  void aScanOfStoredKeysThatNamesAnIndexIsRefused() {
    Scan scan = new Scan().setAttribute(IndexedReads.ATTRIBUTE, Bytes.toBytes("byBuyer: ann1"));
    assertThatThrownBy(() -> OwnerScan.ofStored(scan, TABLE))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("halite.index is set on a scan of stored keys, but only gateways");
  }
}
