package io.halite.it.rights;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.TablePlan;
import io.halite.it.cluster.TestTable;
import io.halite.keys.KeyBytes;
import io.halite.keys.RowIndex;
import io.halite.routing.index.IndexTable;
import io.halite.routing.table.SaltedTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.hadoop.hbase.MiniHBaseCluster;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.coprocessor.MultiRowMutationEndpoint;

/** A salted table and its plain twin, of the same families and with the same rights. */
record TwinPair(SaltedTable salted, SaltedTable twin, List<RegionPlace> places)
    implements Rows.Locality {
  /** A region of the salted table and the server that it was moved to. */
  record RegionPlace(RegionInfo region, ServerName server) {}

  private static final String EARLY_OUT = "hbase.security.access.early_out";

  static TwinPair create(EmbeddedCluster cluster, Salting salting, boolean earlyOut)
      throws Exception {
    String name = salting.name().toLowerCase(Locale.ROOT) + (earlyOut ? "_early" : "_late");
    SaltedTable salted = new SaltedTable(TableName.valueOf(name), salting.spec());
    SaltedTable twin = new SaltedTable(TableName.valueOf(name + "_twin"), Salting.NONE.spec());
    plan(salted.name(), earlyOut)
        .salted(salting.line())
        .coprocessor(TestTable.LATEST_ENDPOINT)
        .splits(salting.splits())
        .create(cluster);
    plan(twin.name(), earlyOut).create(cluster);
    return new TwinPair(salted, twin, spread(cluster, salted.name()));
  }

  private static TablePlan plan(TableName name, boolean earlyOut) {
    return TestTable.named(name)
        .versions(3)
        .families(Rows.F, Rows.G)
        .value(EARLY_OUT, Boolean.toString(earlyOut))
        .logLater()
        .coprocessor(MultiRowMutationEndpoint.class);
  }

  /** Every second region to the other server; the last, the gateway, beside the first. */
  private static List<RegionPlace> spread(EmbeddedCluster cluster, TableName table)
      throws Exception {
    Admin admin = cluster.connection().getAdmin();
    MiniHBaseCluster servers = cluster.utility().getMiniHBaseCluster();
    List<RegionInfo> regions = new ArrayList<>(admin.getRegions(table));
    regions.sort(Comparator.comparing(RegionInfo::getStartKey, KeyBytes::compare));
    List<RegionPlace> places = new ArrayList<>();
    for (int i = 0; i < regions.size(); i++) {
      ServerName server = servers.getRegionServer(i % 2).getServerName();
      RegionInfo region = regions.get(i);
      if (!server.equals(servers.getServerHoldingRegion(table, region.getRegionName()))) {
        admin.move(region.getEncodedNameAsBytes(), server);
      }
      places.add(new RegionPlace(region, server));
    }
    return places;
  }

  /** The owner of a stored key is local on the server of the gateway, which is the last region. */
  @Override
  public boolean isLocal(byte[] storedKey) {
    ServerName gateway = places.get(places.size() - 1).server();
    return places.stream()
        .filter(place -> place.region().containsRow(storedKey))
        .allMatch(place -> place.server().equals(gateway));
  }

  @Override
  public boolean areTogether(byte[] one, byte[] other) {
    return places.stream()
        .filter(place -> place.region().containsRow(one))
        .allMatch(place -> place.region().containsRow(other));
  }

  /**
   * The way to the gateway through the server beside its own, if that has any region; none under a
   * random salt, since such tables have no doors.
   */
  Optional<GuestRoute> guestRoute() {
    RegionPlace gateway = places.get(places.size() - 1);
    return places.stream()
        .filter(place -> salted.spec().salt().isSinglePlace())
        .map(RegionPlace::server)
        .filter(server -> !server.equals(gateway.server()))
        .findFirst()
        .map(door -> new GuestRoute(gateway.region(), gateway.server(), door));
  }

  /** All tables that a question may change on the salted side. */
  List<TableName> saltedTables() {
    List<TableName> tables = new ArrayList<>(List.of(salted.name()));
    for (RowIndex index : salted.spec().indexes()) {
      tables.add(IndexTable.name(salted.name(), index));
    }
    return tables;
  }

  /** The keys under which the salted table may store a row. */
  List<byte[]> storedKeys(byte[] natural) throws IOException {
    return salted.salt().places(natural);
  }
}
