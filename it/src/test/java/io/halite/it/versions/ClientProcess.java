package io.halite.it.versions;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A program of the tests in a JVM whose class path has HBase's client and no Halite. */
final class ClientProcess {
  private static final int END_SECONDS = 60;

  private final Process process;

  private ClientProcess(Process process) {
    this.process = process;
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
  }

  /**
   * Starts the main class.
   *
   * @param jars of the client, as a class path
   * @param output the file that receives what it prints
   */
  static ClientProcess start(String jars, Path output, Class<?> program, String... arguments)
      throws IOException, URISyntaxException {
    Path tests = Path.of(program.getProtectionDomain().getCodeSource().getLocation().toURI());
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx256m"));
    command.addAll(List.of("-classpath", tests + File.pathSeparator + jars, program.getName()));
    command.addAll(List.of(arguments));
    return new ClientProcess(
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start());
  }

  boolean runs() {
    return process.isAlive();
  }

  /** Tells the program to end, and returns its status. */
  int end() throws IOException, InterruptedException {
    if (process.isAlive()) {
      process.outputWriter().append('\n').flush();
    }
    if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
      throw new IOException("the client did not end within " + END_SECONDS + " s");
    }
    return process.exitValue();
  }

  void kill() {
    process.destroyForcibly();
  }
}
