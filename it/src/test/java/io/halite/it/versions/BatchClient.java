package io.halite.it.versions;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.VersionInfo;

/**
 * The program of a client whose connections send nothing but lists of puts and lists of gets, and
 * read back what they wrote. It ends at the first byte on its standard input.
 */
final class BatchClient {
  private static final int CONNECTIONS = 4;
  private static final int ROWS = 10;
  private static final byte[] F = Bytes.toBytes("f");

  private BatchClient() {}

  /**
   * @param arguments port of ZooKeeper on this machine, address of the master, and the table
   */
  public static void main(String[] arguments) throws Exception {
    Configuration conf = HBaseConfiguration.create();
    conf.set("hbase.zookeeper.quorum", "127.0.0.1");
    conf.set("hbase.zookeeper.property.clientPort", arguments[0]);
    conf.set("hbase.masters", arguments[1]);
    System.out.println("client " + VersionInfo.getVersion());
    List<Connection> connections = new ArrayList<>();
    for (int i = 0; i < CONNECTIONS; i++) {
      connections.add(ConnectionFactory.createConnection(conf));
    }
    for (int round = 0; System.in.available() == 0; round++) {
      TableName name = TableName.valueOf(arguments[2]);
      try (Table table = connections.get(round % CONNECTIONS).getTable(name)) {
        send(table, round);
      }
    }
    System.out.println("read all");
    System.exit(0);
  }

  private static void send(Table table, int round) throws Exception {
    List<Put> puts = new ArrayList<>();
    List<Get> gets = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      byte[] row = Rows.key(round, (char) ('a' + i));
      puts.add(new Put(row).addColumn(F, F, row));
      gets.add(new Get(row));
    }
    table.put(puts);
    Result[] rows = table.get(gets);
    for (int i = 0; i < ROWS; i++) {
      if (!Bytes.equals(rows[i].getValue(F, F), puts.get(i).getRow())) {
        System.out.println("different in round " + round + ": " + rows[i]);
        System.exit(1);
      }
    }
  }
}
