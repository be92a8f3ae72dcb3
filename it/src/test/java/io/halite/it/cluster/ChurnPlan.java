package io.halite.it.cluster;

import io.halite.it.cluster.RegionChurn.Step;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.RegionInfo;

/**
 * What a {@link RegionChurn} will do: which steps, how often, between which numbers of regions.
 * Unless it says otherwise: all steps, 300 ms apart, on a table of 2 to 40 regions, each given 60
 * seconds, and regions split at random keys of three bytes. Mutable until it is started.
 */
public final class ChurnPlan {
  private final List<TableName> tables;
  private final List<Step> deck = new ArrayList<>();
  private List<Step> steps = List.of(Step.values());
  private Random random = new Random(3);
  private Duration rest = Duration.ofMillis(300);
  private Duration patience = Duration.ofSeconds(60);
  private int fewestRegions = 2;
  private int mostRegions = 40;
  private boolean movesBack = true;
  private Function<RegionInfo, byte[]> points = this::randomPoint;

  ChurnPlan(List<TableName> tables) {
    this.tables = tables;
  }

  /** Takes only these steps. */
  public ChurnPlan steps(Step... some) {
    steps = List.of(some);
    return this;
  }

  /** Draws the steps from this seed. */
  public ChurnPlan seed(long seed) {
    random = new Random(seed);
    return this;
  }

  /** How long it rests between two steps, so that regions are open in the meantime. */
  public ChurnPlan rest(Duration between) {
    rest = between;
    return this;
  }

  /** How long it waits for a step before it counts it as refused. */
  public ChurnPlan patience(Duration each) {
    patience = each;
    return this;
  }

  /** Neither merges a table of {@code fewest} regions nor splits one of {@code most}. */
  public ChurnPlan regions(int fewest, int most) {
    fewestRegions = fewest;
    mostRegions = most;
    return this;
  }

  /** Splits a region at the key that this function returns for it, if the key lies inside. */
  public ChurnPlan splitAt(Function<RegionInfo, byte[]> keys) {
    points = keys;
    return this;
  }

  /**
   * Moves no region back to a server where it has been. If such a region were split, its servers
   * would send HBase's clients to and fro for two minutes, under a plain table too. {@code
   * ReturnedRegionIT} tests what gateways do then.
   */
  public ChurnPlan neverBack() {
    movesBack = false;
    return this;
  }

  /** Starts the churn, which ends when {@code limit} is over. */
  public RegionChurn start(Configuration cluster, Duration limit) throws IOException {
    return RegionChurn.start(this, cluster, limit);
  }

  private byte[] randomPoint(RegionInfo region) {
    byte[] point = new byte[3];
    random.nextBytes(point);
    if (region.getStartKey().length > 0) {
      point[0] = region.getStartKey()[0];
    }
    return point;
  }

  Optional<byte[]> splitPoint(RegionInfo region) {
    byte[] point = points.apply(region);
    boolean isInside = region.containsRow(point) && !Arrays.equals(point, region.getStartKey());
    return isInside ? Optional.of(point) : Optional.empty();
  }

  /** The next step; each of them comes once before any comes again. */
  Step nextStep() {
    if (deck.isEmpty()) {
      deck.addAll(steps);
      Collections.shuffle(deck, random);
    }
    return deck.remove(deck.size() - 1);
  }

  TableName nextTable() {
    return tables.get(random.nextInt(tables.size()));
  }

  Random random() {
    return random;
  }

  Duration rest() {
    return rest;
  }

  Duration patience() {
    return patience;
  }

  int fewestRegions() {
    return fewestRegions;
  }

  int mostRegions() {
    return mostRegions;
  }

  boolean movesBack() {
    return movesBack;
  }
}
