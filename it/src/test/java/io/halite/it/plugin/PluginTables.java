package io.halite.it.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.client.operate.SaltedTableOperations;
import io.halite.client.operate.Spread;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.PlugIns;
import io.halite.it.cluster.RpcCount;
import io.halite.it.cluster.TablePlan;
import io.halite.it.cluster.TestTable;
import io.halite.keys.SaltingSpec;
import java.util.function.ToLongFunction;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.MetricsRegionServerWrapper;
import org.apache.hadoop.hbase.util.Bytes;

/** Salted tables for clients with a plug-in, and what their requests cost the servers. */
public record PluginTables(EmbeddedCluster cluster) {
  static final byte[] Q = Bytes.toBytes("q");

  /** How many requests {@link #putAll} and {@link #getAll} send. */
  static final int REQUESTS = 50;

  private static final String SPEC = "key=first:2 rest:*,salt=hash(*) % 16";
  private static final String CHANGED = "key=first:2 rest:*,salt=hash(*) % 8";

  /** A table without a salt. */
  static TablePlan plan(String name) {
    return TestTable.named(name)
        .versions(3)
        .families(Parity.F)
        .splits(SaltingSpec.parse(SPEC).salt().splitPoints())
        .splits("0", "8", "G", "a", "n");
  }

  /** Connections with both plug-ins, which use what they know for an hour. */
  public static Configuration plugIns(EmbeddedCluster cluster) {
    return plugIns(cluster.configuration());
  }

  /** The same for the cluster that this configuration names. */
  public static Configuration plugIns(Configuration plain) {
    Configuration conf = PlugIns.on(plain);
    conf.setLong("halite.client.spec.max-age", 3_600_000);
    return conf;
  }

  /** An asynchronous connection with the plug-in, which uses what it knows for an hour. */
  AsyncConnection connectAsync() throws Exception {
    return ConnectionFactory.createAsyncConnection(plugIns(cluster)).get();
  }

  /** A salted table. */
  TableName create(String name) throws Exception {
    return plan(name).salted(SPEC).create(cluster).name();
  }

  /** A salted table without gateway splits. */
  static TableName createInFourRegions(EmbeddedCluster cluster) throws Exception {
    return TestTable.named("four")
        .families(Parity.F)
        .salted("key=first:2 rest:*,salt=hash(*) % 4")
        .splitBuckets()
        .create(cluster)
        .name();
  }

  /** Gives an empty table another spec. */
  void change(TableName name) throws Exception {
    try (Admin admin = cluster.connection().getAdmin()) {
      admin.disableTable(name);
      admin.modifyTable(plan(name.getNameAsString()).salted(CHANGED).descriptor());
      admin.enableTable(name);
    }
  }

  static Put put(String row) {
    return new Put(Bytes.toBytes(row)).addColumn(Parity.F, Q, Q);
  }

  static void putAll(Table table, String prefix) throws Exception {
    for (int i = 0; i < REQUESTS; i++) {
      table.put(put(prefix + "-" + i));
    }
  }

  static void getAll(Table table, String prefix) throws Exception {
    for (int i = 0; i < REQUESTS; i++) {
      assertThat(table.get(new Get(Bytes.toBytes(prefix + "-" + i))).value()).isEqualTo(Q);
    }
  }

  /** Requests. */
  interface Work {
    void run() throws Exception;
  }

  /** How many mutate RPCs some work costs. */
  long mutates(Work work) throws Exception {
    return grown(MetricsRegionServerWrapper::getRpcMutateRequestsCount, work);
  }

  /** How many get RPCs some work costs. */
  long gets(Work work) throws Exception {
    return grown(MetricsRegionServerWrapper::getRpcGetRequestsCount, work);
  }

  /** Some work costs these RPCs; scans are not counted, as clients look up regions by them. */
  void costs(Work work, RpcCount expected) throws Exception {
    RpcCount before = RpcCount.of(cluster);
    work.run();
    RpcCount sent = RpcCount.of(cluster).since(before);
    assertThat(new RpcCount(sent.mutate(), sent.multi(), sent.get(), 0)).isEqualTo(expected);
  }

  /** How many RPCs of lists some work costs. */
  long multis(Work work) throws Exception {
    return grown(MetricsRegionServerWrapper::getRpcMultiRequestsCount, work);
  }

  private long grown(ToLongFunction<MetricsRegionServerWrapper> count, Work work) throws Exception {
    long before = sum(count);
    work.run();
    return sum(count) - before;
  }

  private long sum(ToLongFunction<MetricsRegionServerWrapper> count) {
    return cluster.utility().getMiniHBaseCluster().getRegionServerThreads().stream()
        .mapToLong(
            server ->
                count.applyAsLong(server.getRegionServer().getMetrics().getRegionServerWrapper()))
        .sum();
  }

  /**
   * Reads that gateways forwarded, as they count themselves: HBase counts what a region's own
   * scanner reads, and a gateway opens none.
   */
  long gatewayReads(TableName name) throws Exception {
    return SaltedTableOperations.of(cluster.connection(), name).spread().gateways().stream()
        .mapToLong(Spread.Share::reads)
        .sum();
  }

  /** Writes that regions were asked for which store nothing: their natural keys begin at '0'. */
  long gatewayWrites(TableName name) {
    return cluster.utility().getMiniHBaseCluster().getRegions(name).stream()
        .filter(
            region -> Bytes.compareTo(region.getRegionInfo().getStartKey(), new byte[] {16}) > 0)
        .mapToLong(HRegion::getWriteRequestsCount)
        .sum();
  }
}
