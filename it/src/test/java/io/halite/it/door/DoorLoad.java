package io.halite.it.door;

import static io.halite.it.door.PlacedTable.F;
import static io.halite.it.door.PlacedTable.bytes;
import static io.halite.it.door.PlacedTable.put;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Clients with a connection each, half of them asynchronous, that put, get, increment, send batches
 * and scan without a pause, over all gateway regions. {@link #end} stops them and checks what they
 * have written.
 */
final class DoorLoad {
  private static final int CLIENTS = 6;
  private static final byte[] COUNT = Bytes.toBytes("count");

  private final TableName table;
  private final Configuration conf;
  private final int fixedRows;
  private final List<Thread> threads = new ArrayList<>();
  private final ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
  private final AtomicLong[] increments = new AtomicLong[CLIENTS];
  private final AtomicLongArray rounds = new AtomicLongArray(CLIENTS);
  private final LongAccumulator longest = new LongAccumulator(Math::max, 0);
  private volatile boolean stopped;

  private interface Client extends AutoCloseable {
    void round(int number) throws Exception;
  }

  private DoorLoad(TableName table, Configuration conf, int fixedRows) {
    this.table = table;
    this.conf = conf;
    this.fixedRows = fixedRows;
  }

  /** Starts the clients, on a table that holds {@code fixedRows} rows of {@link #fixed}. */
  static DoorLoad start(TableName table, Configuration servers, int fixedRows) {
    Configuration conf = new Configuration(servers);
    conf.setInt("hbase.client.pause", 50);
    conf.setInt("hbase.client.retries.number", 30);
    DoorLoad load = new DoorLoad(table, conf, fixedRows);
    for (int i = 0; i < CLIENTS; i++) {
      int client = i;
      load.increments[i] = new AtomicLong();
      Thread thread = new Thread(() -> load.run(client), "door client " + i);
      thread.setDaemon(true);
      load.threads.add(thread);
      thread.start();
    }
    return load;
  }

  /** A row that stays as it is; the rows begin with all letters. */
  static String fixed(int number) {
    return (char) (number % 2 == 0 ? 'A' + number % 26 : 'a' + number % 26) + "fixed" + number;
  }

  private static String counter(int client) {
    return (client % 2 == 0 ? "m" : "M") + "count" + client;
  }

  private void run(int number) {
    try (Client client = number % 2 == 0 ? synchronous(number) : asynchronous(number)) {
      for (int i = 0; !stopped; i++) {
        long begun = System.nanoTime();
        client.round(i);
        longest.accumulate(System.nanoTime() - begun);
        rounds.incrementAndGet(number);
      }
    } catch (Throwable failure) {
      failures.add(new AssertionError("client " + number, failure));
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
    return !failures.isEmpty();
  }

  private static String row(int client, int round, int letter) {
    return (char) letter + "c" + client + "-" + round % 50;
  }

  private Client synchronous(int number) throws Exception {
    Connection connection = ConnectionFactory.createConnection(conf);
    Table client = connection.getTable(table);
    return new Client() {
      @Override
      public void round(int round) throws Exception {
        String value = "v" + round;
        client.put(put(row(number, round, 'n'), value));
        client.put(
            List.of(put(row(number, round, 'b'), value), put(row(number, round, 'B'), value)));
        for (int letter : new int[] {'n', 'b', 'B'}) {
          check(client.get(new Get(bytes(row(number, round, letter)))), value);
        }
        client.increment(one(number));
        increments[number].incrementAndGet();
        if (round % 20 == 0) {
          try (ResultScanner scanner = client.getScanner(scan())) {
            List<Result> results = new ArrayList<>();
            for (Result next = scanner.next(); next != null; next = scanner.next()) {
              results.add(next);
            }
            checkScan(results);
          }
        }
      }

      @Override
      public void close() throws Exception {
        connection.close();
      }
    };
  }

  private Client asynchronous(int number) throws Exception {
    AsyncConnection connection = ConnectionFactory.createAsyncConnection(conf).get();
    AsyncTable<?> client =
        connection.getTableBuilder(table).setOperationTimeout(2, TimeUnit.MINUTES).build();
    return new Client() {
      @Override
      public void round(int round) throws Exception {
        String value = "v" + round;
        client.put(put(row(number, round, 'n'), value)).get();
        client
            .putAll(
                List.of(put(row(number, round, 'b'), value), put(row(number, round, 'B'), value)))
            .get();
        for (int letter : new int[] {'n', 'b', 'B'}) {
          check(client.get(new Get(bytes(row(number, round, letter)))).get(), value);
        }
        client.increment(one(number)).get();
        increments[number].incrementAndGet();
        if (round % 20 == 0) {
          checkScan(client.scanAll(scan()).get());
        }
      }

      @Override
      public void close() throws Exception {
        connection.close();
      }
    };
  }

  private static Increment one(int client) {
    return new Increment(bytes(counter(client))).addColumn(F, COUNT, 1);
  }

  private static Scan scan() {
    return new Scan().addColumn(F, bytes("fixed")).setCaching(7);
  }

  private static void check(Result result, String value) {
    assertThat(RawRequests.text(result)).endsWith("=" + value);
  }

  private void checkScan(List<Result> results) {
    List<String> rows = results.stream().map(each -> Bytes.toString(each.getRow())).toList();
    assertThat(rows).isSorted().doesNotHaveDuplicates().hasSize(fixedRows);
  }

  /** Writes the rows that stay as they are. */
  static void writeFixed(Table client, int rows) throws Exception {
    for (int i = 0; i < rows; i++) {
      client.put(new Put(bytes(fixed(i))).addColumn(F, bytes("fixed"), bytes("x")));
    }
  }

  /** Stops the clients; no operation has failed, and each increment has been counted once. */
  void end(Table reader) throws Exception {
    stopped = true;
    for (Thread thread : threads) {
      thread.join(180_000);
      assertThat(thread.isAlive()).as("%s hangs", thread).isFalse();
    }
    if (hasFailed()) {
      throw new AssertionError(failures.size() + " clients failed", failures.peek());
    }
    for (int i = 0; i < CLIENTS; i++) {
      Result counted = reader.get(new Get(bytes(counter(i))).addColumn(F, COUNT));
      assertThat(Bytes.toLong(counted.getValue(F, COUNT))).isEqualTo(increments[i].get());
    }
  }
}
