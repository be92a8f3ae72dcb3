package io.halite.it.door;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.plugin.AsyncAsTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.stream.IntStream;
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

/**
 * Clients with a connection each, half of them asynchronous, that send all kinds of requests
 * without a pause, over all gateway regions. {@link #end} stops them and compares each row with
 * what was acknowledged.
 */
final class DoorLoad {
  static final int CLIENTS = 6;

  private final TableName table;
  private final Configuration conf;
  private final int fixedRows;
  private final Way way;
  private final List<Thread> threads = new ArrayList<>();
  private final Map<Integer, LoadClient> clients = new ConcurrentSkipListMap<>();
  private final ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
  private final AtomicLongArray rounds = new AtomicLongArray(CLIENTS);
  private final LongAccumulator longest = new LongAccumulator(Math::max, 0);
  private volatile boolean stopped;

  /** What a test puts between a client and its table. */
  interface Way {
    /** Returns the table that the client of this number uses. */
    Table of(int client, Table table);
  }

  private DoorLoad(TableName table, Configuration conf, int fixedRows, Way way) {
    this.table = table;
    this.conf = conf;
    this.fixedRows = fixedRows;
    this.way = way;
  }

  /** Writes the rows that stay as they are. */
  static void writeFixed(Table client, int rows) throws Exception {
    LoadClient.writeFixed(client, rows);
  }

  /** Starts the clients, on a table that holds {@code fixedRows} rows of {@link #writeFixed}. */
  static DoorLoad start(TableName table, Configuration servers, int fixedRows) {
    return start(table, servers, fixedRows, (client, straight) -> straight);
  }

  /** The same with something between the clients and the table. */
  static DoorLoad start(TableName table, Configuration servers, int fixedRows, Way way) {
    Configuration conf = new Configuration(servers);
    conf.setInt("hbase.client.pause", 50);
    conf.setInt("hbase.client.retries.number", 30);
    DoorLoad load = new DoorLoad(table, conf, fixedRows, way);
    for (int i = 0; i < CLIENTS; i++) {
      int client = i;
      Thread thread = new Thread(() -> load.run(client), "door client " + i);
      thread.setDaemon(true);
      load.threads.add(thread);
      thread.start();
    }
    return load;
  }

  private void run(int number) {
    try {
      if (number % 2 == 0) {
        try (Connection connection = ConnectionFactory.createConnection(conf)) {
          run(number, connection.getTable(table));
        }
      } else {
        try (AsyncConnection connection = ConnectionFactory.createAsyncConnection(conf).get()) {
          run(
              number,
              new AsyncAsTable(
                  connection
                      .getTableBuilder(table)
                      .setOperationTimeout(2, TimeUnit.MINUTES)
                      .build(),
                  true));
        }
      }
    } catch (Throwable failure) {
      failures.add(new AssertionError("client " + number, failure));
    }
  }

  private void run(int number, Table straight) throws Exception {
    LoadClient client = new LoadClient(number, way.of(number, straight), fixedRows);
    clients.put(number, client);
    for (int i = 0; !stopped; i++) {
      long begun = System.nanoTime();
      client.round(i);
      longest.accumulate(System.nanoTime() - begun);
      rounds.incrementAndGet(number);
    }
  }

  /** Rounds that the clients have made. */
  long rounds() {
    return IntStream.range(0, CLIENTS).mapToLong(rounds::get).sum();
  }

  /** Waits until each client has made two more rounds. */
  void awaitEachClient() throws Exception {
    long[] before = IntStream.range(0, CLIENTS).mapToLong(rounds::get).toArray();
    Polling.until(
        "two more rounds of each client",
        () ->
            hasFailed()
                || IntStream.range(0, CLIENTS).allMatch(i -> rounds.get(i) > before[i] + 1));
  }

  /** How long the longest round since the last call took, in milliseconds. */
  long takeLongestMillis() {
    return TimeUnit.NANOSECONDS.toMillis(longest.getThenReset());
  }

  boolean hasFailed() {
    return failed() > 0;
  }

  /** How many clients have failed, and ended by it. */
  int failed() {
    return failures.size();
  }

  /** Stops the clients; no operation has failed, and each row holds what was acknowledged. */
  void end(Table reader) throws Exception {
    Polling.until(
        "each client has sent every kind of request",
        () ->
            hasFailed()
                || IntStream.range(0, CLIENTS)
                    .allMatch(i -> rounds.get(i) >= LoadClient.FULL_TURN));
    stop();
    if (hasFailed()) {
      throw new AssertionError(failures.size() + " clients failed", failures.peek());
    }
    assertThat(differences(reader)).isEmpty();
  }

  /** Lets each client end its round, and waits for that. */
  void stop() throws InterruptedException {
    stopped = true;
    for (Thread thread : threads) {
      thread.join(180_000);
      assertThat(thread.isAlive()).as("%s hangs", thread).isFalse();
    }
  }

  /** What the rows of the clients may hold, now that these have stopped. */
  List<KnownRows> known() {
    return clients.values().stream().map(LoadClient::rows).toList();
  }

  /** The rows that do not hold what was acknowledged, by gets or by a scan of the table. */
  List<String> differences(Table reader) throws Exception {
    Map<String, Map<String, String>> scanned = new TreeMap<>();
    List<String> order = new ArrayList<>();
    try (ResultScanner scanner = reader.getScanner(new Scan())) {
      for (Result next = scanner.next(); next != null; next = scanner.next()) {
        String row = Bytes.toString(next.getRow());
        order.add(row);
        scanned.put(row, KnownRows.columns(next));
      }
    }
    assertThat(order).as("the rows of a scan").isSorted().doesNotHaveDuplicates();
    List<String> differences = new ArrayList<>();
    for (LoadClient client : clients.values()) {
      differences.addAll(client.differences(reader, scanned));
    }
    return differences;
  }
}
