package io.halite.it.spark;

import io.halite.client.mapreduce.SaltedSnapshotInputFormat;
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
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.io.ImmutableBytesWritable;
import org.apache.hadoop.hbase.mapreduce.TableInputFormat;
import org.apache.hadoop.hbase.mapreduce.TableMapReduceUtil;
import org.apache.hadoop.hbase.mapreduce.TableSnapshotInputFormat;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.Job;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaSparkContext;

/**
 * Reads a table in several ways, and writes a file for each: the number of partitions, and then the
 * rows, one a line.
 */
public final class SparkRows {
  private final Configuration conf = HBaseConfiguration.create();

  private SparkRows() {}

  /**
   * Runs the jobs in this JVM.
   *
   * @param arguments ZooKeeper's port on this machine, HBase's root directory, the table, whose
   *     snapshot is {@code TABLE-snapshot}, the first row, the row after the last, the directory to
   *     write, and the ways to read, each the name of a file: {@code salted} and {@code snapshot}
   *     for the formats of Halite, {@code unchanged} for that of HBase over the connection plug-in,
   *     {@code stock} for that of HBase with Spark's empty splits
   */
  public static void main(String[] arguments) throws IOException {
    for (String way : List.of(arguments).subList(6, arguments.length)) {
      SparkConf local =
          new SparkConf()
              .setMaster("local[2]")
              .setAppName("rows")
              .set("spark.ui.enabled", "false")
              .set("spark.driver.host", "localhost")
              .set("spark.driver.bindAddress", "127.0.0.1");
      if (way.equals("stock")) {
        local.set("spark.hadoopRDD.ignoreEmptySplits", "false");
      }
      try (JavaSparkContext spark = new JavaSparkContext(local)) {
        JavaPairRDD<ImmutableBytesWritable, Result> rows =
            new SparkRows().rows(spark, way, arguments);
        List<String> lines =
            new ArrayList<>(rows.keys().map(key -> Bytes.toString(key.get())).collect());
        lines.add(0, Integer.toString(rows.getNumPartitions()));
        Files.write(Path.of(arguments[5], way), lines);
      }
    }
  }

  private JavaPairRDD<ImmutableBytesWritable, Result> rows(
      JavaSparkContext spark, String way, String... arguments) throws IOException {
    String table = arguments[2];
    conf.set("hbase.zookeeper.quorum", "localhost");
    conf.set("hbase.zookeeper.property.clientPort", arguments[0]);
    conf.set("hbase.rootdir", arguments[1]);
    conf.set(TableInputFormat.INPUT_TABLE, table);
    conf.set(
        TableInputFormat.SCAN,
        TableMapReduceUtil.convertScanToString(
            new Scan()
                .withStartRow(Bytes.toBytes(arguments[3]))
                .withStopRow(Bytes.toBytes(arguments[4]))));
    switch (way) {
      case "salted":
        return rows(spark, conf, SaltedTableInputFormat.class);
      case "snapshot":
        Job job = Job.getInstance(conf);
        TableSnapshotInputFormat.setInput(
            job,
            table + "-snapshot",
            new org.apache.hadoop.fs.Path(arguments[1] + "-restored", table));
        return rows(spark, job.getConfiguration(), SaltedSnapshotInputFormat.class);
      case "unchanged":
        conf.set("hbase.client.connection.impl", SaltedConnection.class.getName());
        return rows(spark, conf, TableInputFormat.class);
      default:
        return rows(spark, conf, TableInputFormat.class);
    }
  }

  private static JavaPairRDD<ImmutableBytesWritable, Result> rows(
      JavaSparkContext spark,
      Configuration conf,
      Class<? extends InputFormat<ImmutableBytesWritable, Result>> format) {
    return spark.newAPIHadoopRDD(conf, format, ImmutableBytesWritable.class, Result.class);
  }
}
