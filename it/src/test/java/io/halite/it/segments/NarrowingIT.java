package io.halite.it.segments;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.filters.segment.SegmentFilter;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.RpcCount;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.TestTable;
import io.halite.keys.KeyLayout;
import io.halite.keys.SaltingSpec;
import io.halite.routing.table.TableAttributes;
import java.util.List;
import java.util.function.Predicate;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.KeyOnlyFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Regions and buckets that cannot match are never asked: the scan RPCs of all servers are counted.
 */
@ExtendWith(SharedCluster.class)
class NarrowingIT {
  private static final int BUCKETS = 16;
  private static final SaltingSpec SPEC =
      SaltingSpec.parse("key=" + Airports.LAYOUT + ",salt=hash(origin) % " + BUCKETS);
  private static final String ATTRIBUTE = TableAttributes.salting(SPEC.toString());

  private static SegmentFilter where(String question) {
    return SegmentFilter.where(KeyLayout.parse(Airports.LAYOUT), question);
  }

  /** The scan RPCs that a scan takes once every location is known, which finds what it should. */
  private static long scanRpcs(
      EmbeddedCluster cluster, Airports table, Scan scan, Predicate<String> wanted)
      throws Exception {
    assertThat(table.scan(new Scan(scan)))
        .isNotEmpty()
        .containsExactlyInAnyOrderElementsOf(table.thatAre(wanted));
    RpcCount before = RpcCount.of(cluster);
    table.scan(new Scan(scan));
    return RpcCount.of(cluster).since(before).scan();
  }

  private static long bucketsOf(String... origins) {
    return List.of(origins).stream()
        .map(origin -> SPEC.salt().salt(Bytes.toBytes(origin + "LAX0001"))[0])
        .distinct()
        .count();
  }

  @Test
  void regionsOfAPlainTableThatCannotMatchAreNotAsked(EmbeddedCluster cluster) throws Exception {
    List<byte[]> splits =
        List.of("ATM", "LA", "LAX", "LAXN", "LAY", "MIA", "ORD", "SFO").stream()
            .map(Bytes::toBytes)
            .toList();
    try (Airports plain =
        Airports.create(cluster.connection(), TestTable.named("narrow_plain").splits(splits))) {
      assertThat(scanRpcs(cluster, plain, new Scan(), row -> true))
          .isGreaterThanOrEqualTo(splits.size() + 1);
      for (boolean reversed : new boolean[] {false, true}) {
        Scan scan = where("origin = LAX").applyTo(new Scan().setReversed(reversed));
        assertThat(scanRpcs(cluster, plain, scan, row -> row.startsWith("LAX")))
            .as("of two regions")
            .isBetween(2L, 4L);
        String either = "origin = MIA and destination = LAX or origin = LAX and not number < 0200";
        Scan branches = where(either).applyTo(new Scan().setReversed(reversed));
        Predicate<String> wanted =
            row ->
                row.startsWith("MIALAX")
                    || (row.startsWith("LAX") && row.substring(6).compareTo("0200") >= 0);
        assertThat(scanRpcs(cluster, plain, branches, wanted))
            .as("of the four regions from LAX to MIA")
            .isBetween(4L, 6L);
      }
    }
  }

  private static void asksTheBucketsOfItsOriginsAlone(
      EmbeddedCluster cluster, Airports table, int gateways) throws Exception {
    assertThat(scanRpcs(cluster, table, new Scan(), row -> true)).isGreaterThanOrEqualTo(BUCKETS);
    Predicate<String> one = row -> row.startsWith("LAX");
    Predicate<String> two = row -> row.startsWith("ATL") || row.startsWith("SFO");
    byte[] ofTwo = Bytes.toBytes("origin in (ATL, SFO)");
    assertAsked(cluster, table, new Scan().setFilter(where("origin = LAX")), one, gateways, 1);
    long buckets = bucketsOf("ATL", "SFO");
    assertAsked(
        cluster, table, new Scan().setAttribute("halite.where", ofTwo), two, gateways, buckets);
    FilterList list = new FilterList(new KeyOnlyFilter(), where("origin in (ATL, SFO)"));
    assertAsked(cluster, table, new Scan().setFilter(list), two, gateways, buckets);
    String branches = "origin = ATL and destination = LAX or not (origin != SFO or number < 0100)";
    Predicate<String> either =
        row ->
            row.startsWith("ATLLAX")
                || (row.startsWith("SFO") && row.substring(6).compareTo("0100") >= 0);
    for (Scan scan :
        List.of(
            new Scan().setAttribute("halite.where", Bytes.toBytes(branches)),
            new Scan().setFilter(where(branches)))) {
      assertAsked(cluster, table, scan, either, gateways, buckets);
    }
  }

  /**
   * At most two scan RPCs for each bucket and the gateway of all these rows, beside one for each
   * other gateway, which has nothing to ask; if gateways asked all buckets, there were 256.
   */
  private static void assertAsked(
      EmbeddedCluster cluster,
      Airports table,
      Scan scan,
      Predicate<String> wanted,
      int gateways,
      long buckets)
      throws Exception {
    assertThat(scanRpcs(cluster, table, scan, wanted))
        .as("scan RPCs for %d buckets", buckets)
        .isBetween(buckets, gateways + 2 * (buckets + 1));
  }

  @Test
  void bucketsThatCannotMatchAreNotReadByGateways(EmbeddedCluster cluster) throws Exception {
    try (Airports salted =
        Airports.create(
            cluster.connection(),
            TestTable.named("narrow_salted")
                .attribute(ATTRIBUTE)
                .splits(SPEC.salt().splitPoints()))) {
      asksTheBucketsOfItsOriginsAlone(cluster, salted, BUCKETS);
    }
  }

  @Test
  void bucketsThatCannotMatchAreNotReadByThePlugIn(EmbeddedCluster cluster) throws Exception {
    Configuration configuration = HBaseConfiguration.create(cluster.configuration());
    configuration.set("hbase.client.connection.impl", "io.halite.client.plugin.SaltedConnection");
    try (Connection connection = ConnectionFactory.createConnection(configuration);
        Airports salted =
            Airports.create(
                connection,
                TestTable.named("narrow_direct")
                    .attribute(ATTRIBUTE)
                    .splits(SPEC.salt().splitPoints()))) {
      asksTheBucketsOfItsOriginsAlone(cluster, salted, 0);
    }
  }
}
