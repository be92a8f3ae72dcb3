package io.halite.it.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileContextBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** {@code halite cluster} and {@code halite shell}, as a person types them. */
class ClusterCommandIT {
  private static final Path DIRECTORY = Path.of("target", "cluster-command").toAbsolutePath();

  private record Said(int status, String text) {}

  private static Said halite(String... arguments) throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder("../shell-scripts/halite");
    builder.command().addAll(List.of(arguments));
    builder.environment().put("HALITE_BUILD", "never");
    builder.environment().put("HALITE_CLUSTER", DIRECTORY.toString());
    Path output = Files.createTempFile(Path.of("target"), "halite", ".out");
    builder.redirectErrorStream(true).redirectOutput(output.toFile());
    Process halite = builder.start();
    assertThat(halite.waitFor(4, TimeUnit.MINUTES)).as("%s ends", builder.command()).isTrue();
    return new Said(halite.exitValue(), Files.readString(output, StandardCharsets.UTF_8));
  }

  /** A directory with one HFile of one natural key, outside of HDFS. */
  private static String naturalFile() throws IOException {
    Path directory = Files.createTempDirectory(Path.of("target").toAbsolutePath(), "natural");
    Configuration conf = new Configuration(false);
    byte[] family = {'f'};
    try (HFile.Writer writer =
        HFile.getWriterFactory(conf, CacheConfig.DISABLED)
            .withPath(
                FileSystem.getLocal(conf),
                new org.apache.hadoop.fs.Path(directory.resolve("f").resolve("one").toUri()))
            .withFileContext(new HFileContextBuilder().build())
            .create()) {
      writer.append(
          new KeyValue("ORD7".getBytes(StandardCharsets.UTF_8), family, family, 1, family));
    }
    return directory.toUri().toString();
  }

  @AfterEach
  void leaveNothing() throws Exception {
    new ClusterFiles(DIRECTORY).running().values().forEach(ProcessHandle::destroyForcibly);
  }

  @Tag("wide")
  @Test
  void aClusterIsStartedListedTypedIntoAndStoppedWithNothingLeftBehind() throws Exception {
    Said start = halite("cluster", "start", "--servers", "1", "--hours", "1");
    assertThat(start.status()).as(start.text()).isZero();
    List<ProcessHandle> processes = List.copyOf(new ClusterFiles(DIRECTORY).running().values());
    assertThat(processes).hasSize(5);
    assertThat(start.text())
        .contains("datanode", "master", "namenode", "regionserver-0", "zookeeper")
        .contains("clients find the rest through '" + DIRECTORY);

    Said again = halite("cluster", "start");
    assertThat(again.status()).isEqualTo(1);
    assertThat(again.text()).contains("a cluster runs in '" + DIRECTORY, "end it first");

    Path script =
        Files.writeString(
            Path.of("target", "typed.rb"),
            """
        create 't', 'f', METADATA => {'coprocessor$1' =>
          '|io.halite.coprocessor.SaltingObserver||key=origin:3 number:*,salt=hash(*) % 16'}
        put 't', 'ATL', 'f:q', 'v'
        scan 't'
        scan 't', ATTRIBUTES => {'halite.where' => 'origin = ORD'}
        help 'latest'
        """);
    Said shell = halite("shell", script.toString());
    assertThat(shell.status()).as(shell.text()).isZero();
    assertThat(shell.text())
        .contains("ATL", "column=f:q", "1 row(s)", "0 row(s)")
        .contains("Show the newest rows of each key");
    assertThat(halite("cluster", "logs").text()).contains("regionserver-0.log", "master.log");
    assertThat(halite("cluster", "logs", "master").text().lines()).hasSizeGreaterThan(50);
    assertThat(halite("cluster", "logs", "nobody").text()).contains("no 'nobody.log'");

    Said load = halite("bulkload", naturalFile(), "t");
    assertThat(load.status()).as(load.text()).isZero();
    assertThat(load.text()).contains("1 files of", "loaded 1 cells in 1 files of stored keys");
    Said wrong = halite("bulkload", naturalFile(), "nosuchtable");
    assertThat(wrong.status()).isEqualTo(1);
    assertThat(wrong.text()).contains("table 'nosuchtable' does not exist", "its log is '");
    Path count = Files.writeString(Path.of("target", "typed.rb"), "scan 't'\n");
    assertThat(halite("shell", count.toString()).text()).contains("ATL", "ORD7", "2 row(s)");

    processes.get(0).destroyForcibly();
    processes.get(0).onExit().get(10, TimeUnit.SECONDS);
    Said status = halite("cluster", "status");
    assertThat(status.status()).isEqualTo(3);
    assertThat(status.text()).contains("ended without 'halite cluster stop': datanode");

    Said stop = halite("cluster", "stop");
    assertThat(stop.status()).as(stop.text()).isZero();
    assertThat(processes).noneMatch(ProcessHandle::isAlive);
    try (Stream<Path> left = Files.list(DIRECTORY)) {
      assertThat(left)
          .containsExactlyInAnyOrder(
              DIRECTORY.resolve("logs"), DIRECTORY.resolve("halite-cluster"));
    }
    assertThat(halite("cluster", "status"))
        .isEqualTo(new Said(3, "no cluster runs in '" + DIRECTORY + "'\n"));
    assertThat(halite("shell").text()).contains("'halite cluster start' starts one");
  }

  @Test
  void whatIsNoCommandIsRefusedWithWhatIs() throws Exception {
    assertThat(halite("cluster", "begin").text()).contains("'cluster begin' is not a command");
    Said many = halite("cluster", "start", "--servers", "300");
    assertThat(many).isEqualTo(new Said(2, "halite: --servers '300' is not a number in 1..9\n"));
    assertThat(halite("cluster", "stop", "--hard").text()).contains("'--hard' is not an option");
    Path tree = Files.createTempDirectory(Path.of("target").toAbsolutePath(), "other");
    Path kept = Files.createDirectories(tree.resolve("data")).resolve("x");
    Files.writeString(kept, "kept");
    Said stop = halite("cluster", "stop", "--directory", tree.toString());
    assertThat(stop.status()).isEqualTo(2);
    assertThat(stop.text()).contains("'" + tree.resolve("data") + "' is there");
    assertThat(kept).hasContent("kept");
  }
}
