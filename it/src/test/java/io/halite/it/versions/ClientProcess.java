package io.halite.it.versions;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.door.Polling;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A program of the tests in a JVM whose class path has HBase's client, and Halite if it is given.
 */
final class ClientProcess {
  private static final int END_SECONDS = 60;

  private final Process process;
  private final Path output;

  private ClientProcess(Process process, Path output) {
    this.process = process;
    this.output = output;
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
  }

  /**
   * Starts the main class with these arguments behind two others: the port of the cluster's
   * ZooKeeper and the address of its master.
   *
   * @param jars of the client, as a class path
   * @param output the file that receives what it prints
   */
  static ClientProcess start(
      EmbeddedCluster cluster, String jars, Path output, Class<?> program, String... arguments)
      throws IOException, URISyntaxException {
    Path tests = Path.of(program.getProtectionDomain().getCodeSource().getLocation().toURI());
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx256m"));
    command.addAll(List.of("-classpath", tests + File.pathSeparator + jars, program.getName()));
    command.add(cluster.configuration().get("hbase.zookeeper.property.clientPort"));
    command.add(
        cluster
            .utility()
            .getMiniHBaseCluster()
            .getMaster()
            .getServerName()
            .getAddress()
            .toString());
    command.addAll(List.of(arguments));
    return new ClientProcess(
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start(),
        output);
  }

  /** The class path in a file, as the build wrote it. */
  static String jars(Path classPath) throws IOException {
    return Files.readString(classPath).strip();
  }

  /** The same and Halite's jar for applications. */
  static String jarsWithPlugIn(Path classPath) throws IOException {
    try (Stream<Path> files = Files.list(Path.of("..", "client", "target"))) {
      Path halite =
          files
              .filter(file -> file.getFileName().toString().matches("halite-client-[0-9.]+\\.jar"))
              .findFirst()
              .orElseThrow();
      return jars(classPath) + File.pathSeparator + halite;
    }
  }

  /** Lets it run until a condition holds, or until it has ended. */
  void until(String what, Polling.Condition done) throws Exception {
    Polling.until(what, () -> !process.isAlive() || done.holds());
  }

  /** The same, and lets it end then, which is without an error. */
  void endWhen(String what, Polling.Condition done) throws Exception {
    try {
      until(what, done);
      assertThat(end()).as(Files.readString(output)).isZero();
    } finally {
      process.destroyForcibly();
    }
  }

  private int end() throws IOException, InterruptedException {
    if (process.isAlive()) {
      process.outputWriter().append('\n').flush();
    }
    if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
      throw new IOException("the client did not end within " + END_SECONDS + " s");
    }
    return process.exitValue();
  }
}
