package io.halite.it.demo;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.shell.HBaseShell;
import io.halite.it.shell.ShellExtension;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.slf4j.LoggerFactory;

/** The program behind {@code ./shell-scripts/halite demo}, which passes its arguments. */
public final class Demo {
  private static final int SERVERS = 3;
  private static final Duration SHELL_LIMIT = Duration.ofMinutes(2);

  private Demo() {}

  /**
   * Exits with 0 if every row came back as it was written, with 1 if one did not or anything
   * failed, and with 2 if the arguments are wrong.
   */
  public static void main(String[] arguments) {
    PrintStream out =
        new PrintStream(new FileOutputStream(FileDescriptor.out), false, StandardCharsets.UTF_8);
    // HDFS prints to it while it formats its disk.
    System.setOut(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8));
    int status;
    try {
      DemoArguments given = DemoArguments.parse(List.of(arguments));
      status = show(given, given.terminal(out)).isGood() ? 0 : 1;
    } catch (IllegalArgumentException e) {
      System.err.println("halite: " + e.getMessage());
      status = 2;
    } catch (Exception e) {
      LoggerFactory.getLogger(Demo.class).error("the demonstration failed", e);
      System.err.println("halite: the demonstration failed: " + e);
      status = 1;
    }
    System.exit(status);
  }

  /** Starts everything, demonstrates, stops everything, and prints the verdict as the last line. */
  static DemoVerdict show(DemoArguments given, Terminal terminal) throws Exception {
    List<Flight> flights = FlightFile.first(given.rows());
    long start = System.nanoTime();
    terminal.line(
        "%,d flights, %s to %s; natural keys like %s",
        flights.size(),
        flights.get(0).departure(),
        flights.get(flights.size() - 1).departure(),
        flights.get(0).key());
    terminal.redraw("starting an HBase: 3 region servers, a master, HDFS, ZooKeeper ...");
    DemoVerdict verdict =
        given.techniques().isEmpty()
            ? showAll(given, terminal, flights, start)
            : showTechniques(given, terminal, flights);
    terminal.redraw("");
    terminal.line("");
    terminal.line(terminal.quiet("stopped everything after " + since(start)));
    terminal.line(
        verdict.isGood() ? terminal.good(verdict.toString()) : terminal.bad(verdict.toString()));
    return verdict;
  }

  private static DemoVerdict showAll(
      DemoArguments given, Terminal terminal, List<Flight> flights, long start) throws Exception {
    try (EmbeddedCluster cluster =
            EmbeddedCluster.start(SERVERS, given.directory(), FrontDoor::prepare);
        HBaseShell shell =
            HBaseShell.open(
                "localhost", cluster.zooKeeperPort(), SHELL_LIMIT, ShellExtension.built())) {
      terminal.redraw("");
      terminal.line(
          "started an HBase: 3 region servers, a master, HDFS, ZooKeeper, in %s", since(start));
      DemoVerdict verdict = new Demonstration(cluster, shell, terminal, SERVERS).run(flights);
      terminal.redraw("stopping ...");
      return verdict;
    }
  }

  private static DemoVerdict showTechniques(
      DemoArguments given, Terminal terminal, List<Flight> flights) throws Exception {
    try (EmbeddedCluster cluster =
        EmbeddedCluster.start(SERVERS, given.directory(), settings -> {})) {
      terminal.redraw("");
      return new TechniqueDemonstration(cluster, terminal).run(given.techniques(), flights);
    }
  }

  private static String since(long start) {
    return "%.1f s".formatted((System.nanoTime() - start) / 1e9);
  }
}
