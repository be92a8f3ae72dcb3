package io.halite.it.oracle;

import java.util.Arrays;
import java.util.List;

/** How often each region was the one that a client addressed, counted by natural keys. */
final class GatewayCounts {
  private final byte[][] splits;
  private final int[] counts;

  GatewayCounts(byte[][] splits) {
    this.splits = splits;
    this.counts = new int[splits.length + 1];
  }

  void add(Operation operation) {
    for (byte[] row : operation.rows()) {
      counts[region(row)]++;
    }
  }

  private int region(byte[] row) {
    int at = Arrays.binarySearch(splits, row, Arrays::compareUnsigned);
    return at >= 0 ? at + 1 : -(at + 1);
  }

  /** How many gateways of these keys had no request; keys of digits, say, have few gateways. */
  long unmetOf(List<byte[]> keys) {
    return keys.stream().map(this::region).distinct().filter(at -> counts[at] == 0).count();
  }

  /** The requests of the gateway that had the fewest. */
  int fewest() {
    return Arrays.stream(counts).min().orElse(0);
  }

  /** How many gateways had requests. */
  long met() {
    return Arrays.stream(counts).filter(count -> count > 0).count();
  }

  @Override
  public String toString() {
    return "each of "
        + counts.length
        + " gateways was addressed "
        + fewest()
        + " to "
        + Arrays.stream(counts).max().orElse(0)
        + " times";
  }
}
