package io.halite.coprocessor.door;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;

/**
 * Half a minute of connections that write to one gateway region, in simulated time.
 *
 * <p>The decisions and measurements are those of {@link Redirects}, {@link DoorLoads}, {@link
 * ServedLoad}, {@link GatewayShare} and {@link DoorWatch#candidates}. What they get is made up: all
 * servers answer their probes, all clients obey, and each server stores an equal share of all rows.
 * The same arguments give the same result.
 */
final class DoorSimulation {
  private static final long SEED = 20_010_101;
  private static final long END_MILLIS = 30_000;

  /** The watch looks once a second, and probes one server after the other. */
  private static final long LOOK_MILLIS = 1_000;

  /** The pause of a client before it goes to its door: {@code hbase.client.pause}. */
  private static final long PAUSE_MILLIS = 100;

  private static final int PROBED_SECONDS = 20;
  private static final ByteString GATEWAY = ByteString.copyFromUtf8("t,,1");

  private final int connections;
  private final int servers;
  private final DoorMode mode;
  private final Weights.Sending[] sendings;
  private final ServerName here;
  private final List<ServerName> doors;
  private final DoorLoads loads = new DoorLoads();
  private final Redirects redirects;
  private final DecayingRate ownRate = new DecayingRate();
  private final DecayingRate arriving = new DecayingRate();
  private final DecayingRate stored = new DecayingRate();
  private final TableShares shares = new TableShares();
  private final Map<ServerName, ServedLoad> served = new LinkedHashMap<>();
  private final Map<Integer, ServerName> elsewhere = new HashMap<>();
  private final PriorityQueue<Request> requests =
      new PriorityQueue<>(
          Comparator.comparingDouble(Request::time).thenComparingInt(Request::connection));

  private boolean open;
  private long nextLook = LOOK_MILLIS;
  private long opened = -1;
  private long atGateway;
  private double atDoors;
  private int redirected;
  private double settled;

  private record Request(double time, int connection) {}

  /**
   * What has become of the connections.
   *
   * @param doors the servers that take requests of the region, its own included
   * @param redirects how many requests were answered with the name of a door
   * @param settledSeconds when the last one was
   * @param busiestShare the part of all rows that the busiest door receives
   * @param heaviestShare the part that the connection of the greatest load sends
   */
  record Outcome(
      int doors, int redirects, double settledSeconds, double busiestShare, double heaviestShare) {
    double busiestOverMean() {
      return busiestShare * doors;
    }

    /** No assignment of whole connections is more even. */
    double leastOverMean() {
      return Math.max(1, heaviestShare * doors);
    }
  }

  DoorSimulation(int servers, int connections, DoorMode mode, Weights weights) {
    Random random = new Random(SEED + 31L * servers + connections);
    this.connections = connections;
    this.servers = servers;
    this.mode = mode;
    this.sendings = weights.of(connections, random);
    List<ServerName> all = cluster(servers);
    this.here = all.get(0);
    this.doors =
        DoorWatch.candidates(Set.copyOf(all), here, random.nextInt()).stream().sorted().toList();
    this.redirects = new Redirects(here, loads, Redirects.assignments());
    all.forEach(server -> served.put(server, new ServedLoad()));
    for (int i = 0; i < connections; i++) {
      requests.add(new Request(random.nextDouble() * sendings[i].interval(), i));
    }
  }

  /** Servers with names like those of a cluster. */
  static List<ServerName> cluster(int servers) {
    return IntStream.range(0, servers)
        .mapToObj(i -> ServerName.valueOf("rs" + i + ".example.org", 16020, 1_700_000_000_000L + i))
        .toList();
  }

  Outcome run() {
    while (!requests.isEmpty() && requests.peek().time() < END_MILLIS) {
      Request request = requests.poll();
      while (nextLook <= request.time()) {
        look();
      }
      if (!isRedirected(request)) {
        double next = request.time() + sendings[request.connection()].interval();
        requests.add(new Request(next, request.connection()));
      }
    }
    double[] rows = rowsOfDoors();
    double busiest = Arrays.stream(rows).max().orElseThrow() / Arrays.stream(rows).sum();
    double total = Arrays.stream(sendings).mapToDouble(Weights.Sending::rowsPerSecond).sum();
    double heaviest =
        Arrays.stream(sendings).mapToDouble(Weights.Sending::rowsPerSecond).max().orElseThrow();
    return new Outcome(1 + doors.size(), redirected, settled / 1_000, busiest, heaviest / total);
  }

