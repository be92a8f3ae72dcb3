package io.halite.coprocessor.door;

import java.util.Random;
import java.util.stream.IntStream;

/** How the load differs between connections: on average one request a second, of 100 rows. */
enum Weights {
  /** All send the same. */
  EVEN("even"),
  /** The connection of rank k sends batches of 1/k of the largest. */
  ZIPF_SIZE("Zipf by size"),
  /** The connection of rank k sends 1/k of the batches of the busiest. */
  ZIPF_RATE("Zipf by rate");

  private static final double ROWS = 100;

  private final String title;

  Weights(String title) {
    this.title = title;
  }

  /**
   * One connection's load.
   *
   * @param rows rows of one request
   * @param interval milliseconds from one request to the next
   */
  record Sending(int rows, double interval) {
    double rowsPerSecond() {
      return rows * 1_000 / interval;
    }
  }

  /** The load of each connection, in the order in which they connect. */
  Sending[] of(int connections, Random random) {
    int[] ranks = IntStream.rangeClosed(1, connections).toArray();
    for (int i = connections - 1; i > 0; i--) {
      int other = random.nextInt(i + 1);
      int rank = ranks[i];
      ranks[i] = ranks[other];
      ranks[other] = rank;
    }
    double sum = IntStream.rangeClosed(1, connections).mapToDouble(rank -> 1.0 / rank).sum();
    return IntStream.of(ranks)
        .mapToObj(rank -> sending(connections / (rank * sum)))
        .toArray(Sending[]::new);
  }

  private Sending sending(double zipf) {
    return switch (this) {
      case EVEN -> new Sending((int) ROWS, 1_000);
      case ZIPF_SIZE -> new Sending((int) Math.max(1, Math.round(ROWS * zipf)), 1_000);
      case ZIPF_RATE -> new Sending((int) ROWS, 1_000 / zipf);
    };
  }

  @Override
  public String toString() {
    return title;
  }
}
