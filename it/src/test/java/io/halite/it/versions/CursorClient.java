package io.halite.it.versions;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.VersionInfo;

/**
 * The program of a client that sends nothing but scans with cursors, which the plug-in leaves to
 * gateways. It ends at the first byte on its standard input.
 */
final class CursorClient {
  private static final int CONNECTIONS = 4;

  private CursorClient() {}

  /**
   * @param arguments port of ZooKeeper on this machine, address of the master, table, and settings
   *     of the connections, {@code key=value}
   */
  public static void main(String[] arguments) throws Exception {
    Configuration conf = HBaseConfiguration.create();
    conf.set("hbase.zookeeper.quorum", "127.0.0.1");
    conf.set("hbase.zookeeper.property.clientPort", arguments[0]);
    conf.set("hbase.masters", arguments[1]);
    for (int i = 3; i < arguments.length; i++) {
      String[] setting = arguments[i].split("=", 2);
      conf.set(setting[0], setting[1]);
    }
    System.out.println("client " + VersionInfo.getVersion());
    List<Connection> connections = new ArrayList<>();
    for (int i = 0; i < CONNECTIONS; i++) {
      connections.add(ConnectionFactory.createConnection(conf));
    }
    for (int scans = 0; System.in.available() == 0; scans++) {
      try (Table table =
              connections.get(scans % CONNECTIONS).getTable(TableName.valueOf(arguments[2]));
          ResultScanner scanner = table.getScanner(new Scan().setNeedCursorResult(true))) {
        scanner.forEach(row -> {});
      }
      System.out.println("scanned " + scans);
    }
    System.exit(0);
  }
}
