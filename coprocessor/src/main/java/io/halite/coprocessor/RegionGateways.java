package io.halite.coprocessor;

import io.halite.coprocessor.gateway.IndexGateway;
import io.halite.coprocessor.gateway.LoadedFiles;
import io.halite.coprocessor.gateway.PassCosts;
import io.halite.coprocessor.gateway.ReadGateway;
import io.halite.coprocessor.gateway.ReplicatedWrites;
import io.halite.coprocessor.gateway.ScanGateway;
import io.halite.coprocessor.gateway.WriteGateway;
import io.halite.coprocessor.host.ClientRequest;
import io.halite.coprocessor.operate.NaturalRequests;
import io.halite.coprocessor.owner.Budget;
import io.halite.coprocessor.owner.Budgets;
import io.halite.coprocessor.owner.ForwardRetry;
import io.halite.coprocessor.owner.OwnerConnection;
import io.halite.coprocessor.owner.QuotaAdvice;
import io.halite.coprocessor.owner.SaltingMetrics;
import io.halite.coprocessor.owner.SharedConnection;
import io.halite.coprocessor.table.RegionSettings;
import io.halite.coprocessor.table.Setting;
import io.halite.routing.merge.FamilyRules;
import io.halite.routing.table.SaltedTable;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;

/** The gateways of one region of a salted table: for writes, gets and scans. */
final class RegionGateways implements AutoCloseable {
  private final RegionCoprocessorEnvironment env;
  private final WriteGateway writes;
  private final ReadGateway reads;
  private final ScanGateway scans;
  private final LoadedFiles files;
  private final NaturalRequests natural = new NaturalRequests();
  private volatile boolean closing;

  RegionGateways(SaltedTable table, RegionCoprocessorEnvironment env) {
    this.env = env;
    RegionSettings settings = RegionSettings.of(env);
    Configuration conf = settings.site();
    RegionInfo region = env.getRegionInfo();
    ReplicatedWrites replicated = ReplicatedWrites.of(settings);
    OwnerConnection owners =
        SharedConnection.acquire(
            env.getSharedData(),
            env.getServerName().toString(),
            conf,
            () -> new SaltingMetrics(env.getMetricRegistryForRegionServer()));
    QuotaAdvice.look(
        env.getSharedData(), env.getServerName().toString(), conf, env.getConnection());
    long millis = ForwardRetry.timeoutMillis(conf);
    Budgets budgets = request -> budget(region, millis, request);
    IndexGateway indexes = new IndexGateway(table, owners, budgets);
    this.writes =
        new WriteGateway(
            env.getRegion(), region.getRegionName(), table, owners, budgets, replicated, indexes);
    this.files = new LoadedFiles(table, conf);
    FamilyRules families = FamilyRules.of(env.getRegion().getTableDescriptor());
    this.reads = new ReadGateway(region.getRegionName(), table, owners, budgets, families, indexes);
    this.scans =
        new ScanGateway(
            region,
            table,
            owners,
            () -> closing,
            settings.names(Setting.FILTERS_ROW_LOCAL),
            PassCosts.of(settings, env.getMetricRegistryForRegionServer()),
            families);
  }

  /** A forward while the region closes would keep it open; the client finds its new place. */
  private Budget budget(RegionInfo region, long millis, ClientRequest request)
      throws NotServingRegionException {
    if (closing) {
      throw new NotServingRegionException(region.getRegionNameAsString() + " is closing");
    }
    return Budget.of(millis, request.deadline(), () -> closing);
  }

  /** The requests that came here by natural key. */
  NaturalRequests natural() {
    return natural;
  }

  WriteGateway writes() {
    return writes;
  }

  ReadGateway reads() {
    return reads;
  }

  ScanGateway scans() {
    return scans;
  }

  LoadedFiles files() {
    return files;
  }

  /** From now on forwards that have to wait fail at once, so that the region can close. */
  void closing() {
    closing = true;
  }

  @Override
  public void close() throws IOException {
    closing = true;
    SharedConnection.release(env.getSharedData(), env.getServerName().toString());
  }
}
