package io.halite.it.bench;

import io.halite.it.process.MetricsPage;
import io.halite.it.process.ProcessCluster;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * What region servers of a cluster of processes have received, sent and forwarded so far.
 *
 * <p>HBase counts the bytes of its RPC servers, and not those of RPC clients, such as a door that
 * forwards. So each request and each answer counts once, at the server that serves it: a client's
 * batch at its door, and the parts that the door forwards at their owners. The sum over all servers
 * is all that they and their clients send to each other, with probes and lookups of regions.
 *
 * <p>A forward to an owner on the door's own server is an RPC, too, and counts although it crosses
 * no network. What goes to HDFS, ZooKeeper and the master does not count, nor do the 4 bytes of
 * length before each request and the headers of TCP.
 *
 * @param received bytes of requests
 * @param sent bytes of answers
 * @param calls RPCs that servers have run; not those that a door answers by naming another server
 * @param forwards RPCs from gateways to owners
 */
record ServerTraffic(long received, long sent, long calls, long forwards) {
  private static final String RECEIVED = "region_server_received_bytes";
  private static final String SENT = "region_server_sent_bytes";
  private static final String CALLS = "region_server_total_call_time_num_ops";
  private static final String FORWARDS =
      "coprocessor_region_cp_io_halite_coprocessor_salting_observer_forward_rpcs";

  /** HBase shows no numbers for half a second after regions have opened; slow machines for more. */
  private static final int ATTEMPTS = 100;

  /** Asks each server, which looks its numbers up for this answer. */
  static List<ServerTraffic> ofEach(ProcessCluster cluster)
      throws IOException, InterruptedException {
    List<ServerTraffic> servers = new ArrayList<>();
    for (int server = 0; server < cluster.servers(); server++) {
      Map<String, Long> shown = shown(cluster, server);
      servers.add(
          new ServerTraffic(
              shown.get(RECEIVED),
              shown.get(SENT),
              shown.get(CALLS),
              // A server without a region of a salted table shows none.
              shown.getOrDefault(FORWARDS, 0L)));
    }
    return servers;
  }

  /** What all servers did together. */
  static ServerTraffic sum(List<ServerTraffic> servers) {
    return servers.stream().reduce(new ServerTraffic(0, 0, 0, 0), ServerTraffic::plus);
  }

  /** What a server shows, once it shows the numbers of its RPCs. */
  private static Map<String, Long> shown(ProcessCluster cluster, int server)
      throws IOException, InterruptedException {
    for (int i = 0; i < ATTEMPTS; i++) {
      Map<String, Long> shown = MetricsPage.sample(cluster.pages(server));
      if (shown.keySet().containsAll(Set.of(RECEIVED, SENT, CALLS))) {
        return shown;
      }
      TimeUnit.MILLISECONDS.sleep(100);
    }
    throw new IOException("server " + server + " does not show the numbers of its RPCs");
  }

  private ServerTraffic plus(ServerTraffic other) {
    return new ServerTraffic(
        received + other.received,
        sent + other.sent,
        calls + other.calls,
        forwards + other.forwards);
  }

  ServerTraffic since(ServerTraffic earlier) {
    return new ServerTraffic(
        received - earlier.received,
        sent - earlier.sent,
        calls - earlier.calls,
        forwards - earlier.forwards);
  }
}
