package io.halite.it.demo;

import io.halite.it.shell.HBaseShell;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The lines that an operator would type into HBase's own shell, and what it answers. */
final class ShellLines {
  static final String SALT =
      "alter 'flights', METHOD => 'table_att', 'coprocessor' =>"
          + " '|io.halite.coprocessor.SaltingObserver||"
          + "key=departure:12:digits origin:3 destination:3,"
          + "salt=hash(departure origin destination) % 16'";

  private final HBaseShell shell;
  private final Terminal terminal;

  ShellLines(HBaseShell shell, Terminal terminal) {
    this.shell = shell;
    this.terminal = terminal;
  }

  /**
   * Two tables of 16 regions: one by bucket and salted; one by the first two digits of the key, as
   * if only its alphabet were known.
   */
  void createTables() throws IOException, InterruptedException {
    terminal.heading("two tables of 16 regions, made in HBase's own shell");
    show("create 'flights', 'f', SPLITS => [" + splits("\"\\x%02X\"", 1) + "]");
    show(SALT);
    show("create 'plain', 'f', SPLITS => [" + splits("'%02d'", 100 / 16.0) + "]");
  }

  private static String splits(String format, double step) {
    return IntStream.range(1, 16)
        .mapToObj(i -> String.format(format, (int) (i * step)))
        .collect(Collectors.joining(", "));
  }

  /** Shows what the shell sees, and returns how many of its answers are wrong. */
  int query(List<Flight> flights) throws IOException, InterruptedException {
    terminal.heading("the salted table in HBase's own shell");
    Flight first = flights.get(0);
    Flight last = flights.get(flights.size() - 1);
    Flight middle = flights.get(flights.size() / 2);
    int wrong = 0;
    wrong += lacks(show("get 'flights', '" + first.key() + "'"), "value=" + first.delay());
    wrong += lacks(show("scan 'flights', {LIMIT => 2}"), first.key(), flights.get(1).key());
    wrong +=
        lacks(
            show(
                "scan 'flights', {STARTROW => '%s', FILTER =>".formatted(middle.departure())
                    + " \"RowFilter(=, 'substring:%s')\", LIMIT => 1}"
                        .formatted(middle.origin() + middle.destination())),
            middle.key());
    wrong += lacks(show("scan 'flights', {REVERSED => true, LIMIT => 1}"), last.key());
    wrong +=
        lacks(show("count 'flights', INTERVAL => 5000, CACHE => 1000"), "=> " + flights.size());
    wrong += lacks(show("incr 'flights', '" + last.key() + "', 'f:seen', 2"), "VALUE = 2");
    return wrong;
  }

  /** Shows a line as it would be typed, and what the shell answers. */
  String show(String line) throws IOException, InterruptedException {
    terminal.line("hbase> %s", line);
    String answer = shell.run(line);
    terminal.line(terminal.quiet(answer.stripTrailing().indent(2).stripTrailing()));
    return answer;
  }

  /** How many of the texts the answer lacks; prints each. */
  int lacks(String answer, String... expected) {
    int missing = 0;
    for (String text : expected) {
      if (!answer.contains(text)) {
        terminal.line(terminal.bad("  the shell's answer lacks '" + text + "'"));
        missing++;
      }
    }
    return missing;
  }
}
