package io.halite.it.spark;

import io.halite.client.mapreduce.SaltedTableInputFormat;
import io.halite.client.plugin.SaltedConnection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.io.ImmutableBytesWritable;
import org.apache.hadoop.hbase.mapreduce.TableInputFormat;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaSparkContext;

/** Writes the number of partitions of a table, and then its rows, one a line. */
public final class SparkRows {
  private SparkRows() {}

  /**
   * Runs the job in this JVM.
   *
   * @param arguments ZooKeeper's port on this machine, the table, the first row, the row after the
   *     last, the file to write, {@code salted} for the format of Halite or {@code unchanged} for
   *     that of HBase over the connection plug-in
   */
  public static void main(String[] arguments) throws IOException {
    Configuration conf = HBaseConfiguration.create();
    conf.set("hbase.zookeeper.quorum", "localhost");
    conf.set("hbase.zookeeper.property.clientPort", arguments[0]);
    conf.set(TableInputFormat.INPUT_TABLE, arguments[1]);
    conf.set(TableInputFormat.SCAN_ROW_START, arguments[2]);
    conf.set(TableInputFormat.SCAN_ROW_STOP, arguments[3]);
    Class<? extends TableInputFormat> format = SaltedTableInputFormat.class;
    if (arguments[5].equals("unchanged")) {
      format = TableInputFormat.class;
      conf.set("hbase.client.connection.impl", SaltedConnection.class.getName());
    }
    SparkConf local =
        new SparkConf()
            .setMaster("local[2]")
            .setAppName("rows")
            .set("spark.ui.enabled", "false")
            .set("spark.driver.host", "localhost")
            .set("spark.driver.bindAddress", "127.0.0.1");
    try (JavaSparkContext spark = new JavaSparkContext(local)) {
      JavaPairRDD<ImmutableBytesWritable, Result> rows =
          spark.newAPIHadoopRDD(conf, format, ImmutableBytesWritable.class, Result.class);
      List<String> lines =
          new ArrayList<>(rows.keys().map(key -> Bytes.toString(key.get())).collect());
      lines.add(0, Integer.toString(rows.getNumPartitions()));
      Files.write(Path.of(arguments[4]), lines);
    }
  }
}
