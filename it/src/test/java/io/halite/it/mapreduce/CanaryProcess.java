package io.halite.it.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.TestTable;
import java.io.File;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.tool.CanaryTool;

/** HBase's canary, as the process that operators run, in its region mode. */
public final class CanaryProcess {
  private CanaryProcess() {}

  /**
   * Runs it on a table, of which it asks each region; it must be content with all of them.
   *
   * @param directory for its settings and its output
   */
  public static void assertIsContent(EmbeddedCluster cluster, TestTable table, Path directory)
      throws Exception {
    assertIsContent(cluster, table, directory, new Configuration(false));
  }

  /** The same with more settings. */
  static void assertIsContent(
      EmbeddedCluster cluster, TestTable table, Path directory, Configuration settings)
      throws Exception {
    Configuration site = new Configuration(settings);
    for (String key : List.of("hbase.zookeeper.quorum", "hbase.zookeeper.property.clientPort")) {
      site.set(key, cluster.configuration().get(key));
    }
    try (OutputStream out = Files.newOutputStream(directory.resolve("hbase-site.xml"))) {
      site.writeXml(out);
    }
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx256m", "-XX:TieredStopAtLevel=1"));
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(argument -> argument.startsWith("--add-") || argument.contains("netty"))
        .forEach(command::add);
    command.addAll(
        List.of("-cp", directory + File.pathSeparator + System.getProperty("java.class.path")));
    command.add(CanaryTool.class.getName());
    command.addAll(List.of("-treatFailureAsError", table.name().getNameAsString()));
    Path output = directory.resolve("canary.txt");
    Process canary =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      assertThat(canary.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(canary.exitValue()).as(Files.readString(output)).isZero();
    } finally {
      canary.destroyForcibly();
    }
  }
}
