package io.halite.it.versions;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.VersionInfo;

/**
 * The program of a client that knows nothing of Halite: it sends the same requests to a plain table
 * and to a salted one, round after round, and compares what HBase's client returns. It ends at the
 * first byte on its standard input.
 *
 * <p>It uses what HBase's clients from 2.4 on have, and no other class of the tests: its class path
 * has no more than theirs.
 */
final class TwinClient {
  /** More than one, since a gateway's own server is the door of some of its connections. */
  private static final int CONNECTIONS = 4;

  private TwinClient() {}

  /**
   * @param arguments port of ZooKeeper on this machine, address of the master, plain table, salted
   *     table, and settings of the connections to the salted table, {@code key=value}
   */
  public static void main(String[] arguments) throws Exception {
    Configuration conf = HBaseConfiguration.create();
    conf.set("hbase.zookeeper.quorum", "127.0.0.1");
    conf.set("hbase.zookeeper.property.clientPort", arguments[0]);
    // HBase 3 asks a master where the servers are, and no ZooKeeper.
    conf.set("hbase.masters", arguments[1]);
    TableName plain = TableName.valueOf(arguments[2]);
    TableName salted = TableName.valueOf(arguments[3]);
    Configuration ofSalted = new Configuration(conf);
    for (int i = 4; i < arguments.length; i++) {
      String[] setting = arguments[i].split("=", 2);
      ofSalted.set(setting[0], setting[1]);
    }
    System.out.println("client " + VersionInfo.getVersion());
    Connection plainConnection = ConnectionFactory.createConnection(conf);
    AsyncConnection plainAsync = ConnectionFactory.createAsyncConnection(conf).get();
    List<Connection> blocking = new ArrayList<>();
    List<AsyncConnection> asynchronous = new ArrayList<>();
    for (int i = 0; i < CONNECTIONS; i++) {
      blocking.add(ConnectionFactory.createConnection(ofSalted));
      asynchronous.add(ConnectionFactory.createAsyncConnection(ofSalted).get());
    }
    System.out.println(
        "over "
            + blocking.get(0).getClass().getSimpleName()
            + " and "
            + asynchronous.get(0).getClass().getSimpleName());
    System.out.println("below " + below(blocking.get(0)));
    for (int round = 0; System.in.available() == 0; round++) {
      Connection connection = blocking.get(round % CONNECTIONS);
      try (Table onePlain = plainConnection.getTable(plain);
          Table oneSalted = connection.getTable(salted)) {
        compare(
            "round " + round,
            BlockingRequests.send(onePlain, round),
            BlockingRequests.send(oneSalted, round));
      }
      AsyncConnection async = asynchronous.get(round % CONNECTIONS);
      MutatorRequests.send(plainConnection, plainAsync, plain, round);
      MutatorRequests.send(connection, async, salted, round);
      compare(
          "asynchronous round " + round,
          AsyncRequests.send(plainAsync.getTable(plain), round),
          AsyncRequests.send(async.getTable(salted), round));
      System.out.println("equal " + round);
    }
    // Connections would keep the process alive.
    System.exit(0);
  }

  /** The class of the asynchronous connection below a blocking one, from HBase 3 on. */
  private static String below(Connection connection) throws ReflectiveOperationException {
    for (Method method : Connection.class.getMethods()) {
      if (method.getName().equals("toAsyncConnection")) {
        return method.invoke(connection).getClass().getSimpleName();
      }
    }
    return "nothing";
  }

  private static void compare(String round, List<String> plain, List<String> salted) {
    if (!plain.equals(salted)) {
      System.out.println("different in " + round + "\nplain  " + plain + "\nsalted " + salted);
      System.exit(1);
    }
  }
}
