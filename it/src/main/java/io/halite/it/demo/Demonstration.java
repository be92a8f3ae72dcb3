package io.halite.it.demo;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.demo.DemoVerdict.Worse;
import io.halite.it.shell.HBaseShell;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;

/**
 * The demonstration on a running cluster. It writes the same flights into a salted and a plain
 * table, and shows where they lie, whether they come back, what the shell sees, and the newest
 * flights of each airport.
 */
final class Demonstration {
  private static final TableName SALTED = TableName.valueOf("flights");
  private static final TableName PLAIN = TableName.valueOf("plain");
  private static final int BATCH = 500;
  private static final int FEW = 120;

  private final EmbeddedCluster cluster;
  private final HBaseShell shell;
  private final Terminal terminal;
  private final int servers;

  Demonstration(EmbeddedCluster cluster, HBaseShell shell, Terminal terminal, int servers) {
    this.cluster = cluster;
    this.shell = shell;
    this.terminal = terminal;
    this.servers = servers;
  }

  DemoVerdict run(List<Flight> flights) throws IOException, InterruptedException {
    ShellLines lines = new ShellLines(shell, terminal);
    lines.createTables();
    Connection connection = cluster.connection();
    try (Table salted = connection.getTable(SALTED);
        Table plain = connection.getTable(PLAIN)) {
      terminal.heading("the same flights into both tables, in order of departure, natural keys");
      load(salted, flights, Flight::toPut, "'flights', salted");
      load(plain, flights, Flight::toPut, "'plain'");

      List<RegionRows> saltedRegions = RegionRows.of(cluster, SALTED);
      List<RegionRows> plainRegions = RegionRows.of(cluster, PLAIN);
      terminal.heading("where they lie: rows per region, by its first key");
      new RegionBars(terminal).draw(saltedRegions, plainRegions, servers);
      showOneKey(saltedRegions);
      showTheFrontDoor(flights, saltedRegions);

      terminal.heading("everything back from the salted table, compared with what was written");
      int total = flights.size();
      ReadBack got =
          ReadBack.byGet(salted::get, flights, new RowProgressBar(terminal, "by get", total));
      ReadBack scanned;
      try (ResultScanner rows = salted.getScanner(new Scan().setCaching(BATCH))) {
        RowProgressBar progress = new RowProgressBar(terminal, "by a scan, in order", total);
        scanned = ReadBack.byScan(rows, flights, progress);
      }

      int wrong = lines.query(flights) + newest(lines, flights);
      return new DemoVerdict(
          Math.toIntExact(RegionRows.total(saltedRegions)),
          Math.min(got.same(), scanned.same()),
          got.differences() + scanned.differences() + wrong,
          RegionRows.busiestOfMean(saltedRegions),
          Optional.of(new Worse("plain table", RegionRows.busiestOfMean(plainRegions))));
    }
  }

  private int newest(ShellLines lines, List<Flight> flights)
      throws IOException, InterruptedException {
    terminal.heading("the newest departures of each airport, without reading the history");
    Departures departures = new Departures(lines, terminal, flights);
    departures.createTable();
    try (Table table = cluster.connection().getTable(Departures.TABLE)) {
      load(table, flights, Flight::toDeparture, "'departures'");
    }
    return departures.query(cluster.connection());
  }

  private void load(Table table, List<Flight> flights, Function<Flight, Put> put, String label)
      throws IOException {
    RowProgressBar progress = new RowProgressBar(terminal, label, flights.size());
    for (int from = 0; from < flights.size(); from += BATCH) {
      List<Flight> batch = flights.subList(from, Math.min(from + BATCH, flights.size()));
      table.put(batch.stream().map(put).toList());
      progress.add(batch.size());
    }
    progress.finish();
  }

  private void showOneKey(List<RegionRows> regions) {
    regions.stream()
        .filter(region -> region.rows() > 0)
        .findFirst()
        .ifPresent(
            region ->
                terminal.line(
                    "  a key as it is stored, bucket and natural key: %s", region.firstKey()));
  }

  private void showTheFrontDoor(List<Flight> flights, List<RegionRows> regions)
      throws IOException, InterruptedException {
    terminal.heading(
        "the same rows once more, by %d unchanged clients: received and stored by each server"
            .formatted(FrontDoor.CLIENTS));
    try (FrontDoor door = new FrontDoor(cluster, SALTED)) {
      List<Long> one = door.received(flights);
      door.turn("all");
      door.awaitRedirects(flights.subList(0, Math.min(FEW, flights.size())));
      List<Long> many = door.received(flights);
      door.turn("off");
      List<Long> stored =
          IntStream.range(0, servers)
              .mapToObj(server -> RegionRows.onServer(regions, server))
              .toList();
      new ServerBars(terminal).draw(one, many, stored);
    }
    String note =
        """
        Each natural key here begins with '2', so one region is the gateway of all rows, and its
        server receives all requests, though each server stores a part of the rows. With doors
        that server sends unchanged clients to the other servers, too: docs/doors.md.\
        """;
    terminal.line(terminal.quiet(note));
  }
}
