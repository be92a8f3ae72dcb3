package io.halite.it.demo;

import java.util.List;
import java.util.Locale;

/** What each server received in two ways, and what it stores, side by side, a line a server. */
final class ServerBars {
  private static final int WIDTH = 20;

  private final Terminal terminal;

  ServerBars(Terminal terminal) {
    this.terminal = terminal;
  }

  /** Draws the rows that each server received; all lists are in the order of the servers. */
  void draw(List<Long> one, List<Long> many, List<Long> stored) {
    String head = "  %-" + (WIDTH + 18) + "s  %-" + (WIDTH + 18) + "s  %s";
    terminal.line(head, "received: one gateway", "received: halite.doors = all", "  stored");
    for (int server = 0; server < one.size(); server++) {
      terminal.line("  %s  %s  %,8d", bar(one, server), bar(many, server), stored.get(server));
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
