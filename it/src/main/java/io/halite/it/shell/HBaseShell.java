package io.halite.it.shell;

import java.io.File;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * One session of HBase's own shell, the program that operators type into, against a running
 * cluster: {@code hbase shell -n} with its commands on standard input.
 *
 * <pre>{@code
 * try (HBaseShell shell = HBaseShell.open("localhost", 2181, Duration.ofMinutes(1))) {
 *   shell.run("create 't', 'f'");
 *   shell.run("count 't'"); // "0 row(s)\nTook 0.0426 seconds\n=> 0\n"
 * }
 * }</pre>
 *
 * <p>A command that the shell refuses ends the session, as it ends {@code hbase shell -n}: {@link
 * #run} throws the {@link ShellException} with its output and status. So does a command that takes
 * longer than the session's limit; the shell's process is then killed. For one thread at a time.
 */
public final class HBaseShell implements AutoCloseable {
  private static final List<String> JVM =
      List.of(
          Path.of(System.getProperty("java.home"), "bin", "java").toString(),
          "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
          "--add-opens=java.base/java.io=ALL-UNNAMED",
          // It runs for seconds, so it should start quickly and compile little.
          "-XX:TieredStopAtLevel=1",
          "-XX:+UseSerialGC",
          "-Xmx512m",
          "-Djruby.compile.mode=OFF",
          "-Dfile.encoding=UTF-8");
  private static final Pattern ECHO = Pattern.compile("hbase:\\d+:\\d+[>*].*");

  private final Process process;
  private final ShellSettings settings;
  private final Duration limit;
  private final Writer commands;
  private final ShellOutput output;
  private final Thread endWithThisJvm;

  private HBaseShell(Process process, ShellSettings settings, Duration limit) {
    this.process = process;
    this.settings = settings;
    this.limit = limit;
    this.commands = process.outputWriter(StandardCharsets.UTF_8);
    this.output = ShellOutput.of(process);
    this.endWithThisJvm = new Thread(process::destroyForcibly, "end of the HBase shell");
    Runtime.getRuntime().addShutdownHook(endWithThisJvm);
  }

  /**
   * Starts a shell; it connects in the background, so that the first command waits for it.
   *
   * @param quorum the ZooKeeper hosts, as in {@code hbase.zookeeper.quorum}
   * @param port the port on which they listen
   * @param limit how long any one command may take
   */
  public static HBaseShell open(String quorum, int port, Duration limit) throws IOException {
    return open(quorum, port, limit, ShellExtension.NONE);
  }

  /** The same, with Halite's jar and the directory of its commands in the shell's paths. */
  public static HBaseShell open(String quorum, int port, Duration limit, ShellExtension extension)
      throws IOException {
    return open(List.of(), quorum, port, limit, extension);
  }

  /**
   * The same, of a shell that can be {@linkplain #interrupt interrupted} wherever it is started. A
   * build in the background ignores interrupts, and so would the JVM that it starts. It needs the
   * {@code env} of GNU.
   */
  public static HBaseShell openInterruptible(
      String quorum, int port, Duration limit, ShellExtension extension) throws IOException {
    return open(List.of("env", "--default-signal=INT"), quorum, port, limit, extension);
  }

  private static HBaseShell open(
      List<String> launcher, String quorum, int port, Duration limit, ShellExtension extension)
      throws IOException {
    String jars = extension.classPath(ShellClassPath.read());
    ShellSettings settings = ShellSettings.write(quorum, port);
    try {
      String classPath = settings.directory() + File.pathSeparator + jars;
      ProcessBuilder builder =
          new ProcessBuilder(new ArrayList<>(launcher)).redirectErrorStream(true);
      builder.command().addAll(JVM);
      builder.command().addAll(List.of("-cp", classPath, "org.jruby.JarBootstrapMain", "-n"));
      builder.environment().putAll(extension.environment());
      return new HBaseShell(builder.start(), settings, limit);
    } catch (IOException | RuntimeException e) {
      settings.close();
      throw e;
    }
  }

  /**
   * Runs {@code command}, one or several lines of shell, and returns what it printed, without the
   * shell's echo of the lines themselves.
   *
   * @throws ShellException when the shell refuses a line, or the session's limit is over
   */
  public String run(String command) throws IOException, InterruptedException {
    String mark = "end of " + UUID.randomUUID();
    StringBuilder printed = new StringBuilder();
    long deadline = System.nanoTime() + limit.toNanos();
    send(command.strip() + "\nputs '" + mark + "'\n");
    while (true) {
      ShellOutput.Line line = output.next(deadline - System.nanoTime());
      if (line == null) {
        kill();
        throw new ShellException(command, "took longer than " + limit, -1, printed.toString());
      }
      if (line.isEnd()) {
        int status = process.waitFor();
        throw new ShellException(
            command, "ended the shell with status " + status, status, printed.toString());
      }
      if (line.text().equals(mark)) {
        return printed.toString();
      }
      if (!ECHO.matcher(line.text()).matches()) {
        printed.append(line.text()).append('\n');
      }
    }
  }

  /** Interrupts the shell, as Control-C in its terminal does. */
  public void interrupt() throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start().waitFor();
  }

  private void send(String lines) throws IOException {
    try {
      commands.write(lines);
      commands.flush();
    } catch (IOException e) {
      if (process.isAlive()) {
        throw e;
      }
      // The shell has ended; its output says why.
    }
  }

  private void forgetTheHook() {
    try {
      Runtime.getRuntime().removeShutdownHook(endWithThisJvm);
    } catch (IllegalStateException e) {
      process.destroyForcibly(); // This JVM is on its way out, and so is the shell.
    }
  }

  private void endInput() {
    try {
      commands.close();
    } catch (IOException e) {
      process.destroyForcibly(); // It takes no more input: either it has ended, or it never will.
    }
  }

  private void kill() throws InterruptedException {
    process.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
  }

  /** Ends the session, by force if the shell does not end by itself. */
  @Override
  public void close() throws IOException {
    try (settings) {
      forgetTheHook();
      endInput();
      if (!process.waitFor(5, TimeUnit.SECONDS)) {
        kill();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
