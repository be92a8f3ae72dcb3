package io.halite.it.upstream;

import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * One suite in one mode, in a JVM of its own: bounded in time, and ended by its handle with all it
 * started. Its log, its outcomes and, if it took too long, its threads are left beside each other.
 */
final class SuiteRun {
  private final String suite;
  private final Mode mode;
  private final Path directory;

  /**
   * @param directory where everything of the mode is written
   */
  SuiteRun(String suite, Mode mode, Path directory) {
    this.suite = suite;
    this.mode = mode;
    this.directory = directory;
  }

  /**
   * Runs the suite and reads its outcomes.
   *
   * @param methods the only ones to run; empty runs all
   * @param name of the files to write, without an ending
   * @return what ended in time; where the JVM did not end by itself, a failure of the whole class
   *     beside it
   */
  SuiteOutcomes run(Set<String> methods, String name, Duration timeout)
      throws IOException, InterruptedException {
    Path site = SiteFile.write(directory.resolve("conf"), mode);
    Path work = directory.resolve("work").resolve(name);
    Files.createDirectories(work);
    Path unfinished = directory.resolve(name + ".unfinished");
    Files.deleteIfExists(unfinished);
    Files.deleteIfExists(requestsBeside(unfinished));
    Process process =
        new ProcessBuilder(command(site, unfinished, methods))
            .directory(work.toFile())
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve(name + ".log").toFile())
            .start();
    Thread ending = new Thread(() -> end(process));
    Runtime.getRuntime().addShutdownHook(ending);
    List<SuiteOutcome> outcomes = new ArrayList<>();
    try {
      boolean ended = process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS);
      if (!ended) {
        dumpThreads(process, directory.resolve(name + ".threads"));
      }
      end(process);
      outcomes.addAll(read(unfinished));
      if (!ended || process.exitValue() != 0) {
        String how =
            ended ? "its JVM ended with status " + process.exitValue() : "ended after " + timeout;
        outcomes.add(new SuiteOutcome(OutcomeListener.WHOLE_CLASS, "", Status.FAILED, how));
      }
    } finally {
      Runtime.getRuntime().removeShutdownHook(ending);
      end(process);
      deleteAll(work);
    }
    keep(outcomes, unfinished, name);
    return SuiteOutcomes.of(outcomes);
  }

  /** The outcomes that an earlier run left under this name; empty if none ended by itself. */
  static List<SuiteOutcome> read(Path file) throws IOException {
    if (!Files.exists(file)) {
      return List.of();
    }
    return Files.readAllLines(file, StandardCharsets.UTF_8).stream()
        .map(SuiteOutcome::parse)
        .toList();
  }

  /** The file of the requests that the mode counts, beside a file of outcomes. */
  static Path requestsBeside(Path outcomes) {
    String name = outcomes.getFileName().toString();
    return outcomes.resolveSibling(name.substring(0, name.lastIndexOf('.')) + ".requests");
  }

  private void keep(List<SuiteOutcome> outcomes, Path unfinished, String name) throws IOException {
    Files.write(unfinished, outcomes.stream().map(SuiteOutcome::toLine).toList());
    Files.move(unfinished, directory.resolve(name + ".tsv"), StandardCopyOption.REPLACE_EXISTING);
  }

  private List<String> command(Path site, Path outcomes, Set<String> methods) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // This JVM was started with what an embedded cluster needs to open; the suite's needs the same.
    command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    command.add("-Dlog4j.configuration=io/halite/it/upstream/log4j.properties");
    command.add("-D" + Change.PROPERTY + "=" + mode.change().name());
    command.add("-classpath");
    command.add(site + File.pathSeparator + System.getProperty("java.class.path"));
    command.add(SuiteMain.class.getName());
    command.add(outcomes.toString());
    command.add(suite);
    command.addAll(methods);
    return command;
  }

  private static void dumpThreads(Process process, Path file)
      throws IOException, InterruptedException {
    Process dump =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                Long.toString(process.pid()),
                "Thread.print")
            .redirectErrorStream(true)
            .redirectOutput(file.toFile())
            .start();
    if (!dump.waitFor(30, TimeUnit.SECONDS)) {
      dump.destroyForcibly();
    }
  }

  private static void end(Process process) {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
    process.onExit().join();
  }

  private static void deleteAll(Path tree) throws IOException {
    try (Stream<Path> paths = Files.walk(tree)) {
      for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(path);
      }
    }
  }
}
