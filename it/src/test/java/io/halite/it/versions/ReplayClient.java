package io.halite.it.versions;

import static io.halite.it.versions.Rows.F;
import static io.halite.it.versions.Rows.Q;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.VersionInfo;

/** The program of a WALPlayer: it writes one stored key, and reads its natural one. */
final class ReplayClient {
  private ReplayClient() {}

  /**
   * @param arguments port of ZooKeeper on this machine, address of the master, the table, the
   *     stored key in hexadecimal, and settings of the connection, {@code key=value}
   */
  public static void main(String[] arguments) throws Exception {
    Configuration conf = HBaseConfiguration.create();
    conf.set("hbase.zookeeper.quorum", "127.0.0.1");
    conf.set("hbase.zookeeper.property.clientPort", arguments[0]);
    conf.set("hbase.masters", arguments[1]);
    conf.set("wal.input.tables", arguments[2]);
    for (int i = 4; i < arguments.length; i++) {
      String[] setting = arguments[i].split("=", 2);
      conf.set(setting[0], setting[1]);
    }
    System.out.println("client " + VersionInfo.getVersion());
    TableName name = TableName.valueOf(arguments[2]);
    byte[] stored = Bytes.fromHex(arguments[3]);
    try (Connection connection = ConnectionFactory.createConnection(conf);
        Table table = connection.getTable(name)) {
      try (BufferedMutator mutator = connection.getBufferedMutator(name)) {
        mutator.mutate(new Put(stored).addColumn(F, Q, 1, stored));
      } catch (Exception e) {
        System.out.println("refused " + e.getMessage());
      }
      System.out.println("stored twice " + table.exists(new Get(stored)));
      System.out.println(
          "replayed " + table.exists(new Get(Bytes.tail(stored, stored.length - 1))));
    }
    System.exit(0);
  }
}
