package io.halite.routing.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.keys.KeyRange;
import io.halite.keys.SaltingSpec;
import io.halite.routing.merge.OwnerCounts;
import io.halite.routing.table.SaltedTable;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.FirstKeyOnlyFilter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UnorderedScanTest {
  private static final int LIMIT = 10;

  @Test
  void ownersCountTheRowsOfALimitOnlyIfAllOfThemAreInTheRange() throws Exception {
    assertThat(limits("hash(*) % 4", new Scan().setRaw(true))).containsOnly(LIMIT);
    assertThat(limits("reverse(id)", new Scan())).containsOnly(LIMIT);
    assertThat(limits("reverse(id)", new Scan().setRaw(true).setFilter(new FirstKeyOnlyFilter())))
        .containsOnly(LIMIT);
    assertThat(limits("reverse(id)", new Scan().setRaw(true))).containsOnly(-1);
  }

  @ParameterizedTest
  @CsvSource({
    // buckets at once, the scan's own size of an answer (-1 for none), bytes that each reads ahead
    "1, -1, 2097152",
    "8, -1, 2097152",
    "9, -1, 1048576",
    "16, -1, 1048576",
    "256, -1, 65536",
    "8, 500000, 500000",
    "16, 500000, 250000",
    "256, 500000, 32768"
  })
  void upToEightBucketsReadAheadAsScansOfTheirOwnAndMoreShareWhatEightWould(
      int atOnce, long size, long ofEach) throws Exception {
    assertThat(sent("hash(*) % 256", new Scan().setMaxResultSize(size), atOnce))
        .hasSize(atOnce)
        .allMatch(scan -> scan.getMaxResultSize() == ofEach);
  }

  /** HBase's CopyTable gives each scan such a batch, which cuts no row of a pass. */
  @Test
  void aBatchThatCutsNoRowIsNoBatch() throws Exception {
    SaltedTable scattered =
        new SaltedTable(TableName.valueOf("t"), SaltingSpec.parse("key=id:4,salt=reverse(id)"));
    assertThat(UnorderedScan.of(new Scan().setBatch(Integer.MAX_VALUE), scattered, Set.of()))
        .hasValueSatisfying(scan -> assertThat(scan.natural().scan().getBatch()).isNotPositive());
    assertThat(UnorderedScan.of(new Scan().setBatch(9), scattered, Set.of())).isEmpty();
  }

  /** The limits of the stored scans of a scan of ten rows from {@code 6D} on. */
  private static List<Integer> limits(String salt, Scan scan) throws Exception {
    List<Scan> sent = sent(salt, scan.withStartRow(new byte[] {0x6D}), 4);
    assertThat(sent).isNotEmpty();
    return sent.stream().map(Scan::getLimit).toList();
  }

  /** The stored scans that a scan with a limit begins with, so many buckets at once. */
  private static List<Scan> sent(String salt, Scan scan, int atOnce) throws Exception {
    SaltingSpec spec = SaltingSpec.parse("key=id:4,salt=" + salt);
    SaltedTable table = new SaltedTable(TableName.valueOf("t"), spec);
    List<Scan> sent = new ArrayList<>();
    @SuppressWarnings("unchecked")
    AsyncTable<AdvancedScanResultConsumer> owners =
        (AsyncTable<AdvancedScanResultConsumer>)
            Proxy.newProxyInstance(
                AsyncTable.class.getClassLoader(),
                new Class<?>[] {AsyncTable.class},
                (proxy, method, arguments) -> {
                  sent.add((Scan) arguments[0]);
                  return null;
                });
    ScanPlan plan =
        ScanPlan.of(UnorderedAttribute.putOn(scan, atOnce), KeyRange.all(), table, Set.of());
    UnorderedScan.of(plan)
        .orElseThrow()
        .open(
            Fetching.byClient(owners, new Scan().setLimit(LIMIT), new OwnerCounts(true), () -> {}));
    return sent;
  }
}
