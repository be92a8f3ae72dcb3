package io.halite.coprocessor.door;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;

/** The computed tables of docs/scale.md, as its Markdown. */
final class ScaleTables {
  private static final int[] SERVERS = {3, 6, 10, 50, 1_000};
  private static final int[] CONNECTIONS = {64, 1_000, 10_000};
  private static final int CLIENTS = 10_000;
  private static final List<ScaleWay> BUILT =
      List.of(ScaleWay.PLAIN, ScaleWay.ONE_DOOR, ScaleWay.MANY_DOORS, ScaleWay.DIRECT);

  private final ScaleCosts costs = ScaleCosts.fitted();

  /** Each table by its name. */
  Map<String, String> all() {
    Map<String, String> tables = new LinkedHashMap<>();
    tables.put("costs", costTable());
    MeasuredTables measured = new MeasuredTables(costs);
    tables.put("beside plain", measured.besidePlain());
    tables.put("errors", measured.errors());
    tables.put("processor time", measured.processorTime());
    tables.put("held servers", measured.heldServers());
    tables.put("batches", carried(100));
    tables.put("single puts", carried(1));
    tables.put("what binds", bounds());
    tables.put("redirects", redirects());
    tables.put("arrivals", arrivals());
    tables.put("several gateways", severalGateways());
    tables.put("connections", connections());
    return tables;
  }

  /** Buckets that an operator would choose: 4 for each server or more, at most 256. */
  static ScaleSetup setup(int servers, int batch) {
    int buckets = Math.min(256, Math.max(16, Integer.highestOneBit(4 * servers - 1) * 2));
    return new ScaleSetup(servers, buckets, batch, CLIENTS);
  }

  private String costTable() {
    List<List<Object>> rows = new ArrayList<>();
    rows.add(List.of("store one row", "row", micros(costs.row())));
    rows.add(List.of("write the rows of one region in a request", "group", micros(costs.group())));
    rows.add(List.of("receive a request and answer it", "rpc", micros(costs.rpc())));
    rows.add(List.of("at a door: handle one row", "doorRow", micros(costs.doorRow())));
    rows.add(List.of("at a door: send one forward", "forward", micros(costs.forward())));
    return table(List.of("step", "name", "µs"), rows);
  }

  private String carried(int batch) {
    List<Object> head = new ArrayList<>(List.of("way"));
    List<List<Object>> rows = new ArrayList<>();
    for (int servers : SERVERS) {
      head.add(number(servers));
    }
    for (ScaleWay way : ScaleWay.values()) {
      List<Object> row = new ArrayList<>(List.of(way));
      for (int servers : SERVERS) {
        ScaleEstimate estimate = new ScaleEstimate(way, setup(servers, batch), costs);
        row.add(number(rounded(estimate.rowsPerSecond(1))));
      }
      rows.add(row);
    }
    return table(head, rows);
  }

  private String bounds() {
    List<List<Object>> rows = new ArrayList<>();
    for (int servers : new int[] {10, 50, 1_000}) {
      for (ScaleWay way : BUILT) {
        ScaleEstimate estimate = new ScaleEstimate(way, setup(servers, 100), costs);
        rows.add(
            List.of(
                number(servers),
                way,
                micros(estimate.total()),
                micros(estimate.busiestOverMean()),
                String.format(Locale.ROOT, "%.0f %%", 100 * estimate.doorPart()),
                String.format(Locale.ROOT, "%.0f", estimate.coresOfHandlers()),
                number(rounded(estimate.bytesOfNetwork()))));
      }
    }
    return table(
        List.of("servers", "way", "µs a row", "busiest/mean", "as a door", "cores", "bytes"), rows);
  }

