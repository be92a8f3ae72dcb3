package io.halite.it.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.RpcCount;
import io.halite.it.cluster.TestTable;
import io.halite.keys.SaltingSpec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToLongFunction;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.RegionLocator;

/**
 * A salted table, and a plain one for a client that salts its keys itself. Their regions have the
 * same borders and lie on the same servers, so that equal requests cost equal RPCs.
 */
record Twins(EmbeddedCluster cluster, TestTable salted, TestTable plain) implements AutoCloseable {
  /** Other tests of the cluster may send a request meanwhile. */
  private static final int TRIES = 5;

  /** Creates both. */
  static Twins create(EmbeddedCluster cluster, String name, SaltingSpec spec, List<byte[]> splits)
      throws Exception {
    Twins twins =
        new Twins(
            cluster,
            TestTable.named(name)
                .families(Parity.F)
                .salted(spec.toString())
                .splits(splits)
                .create(cluster),
            TestTable.named(name + "-twin").families(Parity.F).splits(splits).create(cluster));
    twins.place();
    return twins;
  }

  private void place() throws Exception {
    List<HRegionLocation> owners = regions(salted.name());
    List<HRegionLocation> twins = regions(plain.name());
    try (Admin admin = cluster.connection().getAdmin()) {
      for (int i = 0; i < twins.size(); i++) {
        if (!twins.get(i).getServerName().equals(owners.get(i).getServerName())) {
          admin.move(
              twins.get(i).getRegion().getEncodedNameAsBytes(), owners.get(i).getServerName());
        }
      }
    }
    assertThat(regions(plain.name()))
        .extracting(HRegionLocation::getServerName)
        .isEqualTo(owners.stream().map(HRegionLocation::getServerName).toList());
  }

  private List<HRegionLocation> regions(TableName name) throws Exception {
    try (RegionLocator locator = cluster.connection().getRegionLocator(name)) {
      locator.clearRegionLocationCache();
      return locator.getAllRegionLocations().stream()
          .sorted(Comparator.comparing(HRegionLocation::getRegion))
          .toList();
    }
  }

  /** Requests. */
  interface Work {
    void send() throws Exception;
  }

  /** What some work costs, of several times the median of each kind of RPC. */
  RpcCount median(Work work) throws Exception {
    List<RpcCount> all = new ArrayList<>();
    for (int attempt = 0; attempt < TRIES; attempt++) {
      RpcCount before = RpcCount.of(cluster);
      work.send();
      all.add(RpcCount.of(cluster).since(before));
    }
    return new RpcCount(
        median(all, RpcCount::mutate),
        median(all, RpcCount::multi),
        median(all, RpcCount::get),
        median(all, RpcCount::scan));
  }

  private static long median(List<RpcCount> all, ToLongFunction<RpcCount> kind) {
    return all.stream().mapToLong(kind).sorted().skip(TRIES / 2).findFirst().orElseThrow();
  }

  @Override
  public void close() throws IOException {
    salted.close();
    plain.close();
  }
}
