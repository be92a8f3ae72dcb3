package io.halite.it.cluster;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionLocator;

/**
 * Moves, splits, merges and flushes random regions beside a load, one step after the other, in a
 * separate thread. It ends when it is closed or its time limit is over. It counts the steps that
 * HBase refuses separately: a merge of daughters that are not compacted yet, for example.
 *
 * <pre>{@code
 * try (RegionChurn churn =
 *     RegionChurn.of(table).steps(Step.MOVE).start(configuration, Duration.ofMinutes(5))) {
 *   …
 *   System.out.println(churn); // regions: done {MOVE=7}, refused {}
 * }
 * }</pre>
 *
 * <p>It waits for each step, for as long as the plan says. Any thread may read the counts.
 */
public final class RegionChurn implements AutoCloseable {
  /** A change of a region. */
  public enum Step {
    MOVE,
    SPLIT,
    MERGE,
    FLUSH
  }

  private final ChurnPlan plan;
  private final Connection connection;
  private final long end;
  private final Map<Step, Integer> done = new EnumMap<>(Step.class);
  private final Map<Step, Integer> refused = new EnumMap<>(Step.class);
  private final Map<String, Set<ServerName>> visits = new HashMap<>();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread thread = new Thread(this::run, "region churn");

  private RegionChurn(ChurnPlan plan, Connection connection, Duration limit) {
    this.plan = plan;
    this.connection = connection;
    this.end = System.nanoTime() + limit.toNanos();
  }

  /** A plan for steps on the regions of these tables. */
  public static ChurnPlan of(TableName... tables) {
    return new ChurnPlan(List.of(tables));
  }

  static RegionChurn start(ChurnPlan plan, Configuration configuration, Duration limit)
      throws IOException {
    int patience = Math.toIntExact(plan.patience().toMillis());
    Configuration impatient = new Configuration(configuration);
    impatient.setInt("hbase.client.operation.timeout", patience);
    impatient.setInt("hbase.client.sync.wait.timeout.msec", patience);
    RegionChurn churn = new RegionChurn(plan, ConnectionFactory.createConnection(impatient), limit);
    churn.thread.setDaemon(true);
    churn.thread.start();
    return churn;
  }

  /** How many steps of this kind HBase has done. */
  public synchronized int done(Step step) {
    return done.getOrDefault(step, 0);
  }

  /** How many steps of all kinds HBase has done. */
  public synchronized int changes() {
    return done.values().stream().mapToInt(Integer::intValue).sum();
  }

  private synchronized void count(Map<Step, Integer> counts, Step step) {
    counts.merge(step, 1, Integer::sum);
  }

  private void run() {
    try {
      do {
        Step step = plan.nextStep();
        try (Admin admin = connection.getAdmin()) {
          count(take(step, admin) ? done : refused, step);
        } catch (IOException | ExecutionException | TimeoutException | RuntimeException e) {
          count(refused, step);
        }
      } while (System.nanoTime() < end
          && !closed.await(plan.rest().toMillis(), TimeUnit.MILLISECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean take(Step step, Admin admin)
      throws IOException, InterruptedException, ExecutionException, TimeoutException {
    List<RegionInfo> regions = admin.getRegions(plan.nextTable());
    int at = plan.random().nextInt(regions.size());
    RegionInfo region = regions.get(at);
    return switch (step) {
      case MOVE -> move(admin, region);
      case SPLIT -> regions.size() < plan.mostRegions() && split(admin, region);
      case MERGE -> regions.size() > plan.fewestRegions() && merge(admin, regions, at);
      case FLUSH -> {
        admin.flushRegion(region.getRegionName());
        yield true;
      }
    };
  }

  private boolean move(Admin admin, RegionInfo region) throws IOException {
    if (plan.movesBack()) {
      admin.move(region.getEncodedNameAsBytes());
      return true;
    }
    Optional<ServerName> server = newServer(admin, region);
    if (server.isPresent()) {
      admin.move(region.getEncodedNameAsBytes(), server.get());
    }
    return server.isPresent();
  }

  /** A random server on which the region has not been. */
  private Optional<ServerName> newServer(Admin admin, RegionInfo region) throws IOException {
    Set<ServerName> visited = visits.computeIfAbsent(region.getEncodedName(), r -> new HashSet<>());
    try (RegionLocator locator = connection.getRegionLocator(region.getTable())) {
      visited.add(locator.getRegionLocation(region.getStartKey(), true).getServerName());
    }
    List<ServerName> servers = new ArrayList<>(admin.getRegionServers());
    servers.removeAll(visited);
    return servers.isEmpty()
        ? Optional.empty()
        : Optional.of(servers.get(plan.random().nextInt(servers.size())));
  }

  private boolean split(Admin admin, RegionInfo region)
      throws IOException, InterruptedException, ExecutionException, TimeoutException {
    Optional<byte[]> point = plan.splitPoint(region);
    if (point.isPresent()) {
      await(admin.splitRegionAsync(region.getRegionName(), point.get()));
    }
    return point.isPresent();
  }

  private boolean merge(Admin admin, List<RegionInfo> regions, int at)
      throws IOException, InterruptedException, ExecutionException, TimeoutException {
    if (at + 1 == regions.size()) {
      return false;
    }
    byte[][] pair = {regions.get(at).getRegionName(), regions.get(at + 1).getRegionName()};
    await(admin.mergeRegionsAsync(pair, false));
    return true;
  }

  private void await(Future<Void> step)
      throws InterruptedException, ExecutionException, TimeoutException {
    step.get(plan.patience().toMillis(), TimeUnit.MILLISECONDS);
  }

  @Override
  public synchronized String toString() {
    return "regions: done " + done + ", refused " + refused;
  }

  /** Waits for the current step, for as long as the plan says, and ends. */
  @Override
  public void close() throws IOException, InterruptedException {
    closed.countDown();
    thread.join(2 * plan.patience().toMillis());
    thread.interrupt();
    connection.close();
  }
}
