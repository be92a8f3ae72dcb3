package io.halite.it.survival;

import io.halite.it.plugin.AsyncAsTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.FutureUtils;

/** Writers and scanners of one table, and what they found wrong. */
final class Load implements AutoCloseable {
  private static final int FIXED = 500;
  private static final long WRITE_PAUSE_MILLIS = 15;
  private static final long SCAN_PAUSE_MILLIS = 150;

  private final TableName name;
  private final Connection connection;
  private final Optional<AsyncConnection> async;
  private final LoadTally tally = new LoadTally();
  private final Findings findings = new Findings();
  private final FixedRows fixed = new FixedRows(FIXED, 17);
  private final List<Writer> writers = new ArrayList<>();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<Future<?>> running = new ArrayList<>();
  private int scanners;
  private volatile boolean stopped;

  private Load(TableName name, Connection connection, Optional<AsyncConnection> async) {
    this.name = name;
    this.connection = connection;
    this.async = async;
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
    Connection connection = ConnectionFactory.createConnection(impatient(configuration));
    return new Load(name, connection, Optional.empty()).begin(kind, writers, scanners);
  }

  /** The same with the asynchronous client, whose answers all of them await. */
  static Load startAsync(TableName name, Configuration configuration, int writers, int scanners)
      throws IOException {
    Configuration impatient = impatient(configuration);
    Connection connection = ConnectionFactory.createConnection(impatient);
    AsyncConnection async = FutureUtils.get(ConnectionFactory.createAsyncConnection(impatient));
    return new Load(name, connection, Optional.of(async)).begin(Writer.Kind.ALL, writers, scanners);
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
    return async.isPresent()
        ? new AsyncAsTable(async.get().getTable(name))
        : connection.getTable(name);
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
    Set<Bytes> known = new HashSet<>();
    for (byte[] key : fixed.keys()) {
      known.add(new Bytes(key));
      if (!rows.containsKey(new Bytes(key))) {
        findings.add(Findings.Kind.LOST, key, "a fixed row");
      }
    }
    for (Entry entry : entries()) {
      Bytes key = new Bytes(entry.key());
      known.add(key);
      entry.check(rows.getOrDefault(key, Result.EMPTY_RESULT), findings);
      if (known.size() % 10 == 0) {
        entry.check(table.get(entry.get()), findings);
      }
    }
    for (Bytes key : rows.keySet()) {
      if (!known.contains(key)) {
        findings.add(Findings.Kind.ALIEN, key.copyBytes(), "is in nobody's books");
      }
    }
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
    return connection;
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
    try (connection) {
      if (async.isPresent()) {
        async.get().close();
      }
    }
  }
}
