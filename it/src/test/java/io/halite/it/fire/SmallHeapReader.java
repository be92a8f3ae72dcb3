package io.halite.it.fire;

import io.halite.client.latest.KeyAnswer;
import io.halite.client.latest.LatestAnswers;
import io.halite.client.latest.LatestClient;
import io.halite.client.latest.LatestProgress;
import io.halite.client.latest.LatestQuery;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;

/** An application that reads the newest rows of all keys of a table, to be run in a small heap. */
final class SmallHeapReader {
  private SmallHeapReader() {}

  /** Takes the port of ZooKeeper, a table, the rows of each key, and the way. */
  public static void main(String[] arguments) throws Exception {
    Configuration conf = HBaseConfiguration.create();
    conf.set("hbase.zookeeper.quorum", "127.0.0.1");
    conf.set("hbase.zookeeper.property.clientPort", arguments[0]);
    TableName table = TableName.valueOf(arguments[1]);
    LatestQuery query = LatestQuery.newest(Integer.parseInt(arguments[2]));
    AtomicLong rows = new AtomicLong();
    LatestProgress progress =
        arguments[3].equals("async")
            ? async(conf, table, query, rows)
            : read(conf, table, query, rows);
    System.out.printf(
        "read %d rows, %d pages, in a heap of %d MB%n",
        rows.get(), progress.pages(), Runtime.getRuntime().maxMemory() >> 20);
  }

  private static LatestProgress read(
      Configuration conf, TableName table, LatestQuery query, AtomicLong rows) throws Exception {
    try (Connection connection = ConnectionFactory.createConnection(conf);
        LatestClient client = LatestClient.open(connection, table);
        LatestAnswers answers = client.ask(query)) {
      for (KeyAnswer answer : answers) {
        rows.addAndGet(answer.rows().size());
      }
      return answers.progress();
    }
  }

  private static LatestProgress async(
      Configuration conf, TableName table, LatestQuery query, AtomicLong rows) throws Exception {
    try (AsyncConnection connection = ConnectionFactory.createAsyncConnection(conf).get();
        LatestClient client = LatestClient.open(connection, table).get()) {
      return client.ask(query, answer -> rows.addAndGet(answer.rows().size())).get();
    }
  }
}
