package io.halite.it.oracle;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SiteValue;
import io.halite.it.cluster.TablePlan;
import io.halite.it.cluster.TestTable;
import io.halite.keys.SaltingSpec;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;

/**
 * One run of the oracle on a pair of fresh tables. A run is repeated by its seed, which it prints:
 * {@code -Dhalite.oracle.seed=…}; its length is {@code -Dhalite.oracle.operations=…}.
 */
final class Oracle implements AutoCloseable {
  private static final String SEED = "halite.oracle.seed";
  private static final String OPERATIONS = "halite.oracle.operations";

  private final SiteValue passBytes;
  private final TableName salted;
  private final TableName plain;
  private final List<TestTable> tables;
  private final byte[][] splits;
  private final long seed = Long.getLong(SEED, System.nanoTime());
  private final int operations;
  private final OperationGenerator generator;
  private final TwinTables twins;
  private final GatewayCounts gateways;
  private final Population population;
  private int ran;

  private Oracle(
      EmbeddedCluster cluster, String name, Optional<String> spec, OracleSettings settings)
      throws Exception {
    // Little room, so that scans of scattered rows take many passes.
    passBytes = SiteValue.set(cluster, "halite.scan.pass.bytes", "20000");
    salted = TableName.valueOf(name + "-salted");
    plain = TableName.valueOf(name + "-plain");
    DataKeys data = settings.data().apply(new Random(seed));
    splits = TwinPlans.splits(settings.buckets(), data.cuts());
    TablePlan saltedPlan = TwinPlans.plan(salted, settings, splits);
    spec.ifPresent(saltedPlan::salted);
    settings.form().timed().ifPresent(time -> saltedPlan.coprocessor(TestTable.LATEST_ENDPOINT));
    tables =
        List.of(
            saltedPlan.create(cluster), TwinPlans.plan(plain, settings, splits).create(cluster));
    TwinClock clock = new TwinClock();
    population = new Population(splits, settings);
    Random random = new Random(seed);
    Keys keys = new Keys(random, splits, settings, data.natural());
    generator =
        new OperationGenerator(
            random, settings, keys, spec.map(SaltingSpec::parse), clock, population);
    operations = Integer.getInteger(OPERATIONS, settings.operations());
    Configuration client = new Configuration(cluster.configuration());
    client.setInt("hbase.client.pause", 20);
    if (settings.still()) {
      // Nothing passes by waiting for it: what fails, fails soon.
      client.setInt("hbase.client.retries.number", 3);
    } else {
      client.setInt("hbase.client.retries.number", 30);
    }
    twins = new TwinTables(salted, plain, settings.clients().settings(client), clock);
    gateways = new GatewayCounts(splits);
  }

  /** Creates the twins: one with {@code spec}, a salted one, and one without any. */
  static Oracle create(EmbeddedCluster cluster, String name, String spec, OracleSettings settings)
      throws Exception {
    return new Oracle(cluster, name, Optional.of(spec), settings);
  }

  /** Creates twins that are both plain: what the oracle itself is judged by. */
  static Oracle ofPlainTwins(EmbeddedCluster cluster, String name, OracleSettings settings)
      throws Exception {
    return new Oracle(cluster, name, Optional.empty(), settings);
  }

  /** Runs all operations, or throws at the first difference. */
  void run() throws Exception {
    run(operations);
  }

  void run(int count) throws Exception {
    run(count, calls -> {});
  }

  /** Runs all operations, as {@link #run(int, Consumer)} does. */
  void run(Consumer<Set<SentCalls.Call>> after) throws Exception {
    run(operations, after);
  }

  /**
   * Runs so many operations.
   *
   * @param after receives, after each operation, what it has called of the salted twin
   */
  void run(int count, Consumer<Set<SentCalls.Call>> after) throws Exception {
    System.out.printf(
        "oracle %s: seed %d, %d operations, %d regions%n", salted, seed, count, splits.length + 1);
    long start = System.nanoTime();
    try {
      for (int i = 0; i < count; i++) {
        Operation operation = generator.next();
        Set<SentCalls.Call> calls = twins.apply(operation);
        after.accept(calls);
        population.add(calls);
        gateways.add(operation);
        population.add(operation);
        ran++;
      }
    } catch (AssertionError e) {
      throw new AssertionError("repeat with -D" + SEED + '=' + seed + ": " + e.getMessage(), e);
    }
    System.out.printf(
        "oracle %s: %d operations in %d s, 0 differences; %s; %s; %d refused where they may be%n",
        salted,
        count,
        TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start),
        gateways,
        population,
        twins.refused());
  }

  /** How many operations it has run: those of {@code -Dhalite.oracle.operations}, or more. */
  int ran() {
    return ran;
  }

  TwinTables twins() {
    return twins;
  }

  long seed() {
    return seed;
  }

  Keys keys() {
    return generator.keys();
  }

  GatewayCounts gateways() {
    return gateways;
  }

  Population population() {
    return population;
  }

  TableName saltedName() {
    return salted;
  }

  TableName plainName() {
    return plain;
  }

  @Override
  public void close() throws Exception {
    passBytes.close();
    twins.close();
    for (TestTable table : tables) {
      table.close();
    }
  }
}