  private void look() {
    arriving.count(atGateway);
    arriving.take(nextLook);
    stored.count(Math.round((atGateway + atDoors) / servers));
    stored.take(nextLook);
    shares.measured(new ServerShare(arriving.rate(), stored.rate()));
    boolean opens =
        mode == DoorMode.ALL
            ? atGateway > 0
            : shares.beside(arriving.rate(), doors).isExceeded(open);
    measure(opens && !open && opened < 0);
    if (opens && opened < 0) {
      opened = nextLook;
    }
    open = opens;
    atGateway = 0;
    nextLook += LOOK_MILLIS;
  }

  /** The gateway's server knows its own load, and that of others by probes, from the opening on. */
  private void measure(boolean opens) {
    elsewhere.forEach(
        (connection, door) -> {
          int rows = rowsOfSecond(connection);
          if (rows > 0) {
            served.get(door).count(GATEWAY, peer(connection), rows);
          }
        });
    if (opens) {
      ownRate.forget();
    }
    served.forEach(
        (server, load) -> {
          boolean isHere = server.equals(here);
          var arrives = new ServerShare(isHere ? arriving.rate() : 0, stored.rate());
          DoorLoad measured = load.take(isHere ? List.of(ownRate) : List.of(), arrives, nextLook);
          boolean isProbed = opens || (opened >= 0 && isProbed(nextLook - opened));
          if (isHere) {
            loads.measuredHere(here, measured, nextLook);
          } else if (isProbed && doors.contains(server)) {
            loads.measured(server, Optional.of(measured), nextLook);
            shares.reported(server, Optional.of(measured));
          }
        });
  }

  private static boolean isProbed(long millis) {
    return TimeUnit.MILLISECONDS.toSeconds(millis) % PROBED_SECONDS == 0;
  }

  private int rowsOfSecond(int connection) {
    double rows = sendings[connection].rowsPerSecond();
    double second = nextLook / 1_000.0;
    return (int) (Math.floor(rows * second) - Math.floor(rows * (second - 1)));
  }

  private boolean isRedirected(Request request) {
    int connection = request.connection();
    int rows = sendings[connection].rows();
    atGateway += rows;
    Optional<ServerName> door =
        open
            ? redirects.door(peer(connection), Doors.arrival((long) request.time()), rows, doors)
            : Optional.empty();
    if (door.isEmpty()) {
      served.get(here).count(ownRate, GATEWAY, peer(connection), rows);
      return false;
    }
    elsewhere.put(connection, door.get());
    atDoors += sendings[connection].rowsPerSecond();
    redirected++;
    settled = request.time() + PAUSE_MILLIS;
    return true;
  }

  private double[] rowsOfDoors() {
    Map<ServerName, Double> rows = new HashMap<>();
    for (int i = 0; i < connections; i++) {
      rows.merge(elsewhere.getOrDefault(i, here), sendings[i].rowsPerSecond(), Double::sum);
    }
    return rows.values().stream().mapToDouble(Double::doubleValue).toArray();
  }

  private static Peer peer(int connection) {
    byte[] address = ByteBuffer.allocate(4).putInt(0x0A000000 + connection).array();
    try {
      return new Peer(InetAddress.getByAddress(address), 40_000, 1);
    } catch (UnknownHostException e) {
      throw new AssertionError(e);
    }
  }

  /** Of how many gateway regions, each on a server of its own, each server is a door. */
  static Map<ServerName, Long> doorsOf(int gateways, int servers) {
    Random random = new Random(SEED + gateways);
    List<ServerName> all = cluster(servers);
    return IntStream.range(0, gateways)
        .mapToObj(all::get)
        .flatMap(here -> doorsOf(here, Set.copyOf(all), random.nextInt()))
        .collect(Collectors.groupingBy(server -> server, Collectors.counting()));
  }

  private static Stream<ServerName> doorsOf(ServerName here, Set<ServerName> all, int number) {
    return Stream.concat(Stream.of(here), DoorWatch.candidates(all, here, number).stream());
  }
}
