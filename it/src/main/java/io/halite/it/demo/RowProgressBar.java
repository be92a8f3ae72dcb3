package io.halite.it.demo;

import java.util.Locale;

/** A bar that grows while rows are written or read, and at the end shows how long it took. */
final class RowProgressBar {
  private static final int LABEL = 22;

  private final Terminal terminal;
  private final String label;
  private final int total;
  private final long start = System.nanoTime();
  private int done;

  RowProgressBar(Terminal terminal, String label, int total) {
    this.terminal = terminal;
    this.label = label;
    this.total = total;
    draw();
  }

  void add(int rows) {
    done += rows;
    draw();
  }

  private void draw() {
    terminal.redraw(text());
  }

  private String text() {
    int width = Math.max(10, Math.min(40, terminal.columns() - LABEL - 26));
    double share = Math.min(1, total == 0 ? 1 : done / (double) total);
    return String.format(
        Locale.ROOT,
        "  %-" + LABEL + "s %s %,7d rows",
        label,
        terminal.good(terminal.bar(share, width)),
        done);
  }

  void finish() {
    String line =
        String.format(Locale.ROOT, "%s %5.1f s", text(), (System.nanoTime() - start) / 1e9);
    terminal.redraw("");
    terminal.line(line);
  }
}
