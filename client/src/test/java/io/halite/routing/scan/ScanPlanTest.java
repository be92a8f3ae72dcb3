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
  void rowsComeInAnyOrderWhereNoneNeedsTheOthers() throws Exception {
    KeyRange all = KeyRange.all();
    assertThat(unordered(plan("hash(user) % 16", asTheyCome(), all)).images()).hasSize(16);
    assertThat(unordered(plan("reverse(user)", asTheyCome(), all)).scattered()).isTrue();
    Scan newest = asTheyCome().setAttribute("halite.latest", Bytes.toBytes("1"));
    SaltingSpec times = SaltingSpec.parse("key=user:4 at:8:revtime,salt=hash(*) % 4");
    SaltedTable table = new SaltedTable(TableName.valueOf("t"), times);
    Scan page = asTheyCome().setFilter(new PageFilter(7));
    for (ScanPlan whole :
        new ScanPlan[] {
          plan("hash(user) % 16", new Scan(), all),
          plan("random % 4", asTheyCome(), all),
          plan("reverse(user)", page, all),
          ScanPlan.of(newest, all, table, Set.of())
        }) {
      assertThat(UnorderedScan.of(whole)).as("%s", whole).isEmpty();
    }
  }

  private static Scan asTheyCome() {
    return UnorderedAttribute.putOn(new Scan(), 8);
  }

  private static UnorderedScan unordered(ScanPlan plan) {
    return UnorderedScan.of(plan).orElseThrow();
  }

  @Test
  void anOrderOrNoNumberOfBucketsIsRefusedWhereRowsComeAsTheyAre() {
    assertThatThrownBy(() -> plan("hash(*) % 4", asTheyCome().setReversed(true), KeyRange.all()))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("halite.unordered '8': a reversed scan asks for an order")
        .hasMessageContaining("scan forward, or leave the attribute out");
    for (String value : new String[] {"", "0", "257", "1000", "-1", "all", "8 "}) {
      Scan scan = new Scan().setAttribute("halite.unordered", Bytes.toBytes(value));
      assertThatThrownBy(() -> plan("hash(*) % 4", scan, KeyRange.all()))
          .isInstanceOf(DoNotRetryIOException.class)
          .hasMessageContaining("halite.unordered '" + value + "': it must be the number of");
    }
    assertThatThrownBy(() -> UnorderedAttribute.putOn(new Scan(), 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("1 to 256");
  }

  @Test
  void theScanOfTheUserIsNotChanged() throws Exception {
    Scan scan = new Scan().setAttribute("halite.where", Bytes.toBytes("user = 0042"));
    ScanPlan plan = plan("hash(user) % 16", scan, KeyRange.all());
    assertThat(plan.natural().range()).isEqualTo(range("0042", "0043"));
    assertThat(scan.getStartRow()).isEmpty();
  }
}
