package io.halite.it.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.filters.segment.SegmentFilter;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.TablePlan;
import io.halite.it.cluster.TestTable;
import io.halite.keys.SaltingSpec;
import io.halite.routing.scan.UnorderedScan;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.util.CommonFSUtils;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Spark reads a salted table by its Hadoop RDD, in a JVM of its own with HBase's shaded jars. */
@ExtendWith(SharedCluster.class)
class SparkIT {
  private static final Path MODULE = Path.of("spark", "target");
  private static final List<String> OPENED =
      List.of(
          "java.lang",
          "java.lang.invoke",
          "java.io",
          "java.net",
          "java.nio",
          "java.util",
          "java.util.concurrent",
          "java.util.concurrent.atomic",
          "sun.nio.ch",
          "sun.util.calendar");
  private static final int END_SECONDS = 300;

  private final EmbeddedCluster cluster;

  SparkIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  private static List<String> command() throws Exception {
    List<String> classPath = new ArrayList<>();
    classPath.add(MODULE.resolve("classes").toString());
    for (Class<?> of : List.of(SaltingSpec.class, SegmentFilter.class, UnorderedScan.class)) {
      classPath.add(
          Path.of(of.getProtectionDomain().getCodeSource().getLocation().toURI()).toString());
    }
    classPath.add(Files.readString(MODULE.resolve("spark.classpath")).strip());
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx768m"));
    OPENED.forEach(name -> command.add("--add-opens=java.base/" + name + "=ALL-UNNAMED"));
    command.addAll(List.of("-classpath", String.join(File.pathSeparator, classPath)));
    command.add("io.halite.it.spark.SparkRows");
    return command;
  }

  /**
   * All keys of these rows belong to gateway regions that store nothing, of size 0. Spark reads no
   * split of that size unless it is told to.
   */
  @Test
  void eachWayReadsEachRowOnce(@TempDir Path directory) throws Exception {
    requireRows(
        TestTable.numbered("spark").salted(TestTable.FOUR_BUCKETS).splits("a", "row2", "s"),
        Map.of("salted", 4, "snapshot", 4, "unchanged", 7, "stock", 2),
        directory);
  }

  /** Ranges of natural keys are as many as regions. */
  @Tag("wide")
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "key=row:*,salt=md5(*)[0:4]  | salted    | 3",
        "key=row:*,salt=md5(*)[0:4]  | unchanged | 3",
        "key=row:6,salt=reverse(row) | salted    | 3",
        "key=row:*,salt=random % 4   | salted    | 6"
      })
  void eachWayReadsEachRowOnceUnderOtherSalts(
      String spec, String way, int partitions, @TempDir Path directory) throws Exception {
    requireRows(
        TestTable.numbered("spark").salted(spec).splits("4", "8"),
        Map.of(way, partitions),
        directory);
  }

  /**
   * Reads rows in several ways.
   *
   * @param partitions how many each way has
   */
  private void requireRows(TablePlan plan, Map<String, Integer> partitions, Path directory)
      throws Exception {
    try (TestTable table = plan.splitBuckets().create(cluster)) {
      List<String> rows = new ArrayList<>();
      for (int i = 100; i < 400; i++) {
        rows.add("row" + i);
      }
      table.put(rows);
      String name = table.name().getNameAsString();
      String snapshot = name + "-snapshot";
      table.admin().snapshot(snapshot, table.name());
      Path log = directory.resolve("log");
      List<String> command = command();
      command.addAll(
          List.of(
              Integer.toString(cluster.zooKeeperPort()),
              CommonFSUtils.getRootDir(cluster.configuration()).toString(),
              name,
              "row150",
              "row350",
              directory.toString()));
      command.addAll(partitions.keySet());
      Process spark =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .start();
      try {
        assertThat(spark.waitFor(END_SECONDS, TimeUnit.SECONDS)).isTrue();
      } finally {
        spark.destroyForcibly();
        table.admin().deleteSnapshot(snapshot);
      }
      assertThat(spark.exitValue()).as(Files.readString(log)).isZero();
      for (Map.Entry<String, Integer> way : partitions.entrySet()) {
        List<String> lines = Files.readAllLines(directory.resolve(way.getKey()));
        assertThat(lines.subList(1, lines.size()))
            .as(way.getKey())
            .containsExactlyInAnyOrderElementsOf(rows.subList(50, 250));
        assertThat(lines.get(0)).as("partitions").isEqualTo(way.getValue().toString());
      }
    }
  }
}
