package io.halite.it.demo;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Two tables side by side, a bar a region. */
final class RegionBars {
  private static final int AROUND_A_BAR = 15;

  private final Terminal terminal;
  private final int width;

  RegionBars(Terminal terminal) {
    this.terminal = terminal;
    this.width = Math.max(5, Math.min(30, terminal.columns() / 2 - AROUND_A_BAR - 2));
  }

  void draw(List<RegionRows> salted, List<RegionRows> plain, int servers) {
    terminal.line("  %-" + (width + AROUND_A_BAR) + "s  %s", "'flights', salted", "'plain'");
    for (int i = 0; i < Math.max(salted.size(), plain.size()); i++) {
      terminal.line("  %s  %s", bar(salted, i), bar(plain, i).stripTrailing());
    }
    terminal.line(
        "  %-" + (width + AROUND_A_BAR) + "s  %s",
        perServer(salted, servers),
        perServer(plain, servers));
  }

  private String bar(List<RegionRows> regions, int i) {
    if (i >= regions.size()) {
      return " ".repeat(width + AROUND_A_BAR);
    }
    RegionRows region = regions.get(i);
    double share = region.rows() / (double) Math.max(1, RegionRows.busiest(regions));
    String bar = terminal.bar(share, width);
    boolean hot = region.rows() > 2 * RegionRows.total(regions) / regions.size();
    return String.format(
        Locale.ROOT,
        "%-5s %s %,7d ",
        region.start().isEmpty() ? "start" : region.start(),
        hot ? terminal.bad(bar) : terminal.good(bar),
        region.rows());
  }

  private static String perServer(List<RegionRows> regions, int servers) {
    return IntStream.range(0, servers)
        .mapToObj(s -> String.format(Locale.ROOT, "%,d", RegionRows.onServer(regions, s)))
        .collect(Collectors.joining(", ", "servers: ", ""));
  }
}
