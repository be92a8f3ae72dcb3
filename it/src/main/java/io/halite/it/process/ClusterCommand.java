package io.halite.it.process;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.LoggerFactory;

/**
 * The program behind {@code ./shell-scripts/halite cluster}: starts a cluster that outlives the
 * command, reports its processes, and stops it.
 */
public final class ClusterCommand {
  private static final String MASTER_OBSERVER =
      "io.halite.coprocessor.master.SaltingMasterObserver";
  private static final Duration GOODBYE = Duration.ofSeconds(15);

  private final ClusterArguments given;
  private final ClusterFiles files;
  private final PrintStream out;

  private ClusterCommand(ClusterArguments given, PrintStream out) {
    this.given = given;
    this.files = new ClusterFiles(given.directory());
    this.out = out;
  }

  /**
   * Exits with 0 on success, with 1 if something failed, with 2 if the arguments are wrong, and
   * with 3 if a process of the cluster whose status was requested is missing.
   */
  public static void main(String[] arguments) {
    PrintStream out =
        new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
    System.setOut(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8));
    int status;
    try {
      status = new ClusterCommand(ClusterArguments.parse(List.of(arguments)), out).run();
    } catch (IllegalArgumentException e) {
      System.err.println("halite: " + e.getMessage());
      status = 2;
    } catch (Exception e) {
      LoggerFactory.getLogger(ClusterCommand.class).error("cluster {}", List.of(arguments), e);
      System.err.println("halite: " + e.getMessage());
      status = 1;
    }
    System.exit(status);
  }

  private int run() throws Exception {
    return switch (given.verb()) {
      case START -> start();
      case STATUS -> status();
      case STOP -> stop();
    };
  }

  private int start() throws IOException, InterruptedException {
    long begun = System.nanoTime();
    ClusterPlan plan =
        ClusterPlan.of(given.servers())
            .in(given.directory())
            .atMost(given.lifetime())
            .outlivingItsStarter();
    plan =
        given.withHalite()
            ? plan.set(Role.MASTER, "hbase.coprocessor.master.classes", MASTER_OBSERVER)
            : plan.halite(new Path[0]);
    // Not closed: a start that fails has already stopped all processes.
    ProcessCluster cluster = ProcessCluster.start(plan);
    list();
    out.printf(
        "ZooKeeper listens on 127.0.0.1:%d; clients find the rest through '%s'%n",
        cluster.zooKeeperPort(), files.ofClients().resolve("hbase-site.xml"));
    out.printf(
        "started in %d s; stop it with 'halite cluster stop'; it ends by itself after %d hours%n",
        TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begun), given.lifetime().toHours());
    cluster.release();
    return 0;
  }

  private int status() throws IOException {
    Map<String, ProcessHandle> running = list();
    List<String> missing = new ArrayList<>(files.started());
    missing.removeAll(running.keySet());
    if (running.isEmpty()) {
      out.printf("no cluster runs in '%s'%n", files.directory());
    } else if (!missing.isEmpty()) {
      out.printf("ended without 'halite cluster stop': %s%n", String.join(", ", missing));
    }
    return running.isEmpty() || !missing.isEmpty() ? 3 : 0;
  }

  private Map<String, ProcessHandle> list() throws IOException {
    Map<String, ProcessHandle> running = files.running();
    running.forEach((name, process) -> out.printf("%-16s process %d%n", name, process.pid()));
    return running;
  }

  /** Ends all processes and deletes their data, but keeps their logs. */
  private int stop() throws IOException, InterruptedException, ExecutionException {
    files.requireOwn();
    List<ProcessHandle> running = new ArrayList<>(files.running().values());
    // No data is kept, so no server needs to flush, and they may end in any order.
    running.forEach(ProcessHandle::destroyForcibly);
    for (ProcessHandle process : running) {
      awaitEnd(process);
    }
    files.deleteData();
    out.printf(
        "stopped %d processes and deleted their data; logs stay in '%s'%n",
        running.size(), files.logs());
    return 0;
  }

  private static void awaitEnd(ProcessHandle process)
      throws IOException, InterruptedException, ExecutionException {
    try {
      process.onExit().get(GOODBYE.toSeconds(), TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      throw new IOException("process " + process.pid() + " does not end", e);
    }
  }
}
