package io.halite.it.secure;

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
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;

/** Runs a program with this JVM's classes in a JVM of its own, and gives back what it prints. */
final class ChildProgram {
  private final Path directory;
  private final Map<String, String> site;
  private final List<String> options;

  /**
   * A program to be run.
   *
   * @param directory where its {@code hbase-site.xml} and what it prints are kept
   * @param site what its {@code hbase-site.xml} says
   * @param options further options of its JVM
   */
  ChildProgram(Path directory, Map<String, String> site, String... options) {
    this.directory = directory;
    this.site = site;
    this.options = List.of(options);
  }

  /** Runs it to its end. */
  List<String> run(Class<?> program, Duration atMost, String... arguments)
      throws IOException, InterruptedException {
    Path settings = Files.createDirectories(directory.resolve("conf"));
    writeSite(settings.resolve("hbase-site.xml"));
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx512m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.add("-Djava.net.preferIPv4Stack=true");
    command.add("-Dhalite.log.level=INFO");
    command.addAll(options);
    command.add("-Dhalite.log=" + directory.resolve("child.log"));
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(argument -> argument.startsWith("--add-") || argument.contains("thirdparty.io"))
        .forEach(command::add);
    command.add(program.getName());
    command.addAll(List.of(arguments));
    Path printed = directory.resolve("child.out");
    Files.deleteIfExists(directory.resolve("child.log"));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectOutput(printed.toFile())
            .redirectError(directory.resolve("child.err").toFile());
    builder
        .environment()
        .put("CLASSPATH", settings + File.pathSeparator + System.getProperty("java.class.path"));
    Process process = builder.start();
    if (!process.waitFor(atMost.toMillis(), TimeUnit.MILLISECONDS)) {
      process.destroyForcibly().waitFor();
      throw new IOException(
          "not done after " + atMost.toSeconds() + " s, having printed: " + read(printed));
    }
    if (process.exitValue() != 0) {
      throw new IOException(
          "ended with %d, having printed: %s %s"
              .formatted(process.exitValue(), read(printed), read(directory.resolve("child.err"))));
    }
    return Files.readAllLines(printed, StandardCharsets.UTF_8);
  }

  private static String read(Path file) throws IOException {
    return Files.readString(file, StandardCharsets.UTF_8);
  }

  private void writeSite(Path file) throws IOException {
    Configuration written = new Configuration(false);
    site.forEach(written::set);
    try (OutputStream out = Files.newOutputStream(file)) {
      written.writeXml(out);
    }
  }
}
