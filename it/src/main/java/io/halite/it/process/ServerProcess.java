package io.halite.it.process;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;

/**
 * One server of a cluster, a separate process that can be killed, paused and started again with the
 * same settings, ports and data.
 *
 * <p>For one thread at a time.
 */
public final class ServerProcess {
  private final Role role;
  private final String name;
  private final ClusterFiles files;
  private final ClusterPlan plan;
  private final List<String> runsOn;
  private List<Path> halite;
  private @Nullable Process process;
  private @Nullable Process wakeUp;
  private volatile long startedMillis;

  /**
   * Makes a server, not started yet.
   *
   * @param runsOn what precedes its command, so that it runs on its host
   */
  ServerProcess(Role role, String name, ClusterFiles files, ClusterPlan plan, List<String> runsOn) {
    this.runsOn = runsOn;
    this.role = role;
    this.name = name;
    this.files = files;
    this.plan = plan;
    this.halite = plan.halite();
  }

  /** The name of its files, such as {@code regionserver-0}. */
  public String name() {
    return name;
  }

  /** The process id. */
  public long pid() {
    return started().pid();
  }

  private Process started() {
    return Objects.requireNonNull(process, "the server was never started");
  }

  /** Whether the process is there, stopped ones included. */
  public boolean isAlive() {
    return process != null && process.isAlive();
  }

  /** Whether a server of that start code is the process that runs now, and no earlier one. */
  boolean is(long startCode) {
    return isAlive() && startCode >= startedMillis;
  }

  /** The file that the server logs to. */
  public Path log() {
    return files.log(name);
  }

  /** Starts the process; it is not yet ready to serve. */
  public void start() throws IOException {
    if (isAlive()) {
      throw new IllegalStateException("'" + name + "' already runs as process " + pid());
    }
    ProcessBuilder builder = new ProcessBuilder(command()).redirectErrorStream(true);
    builder.redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
    builder.redirectOutput(ProcessBuilder.Redirect.appendTo(files.output(name).toFile()));
    // As an argument it would make the command line longer than Java shows of a process.
    builder.environment().put("CLASSPATH", ServerClassPath.of(files.settings(name), halite));
    startedMillis = System.currentTimeMillis();
    process = builder.start();
    Files.writeString(files.pid(name), pid() + "\n");
  }

  /** Starts it with these jars or directories of Halite, as after an upgrade. */
  public void start(Path... jars) throws IOException {
    halite = List.of(jars);
    start();
  }

  /** Changes a setting in its {@code hbase-site.xml}, which it reads when it is started again. */
  public void set(String key, String value) throws IOException {
    edit("hbase-site.xml", settings -> settings.set(key, value));
  }

  /** Removes a setting from all files that it reads. */
  public void unset(String key) throws IOException {
    for (String file : ServerSettings.FILES) {
      edit(file, settings -> settings.unset(key));
    }
  }

  private void edit(String which, Consumer<Configuration> change) throws IOException {
    Path file = files.settings(name).resolve(which);
    Configuration settings = new Configuration(false);
    try (InputStream in = Files.newInputStream(file)) {
      settings.addResource(in);
      change.accept(settings);
    }
    try (OutputStream out = Files.newOutputStream(file)) {
      settings.writeXml(out);
    }
  }

  private List<String> command() {
    List<String> command = new ArrayList<>();
    if (plan.isOutlivingItsStarter()) {
      // Outside the terminal's group, so that an interrupt at the prompt does not reach the
      // cluster.
      command.add("setsid");
    }
    command.addAll(runsOn);
    command.addAll(java());
    command.add("-Xmx" + plan.heapMegabytes(role) + "m");
    command.add(role == Role.REGIONSERVER ? "-XX:+UseG1GC" : "-XX:+UseSerialGC");
    command.add("-XX:+ExitOnOutOfMemoryError");
    command.add("-Djava.net.preferIPv4Stack=true");
    command.add("-Djava.io.tmpdir=" + files.temporary());
    command.add("-Dhalite.log=" + files.log(name));
    command.add("-Dhalite.log.level=INFO");
    command.addAll(plan.options(role));
    command.add(ServerMain.class.getName());
    command.add(role.name());
    command.add(files.settings(name).toString());
    command.add(Long.toString(plan.lifetime().toSeconds()));
    command.add(plan.isOutlivingItsStarter() ? "0" : Long.toString(ProcessHandle.current().pid()));
    return command;
  }

  /** A JVM for a program of HBase: this JVM's Java, and its options that open the JDK. */
  static List<String> java() {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // Six JVMs share a small machine: with one compiler each they start sooner.
    command.add("-XX:TieredStopAtLevel=1");
    command.addAll(reachIntoTheJdk());
    return command;
  }

  /** The options of this JVM that open the JDK to HBase and HDFS. */
  private static List<String> reachIntoTheJdk() {
    return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(argument -> argument.startsWith("--add-") || argument.contains("thirdparty.io"))
        .toList();
  }

  /** Ends the process as {@code kill -9} does, and waits until it is gone. */
  public void kill() throws InterruptedException {
    if (process != null) {
      process.destroyForcibly().waitFor();
    }
    forgetTheWakeUp();
  }

  /** Ends the process as {@code kill} does, and as {@code kill -9} if it outlives the patience. */
  public void stop(Duration patience) throws InterruptedException {
    started().destroy();
    if (!started().waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
      kill();
    }
  }

  /** Waits until the process ends by itself. */
  public void awaitEnd(Duration patience) throws IOException, InterruptedException {
    if (!started().waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new IOException("'" + name + "' still runs after " + patience.toSeconds() + " s");
    }
  }

  /**
   * Pauses the process, as {@code kill -STOP} does: its sockets stay open but nothing answers. It
   * continues after {@code atMost}, even if this JVM has ended, or after {@link #resume}.
   */
  public void pause(Duration atMost) throws IOException, InterruptedException {
    signal("STOP");
    wakeUp =
        new ProcessBuilder("sh", "-c", "sleep " + atMost.toSeconds() + "; exec kill -CONT " + pid())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
  }

  /** Lets a paused process continue. */
  public void resume() throws IOException, InterruptedException {
    forgetTheWakeUp();
    signal("CONT");
  }

  /** Also called by the hook that ends the cluster with its JVM, beside the thread of a test. */
  private void forgetTheWakeUp() {
    Process forgotten = wakeUp;
    wakeUp = null;
    if (forgotten != null) {
      forgotten.descendants().forEach(ProcessHandle::destroyForcibly);
      forgotten.destroyForcibly();
    }
  }

  private void signal(String signal) throws IOException, InterruptedException {
    Process sender =
        new ProcessBuilder("kill", "-" + signal, Long.toString(pid()))
            .redirectErrorStream(true)
            .start();
    String said =
        new String(sender.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    if (sender.waitFor() != 0) {
      throw new IOException("kill -" + signal + " of '" + name + "' failed: " + said);
    }
  }

  @Override
  public String toString() {
    return name + (isAlive() ? " (process " + pid() + ")" : " (not running)");
  }
}
