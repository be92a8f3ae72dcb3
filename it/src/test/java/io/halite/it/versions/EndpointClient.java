package io.halite.it.versions;

import io.halite.client.latest.KeyAnswer;
import io.halite.client.latest.LatestAnswers;
import io.halite.client.latest.LatestClient;
import io.halite.client.latest.LatestQuery;
import io.halite.client.operate.SaltedTableOperations;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.VersionInfo;

/** The program of an application that calls Halite's endpoints by both clients of HBase. */
final class EndpointClient {
  private static final byte[] F = Bytes.toBytes("f");

  private EndpointClient() {}

  /**
   * @param arguments port of ZooKeeper on this machine, address of the master, and the table
   */
  public static void main(String[] arguments) throws Exception {
    Configuration conf = HBaseConfiguration.create();
    conf.set("hbase.zookeeper.quorum", "127.0.0.1");
    conf.set("hbase.zookeeper.property.clientPort", arguments[0]);
    conf.set("hbase.masters", arguments[1]);
    TableName name = TableName.valueOf(arguments[2]);
    System.out.println("client " + VersionInfo.getVersion());
    try (Connection connection = ConnectionFactory.createConnection(conf);
        AsyncConnection async = ConnectionFactory.createAsyncConnection(conf).get()) {
      try (Table table = connection.getTable(name)) {
        put(table);
      }
      try (LatestClient blocking = LatestClient.open(connection, name);
          LatestClient asynchronous = LatestClient.open(async, name).get()) {
        System.out.println("by the blocking client " + newest(blocking));
        System.out.println("by the asynchronous client " + newest(asynchronous));
      }
      System.out.println(
          "rows " + SaltedTableOperations.of(connection, name).verify(progress -> {}).rows());
      System.out.println(
          "blocking " + failure(() -> LatestClient.open(connection, TableName.META_TABLE_NAME)));
      System.out.println(
          "asynchronous "
              + failure(() -> LatestClient.open(async, TableName.META_TABLE_NAME).get()));
    }
    System.exit(0);
  }

  /** The class of what the region has thrown, which has no such endpoint. */
  private static String failure(Callable<LatestClient> opening) {
    try (LatestClient opened = opening.call()) {
      return "opened " + opened;
    } catch (Exception e) {
      Throwable cause = e;
      while (cause.getCause() != null && !(cause instanceof DoNotRetryIOException)) {
        cause = cause.getCause();
      }
      return cause.getClass().getSimpleName();
    }
  }

  /** Three rows of each of two units. */
  private static void put(Table table) throws IOException {
    for (long time = 1; time <= 3; time++) {
      for (String unit : List.of("K01", "K02")) {
        byte[] row = Bytes.add(Bytes.toBytes(unit), Bytes.toBytes(Long.MAX_VALUE - time));
        table.put(new Put(row).addColumn(F, F, Bytes.toBytes(time)));
      }
    }
  }

  private static List<String> newest(LatestClient client) throws IOException {
    List<String> newest = new ArrayList<>();
    try (LatestAnswers answers = client.ask(LatestQuery.newest(1))) {
      for (KeyAnswer each : answers) {
        byte[] value = each.rows().get(0).result().getValue(F, F);
        newest.add(Bytes.toString(each.key()) + " " + Bytes.toLong(value));
      }
    }
    return newest;
  }
}
