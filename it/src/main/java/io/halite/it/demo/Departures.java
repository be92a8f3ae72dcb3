package io.halite.it.demo;

import io.halite.client.latest.KeyAnswer;
import io.halite.client.latest.LatestAnswers;
import io.halite.client.latest.LatestClient;
import io.halite.client.latest.LatestQuery;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The part of the demonstration on newest rows: the same flights by origin, newest departure first,
 * and what the shell's command {@code latest} returns for the five busiest airports.
 */
final class Departures {
  static final TableName TABLE = TableName.valueOf("departures");

  private static final int AIRPORTS = 5;
  private static final int SHOWN = 3;
  private static final int AVERAGED = 50;

  private final ShellLines shell;
  private final Terminal terminal;
  private final Map<String, List<Flight>> newestFirst;
  private final List<String> airports;

  Departures(ShellLines shell, Terminal terminal, List<Flight> flights) {
    this.shell = shell;
    this.terminal = terminal;
    Comparator<Flight> newest = Comparator.comparing(Flight::departure).reversed();
    this.newestFirst =
        flights.stream()
            .sorted(newest.thenComparing(Flight::destination))
            .collect(Collectors.groupingBy(Flight::origin));
    Comparator<Map.Entry<String, List<Flight>>> busiest =
        Comparator.comparing(entry -> -entry.getValue().size());
    this.airports =
        newestFirst.entrySet().stream()
            .sorted(busiest.thenComparing(Map.Entry.comparingByKey()))
            .limit(AIRPORTS)
            .map(Map.Entry::getKey)
            .sorted()
            .toList();
  }

  void createTable() throws IOException, InterruptedException {
    shell.show("create 'departures', 'f', SPLITS => [\"\\x01\", \"\\x02\", \"\\x03\"]");
    shell.show(
        "alter 'departures',"
            + " {METHOD => 'table_att', 'coprocessor' =>"
            + " '|io.halite.coprocessor.SaltingObserver||"
            + "key=origin:3 departed:8:revtime destination:3,salt=hash(origin) % 4'},"
            + " {METHOD => 'table_att', 'coprocessor' =>"
            + " '|io.halite.coprocessor.latest.LatestEndpoint||'}");
  }

  /** Runs the queries in the shell, and returns how many of its answers are wrong. */
  int query(Connection connection) throws IOException, InterruptedException {
    String named = airports.stream().collect(Collectors.joining("', '", "['", "']"));
    shell.show("require 'halite'");
    String rows =
        shell.show("latest 'departures', %s, %d, COLUMN => 'f:delay'".formatted(named, SHOWN));
    String means =
        shell.show(
            "latest 'departures', %s, %d, AGGREGATE => 'count mean f:delay'"
                .formatted(named, AVERAGED));
    int wrong = shell.lacks(rows, expectedRows()) + shell.lacks(means, expectedMeans());
    showWhatWasRead(connection);
    return wrong;
  }

  private String[] expectedRows() {
    List<String> expected = new ArrayList<>();
    for (String airport : airports) {
      for (Flight flight : newest(airport, SHOWN)) {
        expected.add(
            " %s %s %s column=f:delay,".formatted(airport, flight.time(), flight.destination()));
      }
    }
    return expected.toArray(String[]::new);
  }

  private String[] expectedMeans() {
    return airports.stream()
        .map(airport -> " %s %s".formatted(airport, mean(newest(airport, AVERAGED))))
        .toArray(String[]::new);
  }

  private List<Flight> newest(String airport, int most) {
    List<Flight> all = newestFirst.getOrDefault(airport, List.of());
    return all.subList(0, Math.min(most, all.size()));
  }

  private static String mean(List<Flight> flights) {
    BigDecimal sum =
        flights.stream()
            .map(flight -> new BigDecimal(flight.delay()))
            .reduce(BigDecimal.ZERO, BigDecimal::add);
    BigDecimal mean = sum.divide(BigDecimal.valueOf(flights.size()), new MathContext(10));
    String text = mean.signum() == 0 ? "0" : mean.stripTrailingZeros().toPlainString();
    return "count=%d, mean=%s".formatted(flights.size(), text);
  }

  private void showWhatWasRead(Connection connection) throws IOException {
    List<byte[]> keys = airports.stream().map(Bytes::toBytes).toList();
    try (LatestClient client = LatestClient.open(connection, TABLE);
        LatestAnswers answers = client.ask(LatestQuery.newest(SHOWN).ofKeys(keys))) {
      int rows = 0;
      for (KeyAnswer answer : answers) {
        rows += answer.rows().size();
      }
      long history =
          airports.stream()
              .mapToLong(airport -> newestFirst.getOrDefault(airport, List.of()).size())
              .sum();
      terminal.line(
          terminal.quiet(
              "  for these %d rows the servers read %d of the airports' %,d; %d calls"
                  .formatted(
                      rows,
                      answers.progress().work().rows(),
                      history,
                      answers.progress().pages())));
    }
  }
}
