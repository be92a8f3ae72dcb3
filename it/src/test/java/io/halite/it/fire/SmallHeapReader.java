package io.halite.it.fire;

import io.halite.client.latest.KeyAnswer;
import io.halite.client.latest.LatestAnswers;
import io.halite.client.latest.LatestClient;
import io.halite.client.latest.LatestQuery;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;

/** An application that reads the newest rows of all keys of a table, to be run in a small heap. */
final class SmallHeapReader {
  private SmallHeapReader() {}

  public static void main(String[] arguments) throws Exception {
    Configuration conf = HBaseConfiguration.create();
    conf.set("hbase.zookeeper.quorum", arguments[0]);
    conf.set("hbase.zookeeper.property.clientPort", arguments[1]);
    long rows = 0;
    try (Connection connection = ConnectionFactory.createConnection(conf);
        LatestClient client = LatestClient.open(connection, TableName.valueOf(arguments[2]));
        LatestAnswers answers = client.ask(LatestQuery.newest(Integer.parseInt(arguments[3])))) {
      for (KeyAnswer answer : answers) {
        rows += answer.rows().size();
      }
      System.out.printf(
          "read %d rows, %d pages, in a heap of %d MB%n",
          rows, answers.progress().pages(), Runtime.getRuntime().maxMemory() >> 20);
    }
  }
}
