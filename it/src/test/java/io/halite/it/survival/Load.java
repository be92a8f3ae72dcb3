package io.halite.it.survival;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/** Writers and scanners of one table, and what they found wrong. */
final class Load implements Closeable {
  private static final int FIXED = 500;
  private static final int GETS = 100;
  private static final long WRITE_PAUSE_MILLIS = 15;
  private static final long SCAN_PAUSE_MILLIS = 150;

  private final TableName name;
  private final Configuration configuration;
  private final TableSource tables;
  private final LoadTally tally = new LoadTally();
  private final Findings findings = new Findings();
  private final FixedRows fixed = new FixedRows(FIXED, 17);
  private final List<Writer> writers = new ArrayList<>();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<Future<?>> running = new ArrayList<>();
  private int scanners;
  private volatile boolean stopped;

  private Load(TableName name, Configuration configuration, boolean isAsync) throws IOException {
    this.name = name;
    this.configuration = configuration;
    this.tables = TableSource.connect(impatient(configuration), isAsync);
  }

  /** Gives up before a minute is over, so that outcomes do become unknown. */
  private static Configuration impatient(Configuration configuration) {
    Configuration impatient = new Configuration(configuration);
    impatient.setInt("hbase.rpc.timeout", 10_000);
    impatient.setInt("hbase.client.operation.timeout", 45_000);
    impatient.setInt("hbase.client.scanner.timeout.period", 30_000);
    impatient.setInt("hbase.client.pause", 50);
    return impatient;
  }

  /** Writes the fixed rows, then lets all clients begin, who write in every way. */
  static Load start(TableName name, Configuration configuration, int writers, int scanners)
      throws IOException {
    return start(name, configuration, Writer.Kind.ALL, writers, scanners);
  }

  /** The same with writers of a kind. */
  static Load start(
      TableName name, Configuration configuration, Writer.Kind kind, int writers, int scanners)
      throws IOException {
    return new Load(name, configuration, false).begin(kind, writers, scanners);
  }

  /** The same with the asynchronous client, whose answers all of them await. */
  static Load startAsync(TableName name, Configuration configuration, int writers, int scanners)
      throws IOException {
    return new Load(name, configuration, true).begin(Writer.Kind.ALL, writers, scanners);
  }

  private Load begin(Writer.Kind kind, int writing, int scanning) throws IOException {
    try (Table table = open()) {
      fixed.write(table);
    }
    for (int i = 0; i < writing; i++) {
      Writer writer = new Writer(i, kind, tally);
      writers.add(writer);
      loop(WRITE_PAUSE_MILLIS, writer::write);
    }
    scanners = scanning;
    for (int i = 0; i < scanning; i++) {
      Random random = new Random(i);
      loop(SCAN_PAUSE_MILLIS, table -> scan(table, random));
    }
    return this;
  }

  private Table open() throws IOException {
    return tables.open(name);
  }

  private interface Step {
    void take(Table table) throws InterruptedException;
  }

  private void loop(long pauseMillis, Step step) {
    running.add(
        threads.submit(
            () -> {
              try (Table table = open()) {
                while (!stopped) {
                  step.take(table);
                  Thread.sleep(pauseMillis);
                }
              }
              return null;
            }));
  }

  private void scan(Table table, Random random) {
    long start = System.nanoTime();
    try {
      fixed.scan(table, random, findings);
      tally.scanned(System.nanoTime() - start);
    } catch (IOException | RuntimeException e) {
      // A scan may fail under faults; what it must not do is to end early or out of order.
      tally.failScan(e, System.nanoTime() - start);
    }
  }

  /** Ends all clients, each after its last operation. */
  void end() throws Exception {
    stopped = true;
    for (Future<?> client : running) {
      client.get(2, TimeUnit.MINUTES);
    }
  }

  /** Ends all clients and holds the table against their books. */
  Findings stop() throws Exception {
    end();
    Map<Bytes, Result> rows = new HashMap<>();
    try (Table table = open();
        ResultScanner scanner = table.getScanner(new Scan())) {
      for (Result row : scanner) {
        if (rows.put(new Bytes(row.getRow()), row) != null) {
          findings.add(Findings.Kind.DISORDER, row.getRow(), "is in the last scan twice");
        }
      }
      check(rows, table);
    }
    return findings;
  }

  private void check(Map<Bytes, Result> rows, Table table) throws IOException {
    List<Entry> entries = entries();
    List<Result> scanned = new ArrayList<>();
    for (byte[] key : keys()) {
      scanned.add(rows.getOrDefault(new Bytes(key), Result.EMPTY_RESULT));
    }
    check(scanned, entries, "the last scan");
    check(read(table, keys()), entries, "a get");
    Set<Bytes> known = new HashSet<>();
    keys().forEach(key -> known.add(new Bytes(key)));
    for (Bytes key : rows.keySet()) {
      if (!known.contains(key)) {
        findings.add(Findings.Kind.ALIEN, key.copyBytes(), "is in nobody's books");
      }
    }
  }

  /**
   * Holds what was read against the books.
   *
   * @param read a result for each of {@link #keys()}
   */
  private void check(List<Result> read, List<Entry> entries, String by) {
    List<byte[]> ofFixed = fixed.keys();
    for (int i = 0; i < ofFixed.size(); i++) {
      if (!FixedRows.isWhole(read.get(i))) {
        findings.add(Findings.Kind.LOST, ofFixed.get(i), "a fixed row, by " + by);
      }
    }
    for (int i = 0; i < entries.size(); i++) {
      entries.get(i).check(read.get(ofFixed.size() + i), findings);
    }
  }

  private static List<Result> read(Table table, List<byte[]> keys) throws IOException {
    List<Result> read = new ArrayList<>();
    for (int from = 0; from < keys.size(); from += GETS) {
      List<Get> gets =
          keys.subList(from, Math.min(from + GETS, keys.size())).stream().map(Get::new).toList();
      read.addAll(List.of(table.get(gets)));
    }
    return read;
  }

  TableName name() {
    return name;
  }

  LoadTally tally() {
    return tally;
  }

  int writers() {
    return writers.size();
  }

  /**
   * Whether a writer had at least a tenth of the acknowledgements that a writer of another table
   * had, and a scanner a tenth of its finished scans.
   */
  boolean isBusyBeside(Load other) {
    return 10 * tally.acknowledged() * other.writers.size()
            >= other.tally.acknowledged() * writers.size()
        && 10 * tally.scans() * other.scanners >= other.tally.scans() * scanners;
  }

  /** What was found wrong so far. */
  Findings findings() {
    return findings;
  }

  /** The keys of the rows that are never written again. */
  List<byte[]> fixedKeys() {
    return fixed.keys();
  }

  /** Everything that the writers know of their rows. */
  List<Entry> entries() {
    return writers.stream().flatMap(writer -> writer.entries().stream()).toList();
  }

  Connection connection() {
    return tables.blocking();
  }

  /**
   * Connects another client of the same kind.
   *
   * @param change what it sets otherwise
   */
  TableSource connect(Consumer<Configuration> change) throws IOException {
    Configuration other = new Configuration(configuration);
    change.accept(other);
    return TableSource.connect(other, tables.isAsync());
  }

  /** All keys that were ever written. */
  List<byte[]> keys() {
    List<byte[]> keys = new ArrayList<>(fixed.keys());
    entries().forEach(entry -> keys.add(entry.key()));
    return keys;
  }

  @Override
  public String toString() {
    return "%-7s %s; %s".formatted(name, tally, findings);
  }

  @Override
  public void close() throws IOException {
    stopped = true;
    threads.shutdownNow();
    tables.close();
  }
}
