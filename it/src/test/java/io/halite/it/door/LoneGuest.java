package io.halite.it.door;

import static io.halite.it.door.PlacedTable.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.ClientNonces;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.RequestKind;
import io.halite.it.cluster.TestTable;
import io.halite.keys.SaltingSpec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.security.User;

/**
 * A table with the rows of {@link RequestKind}, whose door has one region, its only guest. That is
 * the owner of other rows, so HBase itself would have an answer to each request, and never the
 * owner of those. Clients that come back from the door are served by the home.
 */
final class LoneGuest implements AutoCloseable {
  private static final SaltingSpec SPEC = SaltingSpec.parse(TestTable.FOUR_BUCKETS);
  private static final List<String> ROWS = List.of("row", "other");

  private final EmbeddedCluster cluster;
  private final PlacedTable placed;
  private final List<Connection> connections = new ArrayList<>();

  private final ClientNonces nonces;

  private LoneGuest(EmbeddedCluster cluster, PlacedTable placed) throws IOException {
    this.cluster = cluster;
    this.placed = placed;
    this.nonces = ClientNonces.keep(cluster.connection());
  }

  static LoneGuest create(EmbeddedCluster cluster) throws Exception {
    return create(cluster, plan -> {});
  }

  static LoneGuest create(EmbeddedCluster cluster, PlacedTable.Change change) throws Exception {
    PlacedTable placed = PlacedTable.create(cluster, change);
    int bucket = unusedBucket();
    placed.move(bucket, placed.door());
    for (RegionInfo each : placed.table().admin().getRegions(placed.door())) {
      boolean isGuest = each.getStartKey().length > 0 && each.getStartKey()[0] == bucket;
      if (each.getTable().equals(placed.table().name()) && !isGuest) {
        placed.table().admin().move(each.getEncodedNameAsBytes(), placed.home());
      }
    }
    try (Table table = placed.table().table()) {
      RequestKind.fill(table);
    }
    placed.table().put(rowsOf(bucket));
    placed.awaitDoor();
    return new LoneGuest(cluster, placed);
  }

  private static int bucket(String row) {
    return SPEC.salt().salt(bytes(row))[0];
  }

  private static int unusedBucket() {
    return IntStream.range(0, 4)
        .filter(bucket -> ROWS.stream().noneMatch(row -> bucket(row) == bucket))
        .findFirst()
        .orElseThrow();
  }

  private static List<String> rowsOf(int bucket) {
    return IntStream.range(0, 40)
        .mapToObj(i -> "stored" + i)
        .filter(row -> bucket(row) == bucket)
        .toList();
  }

  PlacedTable placed() {
    return placed;
  }

  HRegion region() {
    List<HRegion> here =
        cluster
            .utility()
            .getMiniHBaseCluster()
            .getRegionServer(placed.door())
            .getRegions(placed.table().name());
    assertThat(here).hasSize(1);
    return here.get(0);
  }

  /** The region that stores a row of {@link RequestKind}. */
  HRegion owner(byte[] row) {
    return placed.table().store().regions().stream()
        .filter(region -> region.getRegionInfo().containsRow(SPEC.salt().salt(row)))
        .findFirst()
        .orElseThrow();
  }

  /** A client of which no nonce hides what it repeats. */
  Connection connect(int retries) throws IOException {
    Configuration conf = new Configuration(cluster.configuration());
    conf.setBoolean("hbase.client.nonces.enabled", false);
    conf.setInt("hbase.client.retries.number", retries);
    conf.setInt("hbase.client.pause", 20);
    Map<String, byte[]> never = Map.of("halite.doors", bytes("off"));
    Connection client = ConnectionFactory.createConnection(conf, null, User.getCurrent(), never);
    connections.add(client);
    return client;
  }

  @Override
  public void close() throws IOException {
    for (Connection connection : connections) {
      connection.close();
    }
    nonces.close();
    placed.close();
  }
}
