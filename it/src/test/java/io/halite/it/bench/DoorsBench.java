package io.halite.it.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.bench.DoorLoad.Operation;
import io.halite.it.bench.DoorLoad.Way;
import io.halite.it.process.ClusterPlan;
import io.halite.it.process.ProcessCluster;
import io.halite.it.process.Role;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Keys in time order, written by many connections in each {@link Way}, in turns on one cluster of
 * processes.
 *
 * <p>Run by {@code mvn -Pbench verify -pl it -am -Dit.test=DoorsBench}; with {@code
 * -Dhalite.bench.servers=4} and the like for other sizes. Prints the median of the rounds for each
 * way: rows a second, processor time of all servers a row (see {@link ServerTime}), the busiest
 * server's over the mean, RPCs of all servers and those from gateways to owners among them, and the
 * bytes that all servers receive and send over RPC (see {@link ServerTraffic}); then each server's
 * processor time, RPCs and forwards over the mean. With {@link Way#BY_HAND} among the ways, it also
 * prints the median of each round's ratio to that way.
 */
class DoorsBench {
  private static final String SERVER = "io.halite.coprocessor.door.DoorRpcServer";
  private static final int SERVERS = Integer.getInteger("halite.bench.servers", 3);
  private static final int ROUNDS = Integer.getInteger("halite.bench.rounds", 5);
  private static final int CONNECTIONS = Integer.getInteger("halite.bench.connections", 64);

  /** How many rows a request has, between commas. */
  private static final List<Integer> BATCHES =
      Stream.of(System.getProperty("halite.bench.batch", "100").split(","))
          .map(Integer::valueOf)
          .toList();

  private static final int SECONDS = Integer.getInteger("halite.bench.seconds", 8);

  /** Megabytes of heap of each region server, all touched before the load. */
  private static final int HEAP = Integer.getInteger("halite.bench.heap", 2048);

  /** Seconds that each way runs before it is measured. */
  private static final int WARM_UP = Integer.getInteger("halite.bench.warmup", 30);

  /** The share of a core that each region server may use while a way is measured; 1 is all. */
  private static final double SHARE =
      Double.parseDouble(System.getProperty("halite.bench.share", "1"));

  /** Which ways run, by their names between commas. */
  private static final List<Way> WAYS =
      Stream.of(
              System.getProperty("halite.bench.ways", "PLAIN,ONE_DOOR,MANY_DOORS,PLUG_IN,BY_HAND")
                  .split(","))
          .map(Way::valueOf)
          .toList();

  private static final List<Step> STEPS =
      BATCHES.stream().flatMap(batch -> WAYS.stream().map(way -> new Step(way, batch))).toList();

  /** {@code PUT} or {@code GET}. */
  private static final Operation OPERATION =
      Operation.valueOf(System.getProperty("halite.bench.operation", "PUT"));

  /** Whether concurrent forwards share RPCs: {@code on} or {@code off}. */
  private static final String SHARING = System.getProperty("halite.bench.sharing", "off");

  /** When gateway regions redirect: {@code all} or {@code auto}. */
  private static final String DOORS = System.getProperty("halite.bench.doors", "all");

  /** Seconds in which connections find their doors; by {@code auto} 10 and some more. */
  private static final int FINDING = DOORS.equals("auto") ? 25 : 4;

  /** 4 for the servers' optimising compiler, as in production; 1 starts sooner. */
  private static final int COMPILER = Integer.getInteger("halite.bench.compiler", 4);

  /** Whether each way ends with a profile of the servers by method. */
  private static final boolean PROFILE = Boolean.getBoolean("halite.bench.profile");

  /** A way of writing, with so many rows in each request. */
  record Step(Way way, int batch) {}

  /** What one step took in one round. */
  record Round(
      double rowsPerSecond,
      double microsPerRow,
      double busiestOverMean,
      double rpcsPerRow,
      double forwardRpcsPerRow,
      double bytesReceivedPerRow,
      double bytesSentPerRow,
      List<Load> servers) {}

  /** What one server did, each figure as a multiple of the mean of all servers. */
  record Load(double time, double rpcs, double forwards) {}

  @Test
  void writesInTimeOrderByEachWay() throws Exception {
    ClusterPlan plan =
        ClusterPlan.of(SERVERS)
            .heap(Role.REGIONSERVER, HEAP)
            .option(Role.REGIONSERVER, "-Xms" + HEAP + "m")
            .option(Role.REGIONSERVER, "-XX:+AlwaysPreTouch")
            .option("-XX:TieredStopAtLevel=" + COMPILER)
            .option(ServerTime.KEEP_COMPILERS)
            .set(Role.REGIONSERVER, "hbase.rpc.server.impl", SERVER)
            .set(Role.REGIONSERVER, "halite.doors", DOORS)
            .set(Role.REGIONSERVER, "halite.forward.sharing", SHARING)
            .set(Role.MASTER, "hbase.balancer.period", 3_600_000);
    Map<Step, List<Round>> rounds = new LinkedHashMap<>();
    try (ProcessCluster cluster =
        ProcessCluster.start(PROFILE ? ServerProfile.recording(plan) : plan)) {
      for (Step step : STEPS) {
        DoorLoad.createTable(cluster, step.way(), step.batch());
      }
      for (int round = -1; round < ROUNDS; round++) {
        for (Step step : STEPS) {
          // Servers warm up with all they can get.
          Round done =
              round < 0 ? run(cluster, step, WARM_UP, 1) : run(cluster, step, SECONDS, SHARE);
          if (round >= 0) {
            rounds.computeIfAbsent(step, key -> new ArrayList<>()).add(done);
          }
        }
      }
    }
    System.out.printf(
        "%s, %d servers of %d MB and %.2f of a core, %d connections, %d rounds of %d s after %d s,"
            + " sharing %s, doors %s%n",
        OPERATION, SERVERS, HEAP, SHARE, CONNECTIONS, ROUNDS, SECONDS, WARM_UP, SHARING, DOORS);
    rounds.forEach(
        (step, of) -> {
          System.out.println(line(step, of) + besideByHand(rounds, step));
          System.out.println(eachServer(of));
        });
    assertThat(rounds).isNotEmpty();
  }

  private static Round run(ProcessCluster cluster, Step step, int seconds, double share)
      throws Exception {
    Way way = step.way();
    try (DoorLoad load =
            new DoorLoad(
                cluster, way, OPERATION, RowClient.Kind.BLOCKING, CONNECTIONS, step.batch());
        CoreShares held = CoreShares.hold(cluster, share)) {
      // Connections find their doors, and probes their servers, before time is taken.
      load.run(way == Way.MANY_DOORS ? FINDING : 4);
      List<ServerTraffic> trafficBefore = ServerTraffic.ofEach(cluster);
      if (PROFILE) {
        ServerProfile.start(cluster, IntStream.range(0, SERVERS).toArray());
      }
      double[] before = ServerTime.seconds(cluster);
      long start = System.nanoTime();
      long rows = load.run(seconds);
      double took = (System.nanoTime() - start) / 1e9;
      double[] after = ServerTime.seconds(cluster);
      List<ServerTraffic> traffic = since(trafficBefore, ServerTraffic.ofEach(cluster));
      if (PROFILE) {
        System.out.println(way);
        ServerProfile.stop(cluster, IntStream.range(0, SERVERS).toArray())
            .lines()
            .forEach(System.out::println);
      }
      double[] spent = IntStream.range(0, SERVERS).mapToDouble(i -> after[i] - before[i]).toArray();
      double all = Arrays.stream(spent).sum();
      ServerTraffic sum = ServerTraffic.sum(traffic);
      List<Load> servers =
          IntStream.range(0, SERVERS)
              .mapToObj(
                  i ->
                      new Load(
                          spent[i] * SERVERS / all,
                          (double) traffic.get(i).calls() * SERVERS / sum.calls(),
                          (double) traffic.get(i).forwards() * SERVERS / sum.forwards()))
              .toList();
      return new Round(
          rows / took,
          all * 1e6 / rows,
          servers.stream().mapToDouble(Load::time).max().orElseThrow(),
          (double) sum.calls() / rows,
          (double) sum.forwards() / rows,
          (double) sum.received() / rows,
          (double) sum.sent() / rows,
          servers);
    }
  }

  private static List<ServerTraffic> since(List<ServerTraffic> before, List<ServerTraffic> after) {
    return IntStream.range(0, SERVERS)
        .mapToObj(server -> after.get(server).since(before.get(server)))
        .toList();
  }

  private static String line(Step step, List<Round> rounds) {
    return ("%-10s %,5d  %,8.0f rows/s  %6.1f us a row  busiest/mean %.2f  RPCs a row %.3f,"
            + " forwards %.3f  received %,.1f B a row  sent %,.1f B a row")
        .formatted(
            step.way(),
            step.batch(),
            median(rounds, Round::rowsPerSecond),
            median(rounds, Round::microsPerRow),
            median(rounds, Round::busiestOverMean),
            median(rounds, Round::rpcsPerRow),
            median(rounds, Round::forwardRpcsPerRow),
            median(rounds, Round::bytesReceivedPerRow),
            median(rounds, Round::bytesSentPerRow));
  }

  /** Each server's load; where no server forwards, the forwards are NaN. */
  private static String eachServer(List<Round> rounds) {
    return IntStream.range(0, SERVERS)
        .mapToObj(
            server ->
                "time %.2f, RPCs %.2f, forwards %.2f"
                    .formatted(
                        median(rounds, round -> round.servers().get(server).time()),
                        median(rounds, round -> round.servers().get(server).rpcs()),
                        median(rounds, round -> round.servers().get(server).forwards())))
        .collect(Collectors.joining("; ", "  each server over the mean: ", ""));
  }

  private static double median(List<Round> rounds, ToDoubleFunction<Round> what) {
    return Quantile.median(rounds.stream().mapToDouble(what));
  }

  /** The costs of a way as multiples of those by hand; empty if nothing ran by hand. */
  private static String besideByHand(Map<Step, List<Round>> rounds, Step step) {
    List<Round> own = rounds.getOrDefault(step, List.of());
    List<Round> byHand = rounds.getOrDefault(new Step(Way.BY_HAND, step.batch()), List.of());
    return byHand.isEmpty()
        ? ""
        : "  of by hand: time %.2f, RPCs %.2f, received %.2f, sent %.2f"
            .formatted(
                ratio(own, byHand, Round::microsPerRow),
                ratio(own, byHand, Round::rpcsPerRow),
                ratio(own, byHand, Round::bytesReceivedPerRow),
                ratio(own, byHand, Round::bytesSentPerRow));
  }

  /** The median of the rounds' ratios: what else the machine does in a round hits both ways. */
  private static double ratio(
      List<Round> rounds, List<Round> beside, ToDoubleFunction<Round> what) {
    return Quantile.median(
        IntStream.range(0, rounds.size())
            .mapToDouble(
                i -> what.applyAsDouble(rounds.get(i)) / what.applyAsDouble(beside.get(i))));
  }
}
