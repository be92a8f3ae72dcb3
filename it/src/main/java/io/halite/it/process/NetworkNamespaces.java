package io.halite.it.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Each region server on a host of its own: a network namespace of Linux, on a bridge in one more
 * namespace, in which all other servers run. This JVM reaches the bridge as one more host.
 *
 * <p>Example, for process 4711: the namespaces {@code halite-4711-common} (address 198.18.115.1),
 * {@code halite-4711-0} (198.18.115.10) and {@code halite-4711-1} (198.18.115.11), and in this
 * JVM's own namespace the interface {@code hl4711} (198.18.115.2). The network 198.18.0.0/15 is
 * meant for tests (RFC 2544).
 *
 * <p>That takes the program {@code ip} (iproute2) and the rights of root. {@link #close()} removes
 * the namespaces; those of a JVM that was killed are removed by the next one. For one thread at a
 * time, of one cluster of this JVM.
 */
final class NetworkNamespaces implements Hosts {
  private static final Pattern OURS = Pattern.compile("(halite-(\\d+)-\\S+).*");
  private static final int FIRST_SERVER = 10;
  private static final String SERVERS_END = "eth0";
  private static final String BRIDGES_ADDRESS = "02:00:00:00:00:01";

  /** A bridge that is never up: a port of no bridge would still answer. */
  private static final String NOWHERE = "nowhere";

  private final String prefix;
  private final String network;

  /** The arguments of {@code ip} that remove what was made, the last first. */
  private final Deque<List<String>> removals = new ArrayDeque<>();

  private NetworkNamespaces(long pid) {
    this.prefix = "halite-" + pid + "-";
    this.network = "198.18." + pid % 250 + ".";
  }

  /** Makes a host for each of {@code servers} region servers, and one for all other servers. */
  static NetworkNamespaces make(int servers) throws IOException, InterruptedException {
    removeThoseOfDeadJvms();
    long pid = ProcessHandle.current().pid();
    NetworkNamespaces hosts = new NetworkNamespaces(pid);
    try {
      hosts.makeCommon("hl" + pid);
      for (int server = 0; server < servers; server++) {
        hosts.makeServer(server);
      }
      return hosts;
    } catch (IOException | InterruptedException e) {
      hosts.close();
      throw e;
    }
  }

  private void makeCommon(String ofThisJvm) throws IOException, InterruptedException {
    String common = namespace("common");
    // Else it would have the lowest address of its ports, and another one when that port is cut.
    ip("-n", common, "link", "add", "bridge", "address", BRIDGES_ADDRESS, "type", "bridge");
    ip("-n", common, "link", "add", NOWHERE, "type", "bridge");
    ip("link", "add", ofThisJvm, "type", "veth", "peer", "name", "tests", "netns", common);
    // With its namespace it would go a moment later, when the next cluster has the same name.
    removals.push(List.of("link", "delete", ofThisJvm));
    ip("-n", common, "link", "set", "tests", "master", "bridge", "up");
    ip("-n", common, "address", "add", common() + "/24", "dev", "bridge");
    ip("-n", common, "link", "set", "bridge", "up");
    ip("address", "add", network + "2/24", "dev", ofThisJvm);
    ip("link", "set", ofThisJvm, "up");
  }

  private void makeServer(int server) throws IOException, InterruptedException {
    String host = namespace(Integer.toString(server));
    ip(
        List.of("-n", host, "link", "add", SERVERS_END, "type", "veth"),
        List.of("peer", "name", bridgesEnd(server), "netns", prefix + "common"));
    ip("-n", prefix + "common", "link", "set", bridgesEnd(server), "master", "bridge", "up");
    ip("-n", host, "address", "add", regionServer(server) + "/24", "dev", SERVERS_END);
    ip("-n", host, "link", "set", SERVERS_END, "up");
  }

  private String namespace(String name) throws IOException, InterruptedException {
    ip("netns", "add", prefix + name);
    removals.push(List.of("netns", "delete", prefix + name));
    ip("-n", prefix + name, "link", "set", "lo", "up");
    return prefix + name;
  }

  private static String bridgesEnd(int server) {
    return "server" + server;
  }

  @Override
  public String common() {
    return network + "1";
  }

  @Override
  public String regionServer(int server) {
    return network + (FIRST_SERVER + server);
  }

  @Override
  public String name(String address) {
    return address;
  }

  @Override
  public List<String> runsOnCommon() {
    return List.of("ip", "netns", "exec", prefix + "common");
  }

  @Override
  public List<String> runsOn(int server) {
    return List.of("ip", "netns", "exec", prefix + server);
  }

  /** At the bridge's end, so that the server sees no interface that goes. */
  @Override
  public void cut(int server) throws IOException, InterruptedException {
    ip("-n", prefix + "common", "link", "set", bridgesEnd(server), "master", NOWHERE);
  }

  @Override
  public void reconnect(int server) throws IOException, InterruptedException {
    ip("-n", prefix + "common", "link", "set", bridgesEnd(server), "master", "bridge");
  }

  /** Also called by the hook that ends the cluster with its JVM, beside the thread of a test. */
  @Override
  public synchronized void close() throws IOException {
    boolean interrupted = Thread.interrupted();
    List<IOException> failures = new ArrayList<>();
    for (List<String> removal : List.copyOf(removals)) {
      try {
        ip(removal, List.of());
        removals.remove(removal);
      } catch (InterruptedException e) {
        interrupted = true;
      } catch (IOException e) {
        failures.add(e);
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    if (!failures.isEmpty()) {
      throw failures.get(0);
    }
  }

  private static void removeThoseOfDeadJvms() throws IOException, InterruptedException {
    for (String line : ip("netns", "list").lines().toList()) {
      Matcher ours = OURS.matcher(line);
      if (ours.matches() && ProcessHandle.of(Long.parseLong(ours.group(2))).isEmpty()) {
        ip("netns", "delete", ours.group(1));
      }
    }
  }

  private static String ip(List<String> first, List<String> more)
      throws IOException, InterruptedException {
    List<String> all = new ArrayList<>(first);
    all.addAll(more);
    return ip(all.toArray(String[]::new));
  }

  private static String ip(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("ip"));
    Collections.addAll(command, arguments);
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException(
          String.join(" ", command)
              + " failed: "
              + said.strip()
              + " (hosts of their own need iproute2 and the rights of root)");
    }
    return said;
  }
}
