package io.halite.it.survival;

import io.halite.it.cluster.RegionChanges;
import java.io.IOException;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.RegionInfo;

/**
 * Moves, splits and merges regions of both tables without a rest; what HBase turns down, because a
 * server is away or a region in transition, is counted apart.
 */
final class Restlessness implements AutoCloseable {
  /** What is done to a region. */
  enum Step {
    MOVE,
    SPLIT,
    MERGE
  }

  private static final int FEWEST_REGIONS = 12;
  private static final int MOST_REGIONS = 30;
  private static final int PATIENCE_SECONDS = 20;

  private final Connection connection;
  private final Random random = new Random(3);
  private final Map<Step, Integer> done = new EnumMap<>(Step.class);
  private int turnedDown;
  private final Thread thread = new Thread(this::run, "restlessness");
  private volatile boolean closed;

  Restlessness(Configuration configuration) throws IOException {
    Configuration impatient = new Configuration(configuration);
    impatient.setInt("hbase.client.operation.timeout", PATIENCE_SECONDS * 1000);
    impatient.setInt("hbase.client.sync.wait.timeout.msec", PATIENCE_SECONDS * 1000);
    this.connection = ConnectionFactory.createConnection(impatient);
    thread.start();
  }

  private void run() {
    while (!closed) {
      Step step = Step.values()[random.nextInt(Step.values().length)];
      try (Admin admin = connection.getAdmin()) {
        if (take(step, admin, random.nextBoolean() ? Twins.SALTED : Twins.PLAIN)) {
          done.merge(step, 1, Integer::sum);
        }
        TimeUnit.MILLISECONDS.sleep(300);
      } catch (IOException | ExecutionException | TimeoutException | RuntimeException e) {
        turnedDown++;
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  private boolean take(Step step, Admin admin, TableName table)
      throws IOException, InterruptedException, ExecutionException, TimeoutException {
    List<RegionInfo> regions = admin.getRegions(table);
    int at = random.nextInt(regions.size());
    RegionInfo region = regions.get(at);
    RegionChanges changes = new RegionChanges(admin, PATIENCE_SECONDS);
    switch (step) {
      case MOVE -> {
        List<ServerName> servers = List.copyOf(admin.getRegionServers());
        admin.move(region.getEncodedNameAsBytes(), servers.get(random.nextInt(servers.size())));
      }
      case SPLIT -> {
        byte[] point = new byte[3];
        random.nextBytes(point);
        if (region.getStartKey().length > 0) {
          point[0] = region.getStartKey()[0];
        }
        if (regions.size() >= MOST_REGIONS
            || !region.containsRow(point)
            || Arrays.equals(point, region.getStartKey())) {
          return false;
        }
        changes.split(region, point);
      }
      case MERGE -> {
        return changes.mergeWithNext(regions, at, FEWEST_REGIONS);
      }
    }
    return true;
  }

  @Override
  public String toString() {
    return done + ", turned down " + turnedDown;
  }

  @Override
  public void close() throws IOException, InterruptedException {
    closed = true;
    thread.join(TimeUnit.MINUTES.toMillis(1));
    connection.close();
  }
}
