package io.halite.it.segments;

import java.util.List;

/** The row keys in what the shell prints of a scan: {@code ATLLAX0007 column=f:q, …}. */
final class ShellRows {
  private ShellRows() {}

  static List<String> of(String printed) {
    return printed
        .lines()
        .filter(line -> line.contains(" column=f:"))
        .map(line -> line.strip().split(" ", 2)[0])
        .distinct()
        .toList();
  }
}
