package io.halite.routing.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.keys.KeyRange;
import io.halite.keys.SaltingSpec;
import io.halite.routing.table.SaltedTable;
import java.util.Set;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.PageFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class ScanPlanTest {
  private static ScanPlan plan(String salt, Scan scan, KeyRange within) throws Exception {
    SaltingSpec spec = SaltingSpec.parse("key=user:4:digits order:*,salt=" + salt);
    SaltedTable table = new SaltedTable(TableName.valueOf("t"), spec);
    return ScanPlan.of(scan, within, table, Set.of());
  }

  private static Scan scan(String start, String stop) {
    return new Scan().withStartRow(Bytes.toBytes(start)).withStopRow(Bytes.toBytes(stop));
  }

  private static KeyRange range(String start, String stop) {
    return KeyRange.of(Bytes.toBytes(start), Bytes.toBytes(stop));
  }

  @Test
  void bucketsThatKeepNaturalOrderAreMerged() throws Exception {
    ScanPlan plan = plan("hash(user) % 16", new Scan(), KeyRange.all());
    assertThat(plan).isInstanceOf(MergedPlan.class);
    assertThat(plan.images()).hasSize(16);
    assertThat(plan("hash(user) % 16", scan("0042", "0043"), KeyRange.all()).images()).hasSize(1);
  }

  @Test
  void rowsOfSeveralPlacesAreJoined() throws Exception {
    assertThat(plan("random % 4", new Scan(), KeyRange.all())).isInstanceOf(JoinedPlan.class);
  }

  @Test
  void scatteredRowsAreReadInPassesUnlessTheRangeFixesWhatScattersThem() throws Exception {
    assertThat(plan("reverse(user)", new Scan(), KeyRange.all())).isInstanceOf(PassedPlan.class);
    assertThat(plan("reverse(user)", scan("00421", "00425"), KeyRange.all()))
        .isInstanceOf(MergedPlan.class);
  }

  @Test
  void theRangeIsThatOfTheScanWithinTheRegion() throws Exception {
    ScanPlan plan = plan("hash(*) % 4", scan("0040", "0050"), range("0045", "0099"));
    assertThat(plan.natural().range()).isEqualTo(range("0045", "0050"));
  }

  @Test
  void bordersOfRegionsDoNotDecideWhetherAPinnedTableAnswers() {
    Scan overTwoUsers = scan("94002", "94015");
    for (KeyRange region : new KeyRange[] {range("94", "94005"), range("94005", "95")}) {
      assertThatThrownBy(() -> plan("reverse(user),scan=pinned", overTwoUsers, region))
          .isInstanceOf(DoNotRetryIOException.class)
          .hasMessageContaining("scan=pinned refuses");
    }
  }

  @Test
  void aPageIsCountedOverAllBuckets() throws Exception {
    ScanPlan plan = plan("hash(*) % 4", new Scan().setFilter(new PageFilter(7)), KeyRange.all());
    assertThat(plan.natural().pageRows()).hasValue(7);
  }

  @Test
  void theScanOfTheUserIsNotChanged() throws Exception {
    Scan scan = new Scan().setAttribute("halite.where", Bytes.toBytes("user = 0042"));
    ScanPlan plan = plan("hash(user) % 16", scan, KeyRange.all());
    assertThat(plan.natural().range()).isEqualTo(range("0042", "0043"));
    assertThat(scan.getStartRow()).isEmpty();
  }
}
