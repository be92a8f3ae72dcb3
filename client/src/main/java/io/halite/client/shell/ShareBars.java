package io.halite.client.shell;

import io.halite.client.operate.Spread.Share;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/** Prints shares of a table as lines with bars, the longest for the greatest share. Stateless. */
final class ShareBars {
  private static final int LONGEST = 30;

  private ShareBars() {}

  /** A heading and one line for each share; none at all if there are no shares. */
  static List<String> of(String what, List<Share> shares, ToLongFunction<Share> length) {
    List<String> lines = new ArrayList<>();
    if (shares.isEmpty()) {
      return lines;
    }
    int width =
        Math.max(what.length(), shares.stream().mapToInt(s -> s.name().length()).max().orElse(0));
    String format = "%-" + width + "s  %10s %10s %10s %10s  %s";
    lines.add(format.formatted(what, "rows", "bytes", "reads", "writes", "").stripTrailing());
    long most = Math.max(1, shares.stream().mapToLong(length).max().orElse(1));
    for (Share share : shares) {
      int bar = (int) Math.ceil((double) LONGEST * length.applyAsLong(share) / most);
      lines.add(
          format
              .formatted(
                  share.name(),
                  share.rows(),
                  bytes(share.bytes()),
                  share.reads(),
                  share.writes(),
                  "#".repeat(bar))
              .stripTrailing());
    }
    return lines;
  }

  /** A size as a person reads it: {@code 52 MB}. */
  static String bytes(long bytes) {
    if (bytes < 10_000) {
      return bytes + " B";
    }
    return bytes < 10_000_000 ? bytes / 1000 + " kB" : bytes / 1_000_000 + " MB";
  }
}