  private static String redirects() {
    List<List<Object>> rows = new ArrayList<>();
    for (int servers : SERVERS) {
      for (int connections : CONNECTIONS) {
        List<DoorSimulation.Outcome> outcomes =
            Arrays.stream(Weights.values())
                .map(each -> new DoorSimulation(servers, connections, DoorMode.ALL, each).run())
                .toList();
        DoorSimulation.Outcome even = outcomes.get(0);
        DoorSimulation.Outcome rate = outcomes.get(2);
        List<Object> row = new ArrayList<>(List.of(number(servers), number(connections)));
        row.addAll(List.of(even.doors(), number(even.redirects())));
        row.add(
            String.format(
                Locale.ROOT, "%.0f s, %.0f s", even.settledSeconds(), rate.settledSeconds()));
        outcomes.forEach(
            outcome -> row.add(String.format(Locale.ROOT, "%.2f", outcome.busiestOverMean())));
        row.add(String.format(Locale.ROOT, "%.2f", rate.leastOverMean()));
        rows.add(row);
      }
    }
    return table(
        List.of(
            "servers",
            "connections",
            "doors",
            "redirects",
            "last",
            "even",
            "size",
            "rate",
            "least"),
        rows);
  }

  private static String arrivals() {
    List<List<Object>> rows = new ArrayList<>();
    for (int servers : new int[] {3, 10, 50}) {
      for (int connections : new int[] {64, 1_000}) {
        double[] rates =
            Arrays.stream(Weights.ZIPF_RATE.of(connections, new Random(connections)))
                .mapToDouble(Weights.Sending::rowsPerSecond)
                .toArray();
        int doors = Math.min(servers, DoorWatch.MOST_DOORS);
        double heaviest = Arrays.stream(rates).max().orElseThrow();
        double least = Math.max(1, heaviest * doors / Arrays.stream(rates).sum());
        List<Object> row = new ArrayList<>(List.of(number(servers), number(connections), doors));
        for (boolean reports : new boolean[] {false, true}) {
          double busiest = new ArrivalSimulation(doors, rates, reports).busiestOverMean();
          row.add(String.format(Locale.ROOT, "%.2f", busiest));
        }
        row.add(String.format(Locale.ROOT, "%.2f", least));
        rows.add(row);
      }
    }
    return table(
        List.of("servers", "connections", "doors", "first request", "measured", "least"), rows);
  }

  private static String severalGateways() {
    List<List<Object>> rows = new ArrayList<>();
    for (int servers : new int[] {50, 1_000}) {
      for (int gateways : new int[] {1, 4, 16, 50}) {
        Map<?, Long> doors = DoorSimulation.doorsOf(gateways, servers);
        long busiest = doors.values().stream().mapToLong(Long::longValue).max().orElseThrow();
        long sum = doors.values().stream().mapToLong(Long::longValue).sum();
        rows.add(
            List.of(
                number(servers),
                gateways,
                doors.size(),
                String.format(Locale.ROOT, "%.2f", (double) busiest * doors.size() / sum)));
      }
    }
    return table(List.of("servers", "gateway regions", "doors", "busiest/mean"), rows);
  }

  private String connections() {
    List<List<Object>> rows = new ArrayList<>();
    for (int servers : new int[] {10, 50, 1_000}) {
      int owners = setup(servers, 100).owners();
      int buckets = setup(servers, 100).buckets();
      for (ScaleWay way : BUILT) {
        int doors = way == ScaleWay.MANY_DOORS ? Math.min(servers, DoorWatch.MOST_DOORS) : 1;
        boolean direct = way == ScaleWay.DIRECT;
        rows.add(
            List.of(
                number(servers),
                way,
                number(direct ? CLIENTS : (CLIENTS + doors - 1) / doors),
                way.hasDoors() ? number(owners) : "0",
                way.hasDoors() ? number(doors) : "0",
                number((long) CLIENTS * (direct ? buckets : 1))));
      }
    }
    return table(
        List.of("servers", "way", "of clients", "to owners", "from doors", "meta rows"), rows);
  }

  static String table(List<?> head, List<? extends List<?>> rows) {
    StringBuilder table = new StringBuilder(line(head.stream()));
    table.append(line(head.stream().map(column -> "---")).replace(" ", ""));
    rows.forEach(row -> table.append(line(row.stream())));
    return table.toString();
  }

  private static String line(Stream<?> cells) {
    return cells.map(String::valueOf).reduce("|", (line, cell) -> line + " " + cell + " |") + "\n";
  }

  /** Two digits that count: no figure of the model deserves more. */
  static long rounded(double value) {
    long unit = 1;
    while (value / unit >= 100) {
      unit *= 10;
    }
    return Math.round(value / unit) * unit;
  }

  static String number(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }

  static String micros(double value) {
    return String.format(Locale.ROOT, value < 20 ? "%.1f" : "%.0f", value);
  }
}
