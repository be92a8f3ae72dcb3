package io.halite.it.fire;

import io.halite.it.cluster.PlugIns;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;

/**
 * One of HBase's own load tools, which runs in its own JVM as it would at a prompt, with the {@code
 * hbase-site.xml} of a cluster. On its class path is nothing of Halite, or the plug-in.
 */
final class LoadTool {
  private static final List<String> LOGGING =
      List.of(
          "log4j.rootLogger=WARN,out",
          "log4j.logger.org.apache.hadoop.hbase.util.MultiThreadedAction=INFO",
          "log4j.logger.org.apache.hadoop.hbase.util.MultiThreadedUpdater=INFO",
          "log4j.logger.org.apache.hadoop.hbase.test=INFO",
          "log4j.logger.org.apache.hadoop.hbase.AcidGuaranteesTestTool=INFO",
          "log4j.logger.org.apache.hadoop.mapreduce.Job=INFO",
          "log4j.appender.out=org.apache.log4j.ConsoleAppender",
          "log4j.appender.out.layout=org.apache.log4j.PatternLayout",
          "log4j.appender.out.layout.ConversionPattern=%d{ISO8601} %-5p %c{1}: %m%n");

  private static final String SERVER_MODULES = "coprocessor";
  private static final String ALL_MODULES = "keys|filters|client|coprocessor";

  private final Path directory;
  private final String classPath;

  private LoadTool(Path directory, Configuration configuration, String hiddenModules)
      throws IOException {
    this.directory = Files.createDirectories(directory.toAbsolutePath());
    this.classPath = this.directory + File.pathSeparator + without(hiddenModules);
    Files.createDirectories(this.directory.resolve("tmp"));
    try (OutputStream out = Files.newOutputStream(this.directory.resolve("hbase-site.xml"))) {
      configuration.writeXml(out);
    }
    Files.write(this.directory.resolve("log4j.properties"), LOGGING);
  }

  /**
   * Tools of the cluster that {@code configuration} finds, with HBase's own client.
   *
   * @param directory of their settings and output
   */
  static LoadTool unchanged(Path directory, Configuration configuration) throws IOException {
    return new LoadTool(directory, configuration, ALL_MODULES);
  }

  /** The same with the plug-in. */
  static LoadTool withPlugIn(Path directory, Configuration configuration) throws IOException {
    return new LoadTool(directory, PlugIns.on(configuration), SERVER_MODULES);
  }

  /**
   * Runs a tool to its end.
   *
   * @param name of the file for its output, without an ending
   * @param main the tool's class
   * @return what it printed
   * @throws IOException if the tool fails, or does not end in time
   */
  List<String> run(String name, String main, Duration atMost, String... arguments)
      throws IOException, InterruptedException {
    Ended ended = end(name, main, atMost, arguments);
    if (ended.status() != 0) {
      throw new IOException(
          "'%s' ended with status %d, see %s".formatted(name, ended.status(), output(name)));
    }
    return ended.lines();
  }

  /** How a tool ended, and what it printed. */
  record Ended(int status, List<String> lines) {}

  /** Runs a tool to its end, as {@link #run} does, whatever its status. */
  Ended end(String name, String main, Duration atMost, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx1g");
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(argument -> argument.startsWith("--add-") || argument.contains("thirdparty.io"))
        .forEach(command::add);
    command.add("-Djava.net.preferIPv4Stack=true");
    command.add("-Djava.io.tmpdir=" + directory.resolve("tmp"));
    command.add(main);
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("CLASSPATH", classPath);
    Process process = builder.redirectOutput(output(name).toFile()).start();
    Thread ending = new Thread(process::destroyForcibly);
    Runtime.getRuntime().addShutdownHook(ending);
    try {
      if (!process.waitFor(atMost.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new IOException(
            "'%s' still runs after %s, see %s".formatted(name, atMost, output(name)));
      }
      List<String> lines = Files.readAllLines(output(name), StandardCharsets.UTF_8);
      return new Ended(process.exitValue(), lines);
    } finally {
      Runtime.getRuntime().removeShutdownHook(ending);
      process.destroyForcibly().waitFor();
    }
  }

  private Path output(String name) {
    return directory.resolve(name + ".log");
  }

  private static String without(String modules) {
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(entry -> !entry.matches(".*/(" + modules + ")/target/.*"))
        .collect(Collectors.joining(File.pathSeparator));
  }
}
