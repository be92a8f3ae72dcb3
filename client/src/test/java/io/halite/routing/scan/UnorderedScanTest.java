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

  /** The limits of the stored scans of a scan of ten rows from {@code 6D} on. */
  private static List<Integer> limits(String salt, Scan scan) throws Exception {
    SaltingSpec spec = SaltingSpec.parse("key=id:4,salt=" + salt);
    SaltedTable table = new SaltedTable(TableName.valueOf("t"), spec);
    List<Integer> limits = new ArrayList<>();
    @SuppressWarnings("unchecked")
    AsyncTable<AdvancedScanResultConsumer> owners =
        (AsyncTable<AdvancedScanResultConsumer>)
            Proxy.newProxyInstance(
                AsyncTable.class.getClassLoader(),
                new Class<?>[] {AsyncTable.class},
                (proxy, method, arguments) -> {
                  limits.add(((Scan) arguments[0]).getLimit());
                  return null;
                });
    Scan any = UnorderedAttribute.putOn(scan.withStartRow(new byte[] {0x6D}), 4);
    ScanPlan plan = ScanPlan.of(any, KeyRange.all(), table, Set.of());
    UnorderedScan.of(plan)
        .orElseThrow()
        .open(Fetching.byClient(owners, new Scan().setLimit(LIMIT), new OwnerCounts(), () -> {}));
    assertThat(limits).isNotEmpty();
    return limits;
  }
}
