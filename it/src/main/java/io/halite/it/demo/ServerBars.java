package io.halite.it.demo;

import java.util.List;
import java.util.Locale;

/** What each server received in two ways, side by side, a bar a server. */
final class ServerBars {
  private static final int WIDTH = 20;

  private final Terminal terminal;

  ServerBars(Terminal terminal) {
    this.terminal = terminal;
  }

  /** Draws the rows that each server received; both lists are in the order of the servers. */
  void draw(List<Long> one, List<Long> many) {
    terminal.line("  %-" + (WIDTH + 18) + "s  %s", "one gateway", "halite.doors = all");
    for (int server = 0; server < one.size(); server++) {
      terminal.line("  %s  %s", bar(one, server), bar(many, server).stripTrailing());
    }
  }

  private String bar(List<Long> rows, int server) {
    long busiest = Math.max(1, rows.stream().mapToLong(Long::longValue).max().orElse(0));
    long all = rows.stream().mapToLong(Long::longValue).sum();
    String bar = terminal.bar(rows.get(server) / (double) busiest, WIDTH);
    boolean hot = rows.get(server) * rows.size() > 2 * all;
    return String.format(
        Locale.ROOT,
        "server %d %s %,8d",
        server + 1,
        hot ? terminal.bad(bar) : terminal.good(bar),
        rows.get(server));
  }
}
