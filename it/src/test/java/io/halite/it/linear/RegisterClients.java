package io.halite.it.linear;

import io.halite.it.cluster.PlugIns;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Five clients of one table: a blocking one, one that opts out of doors, an asynchronous one, and
 * one of each kind with the connection plug-in. They do not repeat what failed: what HBase's client
 * makes of repeats is not judged here.
 */
final class RegisterClients implements AutoCloseable {
  static final int ROWS = 200;

  /** How the requests of a client come to the owners. */
  enum Way {
    /** By servers that gateways redirect them to. */
    DOORS,
    GATEWAYS,
    PLUG_IN
  }

  private final History history = new History();
  private final List<Connection> connections = new ArrayList<>();
  private final List<Rows> clients = new ArrayList<>();
  private final List<Way> ways = new ArrayList<>();
  private final List<AsyncConnection> asyncConnections = new ArrayList<>();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<Future<?>> running = new ArrayList<>();
  private final long seed;
  private volatile boolean ended;

  private RegisterClients(TableName table, Configuration cluster, long seed) throws Exception {
    this.seed = seed;
    Configuration conf = new Configuration(cluster);
    conf.setInt("hbase.client.retries.number", 0);
    conf.setInt("hbase.rpc.timeout", 10_000);
    conf.setInt("hbase.client.operation.timeout", 10_000);
    Configuration plugIn = PlugIns.on(conf);
    add(Way.DOORS, table, ConnectionFactory.createConnection(conf));
    add(
        Way.GATEWAYS,
        table,
        ConnectionFactory.createConnection(
            conf, null, User.getCurrent(), Map.of("halite.doors", Bytes.toBytes("off"))));
    add(Way.PLUG_IN, table, ConnectionFactory.createConnection(plugIn));
    for (Configuration each : List.of(conf, plugIn)) {
      AsyncConnection connection = ConnectionFactory.createAsyncConnection(each).get();
      asyncConnections.add(connection);
      clients.add(new AsyncRows(connection.getTable(table)));
    }
    ways.addAll(List.of(Way.DOORS, Way.PLUG_IN));
  }

  private void add(Way way, TableName table, Connection connection) throws IOException {
    ways.add(way);
    connections.add(connection);
    clients.add(new BlockingRows(connection.getTable(table)));
  }

  /** Lets the clients of a table begin; all that they draw follows from the seed. */
  static RegisterClients start(TableName table, Configuration cluster, long seed) throws Exception {
    return start(table, cluster, seed, EnumSet.allOf(Way.class), EnumSet.allOf(Shape.class));
  }

  /** The same with the clients of some ways alone, which send in some shapes alone. */
  static RegisterClients start(
      TableName table, Configuration cluster, long seed, Set<Way> of, Set<Shape> shapes)
      throws Exception {
    RegisterClients started = new RegisterClients(table, cluster, seed);
    for (int client = 0; client < started.clients.size(); client++) {
      if (!of.contains(started.ways.get(client))) {
        continue;
      }
      RegisterClient each =
          new RegisterClient(
              client,
              started.clients.get(client),
              started::key,
              new RandomRequests(seed, client, shapes),
              started.history);
      Callable<Void> run =
          () -> {
            started.run(each);
            return null;
          };
      started.running.add(started.threads.submit(run));
    }
    return started;
  }

  /** The keys of all rows. */
  List<byte[]> keys() {
    return IntStream.range(0, ROWS).mapToObj(this::key).toList();
  }

  /** The key of a row: eight bytes, all rows of a seed even over the key space. */
  private byte[] key(int row) {
    byte[] key = new byte[8];
    new Random(seed * 31 + row).nextBytes(key);
    key[0] = (byte) (row * 256 / ROWS);
    return key;
  }

  private void run(RegisterClient client) throws Exception {
    while (!ended) {
      int failed = client.step((int) (System.nanoTime() / 500_000_000L * 7 % ROWS));
      TimeUnit.MILLISECONDS.sleep(50L * failed);
    }
  }

  /**
   * Stops the clients, and reads each row once more.
   *
   * @param patient a connection that repeats what failed
   */
  History end(TableName table, Connection patient) throws Exception {
    ended = true;
    for (Future<?> client : running) {
      client.get(60, TimeUnit.SECONDS);
    }
    Rows rows = new BlockingRows(patient.getTable(table));
    Sender reader = new Sender(clients.size(), Shape.SINGLE);
    for (int row = 0; row < ROWS; row++) {
      Request read = new Request.Read();
      long invoked = System.nanoTime();
      Object result = rows.send(Rows.action(key(row), read, 0)).get();
      Object number = Rows.answer(read, result);
      Call call = Call.answered(reader, read, invoked, System.nanoTime(), number);
      history.add(row, call.of(Rows.time(result)));
    }
    return history;
  }

  @Override
  public void close() throws IOException {
    ended = true;
    threads.shutdownNow();
    for (Connection connection : connections) {
      connection.close();
    }
    for (AsyncConnection connection : asyncConnections) {
      connection.close();
    }
  }
}
