package io.halite.it.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.client.shell.DoctorCommand;
import io.halite.it.shell.HBaseShell;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FsShell;
import org.apache.hadoop.util.ToolRunner;

/**
 * Types what the pages say on a cluster of processes, each server of which has an {@code
 * HBASE_HOME} of its own. {@code hbase CLASS} runs the class in a JVM of its own, and {@code hdfs
 * dfs} HDFS's shell; {@code hbase-daemon.sh}, which no jar has, stops and starts the server's
 * process.
 */
final class Operator implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  /**
   * How long one line of the shell may take. Where every second server lacks the jar, HBase may
   * choose it for the same region ten times in succession, and waits twice as long each time.
   */
  private static final Duration SHELL_PATIENCE = Duration.ofMinutes(10);

  private final ProcessCluster cluster;
  private final Path directory;
  private final ClusterFiles files;
  private final HBaseShell shell;

  /**
   * Works on {@code cluster}.
   *
   * @param directory the directory of the cluster's files
   */
  Operator(ProcessCluster cluster, Path directory) throws IOException {
    this.cluster = cluster;
    this.directory = directory;
    this.files = new ClusterFiles(directory);
    this.shell = HBaseShell.open("127.0.0.1", cluster.zooKeeperPort(), SHELL_PATIENCE);
  }

  /** Types a block, or a command, into HBase's shell and returns what it prints. */
  String shell(String commands) throws IOException, InterruptedException {
    return shell.run(commands);
  }

  /** Types a command that HBase refuses, and returns the refusal. */
  String refused(String command) throws IOException, InterruptedException {
    String said =
        shell.run("begin\n" + command + "\nrescue => e\nputs 'refused: ' + e.message\nend");
    assertThat(said).contains("refused: ");
    return said;
  }

  /** Runs each {@code hdfs dfs …} of a block. */
  void hdfs(PageBlock block) throws Exception {
    for (String line : block.lines()) {
      assertThat(line).startsWith("hdfs dfs ");
      String[] arguments = line.substring("hdfs dfs ".length()).split(" ");
      assertThat(ToolRunner.run(new FsShell(cluster.configuration()), arguments)).as(line).isZero();
    }
  }

  /** Runs each {@code hbase CLASS …} of a block and returns what they print and log. */
  String hbase(PageBlock block) throws IOException, InterruptedException {
    StringBuilder said = new StringBuilder();
    for (String line : block.text().replace("\\\n", "").lines().toList()) {
      said.append(hbase(line));
    }
    return said.toString();
  }

  /** Runs {@code hbase CLASS ARGUMENTS…} and returns what it prints and logs. */
  String hbase(String line) throws IOException, InterruptedException {
    assertThat(line).startsWith("hbase ");
    Path log = Files.createTempFile(Path.of("target"), "typed", ".log").toAbsolutePath();
    List<String> command = new ArrayList<>(ServerProcess.java());
    command.addAll(List.of("-Dhalite.log=" + log, "-Dhalite.log.level=INFO"));
    command.addAll(List.of(line.substring("hbase ".length()).split(" +")));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("CLASSPATH", ServerClassPath.of(files.ofClients(), List.of()));
    try {
      return run(builder, 0) + Files.readString(log);
    } catch (AssertionError e) {
      throw new AssertionError(e.getMessage() + "\nIt logged:\n" + Files.readString(log), e);
    } finally {
      Files.delete(log);
    }
  }

  /** Runs {@code halite doctor} on the cluster, and returns its verdict if it is as expected. */
  String doctorExitsWith(int status) throws IOException, InterruptedException {
    return doctor(files.ofClients(), status);
  }

  static String doctor(Path site, int status) throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder("../shell-scripts/halite", "doctor", site.toString());
    builder.environment().put("HALITE_BUILD", "never");
    return run(builder, status);
  }

  /** What the doctor says. */
  List<String> examine() throws IOException {
    List<String> lines = new ArrayList<>();
    DoctorCommand.examine(cluster.connection(), lines::add);
    return lines;
  }

  /** The lines of it that hurt. */
  List<String> hurting() throws IOException {
    return examine().stream().filter(line -> line.startsWith("HURTS ")).toList();
  }

  /** Types the commands of the page on a server, which is then live again. */
  void restart(ServerProcess server, PageBlock commands) throws IOException, InterruptedException {
    Path home = Files.createDirectories(home(server).resolve("lib")).getParent();
    for (String line : commands.lines()) {
      if (line.startsWith("hbase-daemon.sh stop ")) {
        server.stop(PATIENCE);
      } else if (line.startsWith("hbase-daemon.sh start ")) {
        server.start(jars(server));
      } else {
        ProcessBuilder builder = new ProcessBuilder("bash", "-c", line);
        builder.environment().put("HBASE_HOME", home.toAbsolutePath().toString());
        run(builder, 0);
      }
    }
    cluster.awaitServers(cluster.servers(), PATIENCE);
  }

  private Path home(ServerProcess server) {
    return directory.resolve("home-" + server.name());
  }

  /** What lies in the server's {@code $HBASE_HOME/lib}. */
  Path[] jars(ServerProcess server) throws IOException {
    try (Stream<Path> jars = Files.list(home(server).resolve("lib"))) {
      return jars.toArray(Path[]::new);
    }
  }

  private static String run(ProcessBuilder builder, int expected)
      throws IOException, InterruptedException {
    Path output = Files.createTempFile(Path.of("target"), "typed", ".out");
    builder.redirectErrorStream(true).redirectOutput(output.toFile());
    Process process = builder.start();
    try {
      assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS))
          .as("%s ends", builder.command())
          .isTrue();
      String said = Files.readString(output, StandardCharsets.UTF_8);
      assertThat(process.exitValue()).as("%s: %s", builder.command(), said).isEqualTo(expected);
      return said;
    } finally {
      process.destroyForcibly();
      Files.delete(output);
    }
  }

  @Override
  public void close() throws IOException {
    shell.close();
  }
}
