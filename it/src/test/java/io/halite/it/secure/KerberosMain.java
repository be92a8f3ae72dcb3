package io.halite.it.secure;

import io.halite.it.process.MetricsPage;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.PrivilegedExceptionAction;
import java.time.Duration;
import java.util.Map;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.util.StringUtils;

/**
 * Asks a {@link KerberosCluster} and prints a line for each answer. It ends with the process that
 * started it.
 *
 * <p>Arguments: a directory for keys, one for logs, how many seconds a ticket is good for, and how
 * many seconds to go on asking.
 */
final class KerberosMain {
  private static final Duration PAUSE = Duration.ofSeconds(5);
  private static final Duration UNTIL_A_DOOR = Duration.ofSeconds(90);

  private final KerberosCluster cluster;
  private final PrintStream out;
  private int rounds;

  private KerberosMain(KerberosCluster cluster, PrintStream out) {
    this.cluster = cluster;
    this.out = out;
  }

  public static void main(String[] arguments) throws Exception {
    ProcessHandle starter = ProcessHandle.current().parent().orElseThrow();
    Thread watch = new Thread(() -> endWith(starter), "end with whoever started this");
    watch.setDaemon(true);
    watch.start();
    Duration tickets = Duration.ofSeconds(Long.parseLong(arguments[2]));
    Duration goOn = Duration.ofSeconds(Long.parseLong(arguments[3]));
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    try (KerberosCluster cluster =
        KerberosCluster.start(Path.of(arguments[0]), Path.of(arguments[1]), tickets)) {
      new KerberosMain(cluster, out).run(goOn);
    }
    System.exit(0);
  }

  private static void endWith(ProcessHandle starter) {
    starter.onExit().join();
    Runtime.getRuntime().halt(1);
  }

  private void run(Duration goOn) throws Exception {
    UserGroupInformation alice = cluster.byKeytab("alice");
    UserGroupInformation job = cluster.byToken(alice);
    ask("alice by keytab", alice, false);
    ask("alice by token", job, false);
    ask("alice by keytab and plug-in", alice, true);
    UserGroupInformation carol = cluster.byKeytab("carol");
    ask("carol by keytab and plug-in", carol, true);
    ask("carol by token and plug-in", cluster.byToken(carol), true);
    ask("mallory", cluster.byKeytab("mallory"), false);
    askAtADoor("alice at a door by keytab", alice);
    askAtADoor("alice at a door by token", job);
    askAtADoor("mallory at a door", cluster.byKeytab("mallory"));
    askWithoutProof();
    long end = System.nanoTime() + goOn.toNanos();
    while (System.nanoTime() < end) {
      // Long enough that every connection, the servers' own included, is idle and closed.
      Thread.sleep(PAUSE.toMillis());
      ask("later, alice by keytab", cluster.byKeytab("alice"), false);
      ask("later, alice by token", job, false);
    }
    out.println(
        "forwards to another server: " + counted(cluster.gatewayPages(), "RemoteForwards", 51));
    out.println("served as a guest: " + counted(cluster.doorPages(), "DoorGuestRequests", 40));
  }

  private void ask(String who, UserGroupInformation user, boolean plugin) throws Exception {
    try (Connection connection = cluster.connect(user, plugin)) {
      SecureRequests questions = new SecureRequests(connection, rounds++);
      out.println(who + " goes " + questions.way());
      for (Map.Entry<String, SecureRequests.Question> each : questions.all().entrySet()) {
        out.println(who + ": " + each.getKey() + ": " + outcome(user, each.getValue()));
      }
    }
  }

  /** Asks over the first of many connections that the gateways redirect. */
  private void askAtADoor(String who, UserGroupInformation user) throws Exception {
    long end = System.nanoTime() + UNTIL_A_DOOR.toNanos();
    while (System.nanoTime() < end) {
      try (Connection connection = cluster.connect(user, false)) {
        SecureRequests questions = new SecureRequests(connection, rounds);
        String first = outcome(user, questions.ofDoors().get("put and get"));
        if (cluster.isAtADoor(connection)) {
          out.println(who + ": first: " + first);
          for (Map.Entry<String, SecureRequests.Question> each : questions.ofDoors().entrySet()) {
            // HBase's client reads the region's location again after a batch that is denied.
            String where = cluster.isAtADoor(connection) ? "" : ", at the gateway";
            out.println(who + ": " + each.getKey() + where + ": " + outcome(user, each.getValue()));
          }
          rounds++;
          return;
        }
      }
      Thread.sleep(100);
    }
  }

  /** Asks only the first question, since HBase's client is slow to give up. */
  private void askWithoutProof() throws Exception {
    try (Connection connection = cluster.connectWithoutProof("alice")) {
      SecureRequests.Question first =
          new SecureRequests(connection, rounds++).all().values().iterator().next();
      out.println("alice by her word: " + outcome(UserGroupInformation.getCurrentUser(), first));
    }
  }

  private static String outcome(UserGroupInformation user, SecureRequests.Question question) {
    try {
      return user.doAs(
          (PrivilegedExceptionAction<String>)
              () -> {
                question.ask();
                return "answered";
              });
    } catch (Exception | AssertionError e) {
      String trace = StringUtils.stringifyException(e);
      return trace.contains("AccessDeniedException")
          ? "denied"
          : "failed: " + trace.replace("\n", " | ");
    }
  }

  /** A count of a server; its page is some seconds late, so this waits for {@code fewest}. */
  private static long counted(String pages, String name, long fewest)
      throws IOException, InterruptedException {
    long count = 0;
    for (int asked = 0; count < fewest && asked < 150; asked++) {
      Thread.sleep(100);
      count = MetricsPage.read(pages, MetricsPage.HALITE).getOrDefault(name, 0L);
    }
    return count;
  }
}
