package io.halite.coprocessor.door;

import static io.halite.coprocessor.door.Doors.server;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hbase.thirdparty.com.google.common.cache.Cache;

/**
 * Unchanged clients of one table on some servers whose doors are {@code auto}, in simulated time.
 *
 * <p>All decisions and measurements are those of the servers: {@link DoorWatch#look} looks once a
 * second at the {@link DoorTable} of each. What they get is made up: each connection sends a batch
 * a second of any size up to twice its mean, and the same number of scans each second. All clients
 * obey, and all servers answer their probes.
 */
final class AutoSimulation {
  private final double[] stored;
  private final List<DoorTable> tables = new ArrayList<>();
  private final List<GatewayRegion> owners = new ArrayList<>();
  private final List<Watched> gateways = new ArrayList<>();
  private final List<Client> clients = new ArrayList<>();
  private final List<OpenRegion> regions = new ArrayList<>();
  private final double[] taken;
  private final Random random = new Random(20_010_101);
  private int ofPlugin;
  private int redirects;
  private long now;

  /** A gateway region, and how often it has begun or ended to redirect. */
  private static final class Watched {
    private final GatewayRegion region;
    private boolean open;
    private int changes;

    private Watched(GatewayRegion region) {
      this.region = region;
    }
  }

  /** A connection to one gateway region. */
  private static final class Client {
    private final Peer peer;
    private final Watched gateway;
    private final int rows;
    private int scans;
    private Optional<ServerName> door = Optional.empty();

    private Client(Peer peer, Watched gateway, int rows) {
      this.peer = peer;
      this.gateway = gateway;
      this.rows = rows;
    }
  }

  /** One server for each part of the rows, which it stores. */
  AutoSimulation(double... stored) throws IOException {
    this(memories(stored.length), stored);
  }

  /** A table on servers that share what they know of connections with other tables. */
  AutoSimulation(List<Cache<Redirects.Connection, Redirects.Assignment>> memories, double... stored)
      throws IOException {
    this.stored = stored;
    this.taken = new double[stored.length];
    for (int i = 0; i < stored.length; i++) {
      tables.add(new DoorTable(memories.get(i)));
      owners.add(region(i, "o"));
    }
  }

  static List<Cache<Redirects.Connection, Redirects.Assignment>> memories(int servers) {
    return IntStream.range(0, servers).mapToObj(i -> Redirects.assignments()).toList();
  }

  private GatewayRegion region(int at, String key) throws IOException {
    String start = "%s%03d".formatted(key, regions.size());
    OpenRegion region = OpenRegion.of(start, start + "~");
    region.server = server(at);
    region.reports = door -> tables.get(number(door)).served().load(now);
    IntStream.range(0, stored.length).forEach(i -> region.doors.add(server(i)));
    regions.add(region);
    return tables.get(at).add(region);
  }

  private static int number(ServerName server) {
    return Integer.parseInt(server.getHostname().substring(1));
  }

  /** Connections of a new gateway region, of so many rows a second each. */
  AutoSimulation clients(int at, int connections, int rows) throws IOException {
    Watched gateway = new Watched(region(at, "g"));
    gateways.add(gateway);
    for (int i = 0; i < connections; i++) {
      clients.add(new Client(Doors.peer(clients.size()), gateway, rows));
    }
    return this;
  }

  /** The connections of the last gateway region open so many scans a second, each. */
  AutoSimulation scans(int perSecond) {
    Watched last = gateways.get(gateways.size() - 1);
    clients.stream()
        .filter(client -> client.gateway == last)
        .forEach(client -> client.scans = perSecond);
    return this;
  }

  /** Rows a second of clients that send them straight to the owners. */
  AutoSimulation plugin(int rows) {
    ofPlugin = rows;
    return this;
  }

  AutoSimulation run(int seconds) throws IOException {
    List<HRegionLocation> locations =
        regions.stream()
            .map(each -> new HRegionLocation(each.region().getRegionInfo(), each.server()))
            .toList();
    regions.forEach(each -> each.locations = locations);
    for (DoorTable table : tables) {
      table.refresh(now);
    }
    Arrays.fill(taken, 0);
    for (int second = 0; second < seconds; second++) {
      now += 1_000;
      second();
    }
    Arrays.setAll(taken, i -> taken[i] / seconds);
    return this;
  }

  private void second() {
    int rows = ofPlugin;
    for (Client client : clients) {
      if (client.rows > 0) {
        int batch = random.nextInt(2 * client.rows + 1);
        send(client, batch);
        rows += batch;
      }
      for (int scan = 0; scan < client.scans; scan++) {
        send(client, 0);
      }
    }
    for (int i = 0; i < stored.length; i++) {
      int own = (int) Math.round(rows * stored[i]);
      owners.get(i).count(false, own);
      taken[i] += own;
    }
    tables.forEach(table -> DoorWatch.look(table, DoorMode.AUTO, new ProbeRound(), () -> now));
    for (Watched gateway : gateways) {
      gateway.changes += gateway.open == gateway.region.isOpen() ? 0 : 1;
      gateway.open = gateway.region.isOpen();
    }
  }

  private void send(Client client, int rows) {
    GatewayRegion gateway = client.gateway.region;
    if (client.door.isEmpty()) {
      gateway.count(true, rows);
      if (gateway.decide(client.peer, Doors.arrival(now), rows)
          instanceof Decision.Redirect redirect) {
        redirects++;
        client.door = Optional.of(redirect.door());
      } else {
        gateway.countServed(client.peer, now, rows);
        taken[number(gateway.region().server())] += rows;
      }
    }
    client.door.ifPresent(
        door -> {
          tables.get(number(door)).served().count(gateway.name(), client.peer, rows);
          taken[number(door)] += rows;
        });
  }

  int redirects() {
    return redirects;
  }

  /** How often gateway regions have begun or ended to redirect. */
  int changes() {
    return gateways.stream().mapToInt(gateway -> gateway.changes).sum();
  }

  /** The rows a second that the busiest server took and stored in the last run. */
  double busiest() {
    return Arrays.stream(taken).max().orElseThrow();
  }
}
