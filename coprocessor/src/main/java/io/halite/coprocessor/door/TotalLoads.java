package io.halite.coprocessor.door;

import java.util.Arrays;
import java.util.List;

/**
 * What each door of a table takes, operations a second: the natural ones that it serves, and three
 * quarters of those of the rows that it stores more than the door that stores least. Connections
 * can make only the first even, so a door that stores more gets fewer of them. Immutable.
 *
 * <p>Example: two doors serve 500 operations each. One stores the rows of 600, the other those of
 * 400. They take 650 and 500, so connections go to the second one, until it serves 575 and the
 * first one 425.
 */
final class TotalLoads {
  /**
   * To store an operation took 0.37 to 3.5 of the processor time of serving one as a door, as large
   * as batches were. This improves the balance wherever it takes 0.375 or more.
   */
  private static final double STORED = 0.75;

  /**
   * The means of what is stored follow a load that grows. They are too small then, but count at
   * most so many times.
   */
  private static final double MOST_GROWTH = 2;

  /**
   * If this server stored less than this part of what a door did, its own rate says nothing of how
   * the load has grown from one report to another.
   */
  private static final double LEAST_COMPARED = 0.05;

  private final double[] total;

  /**
   * The doors, this server first.
   *
   * @param mean operations a second of a mean connection
   */
  TotalLoads(List<GivenLoad> doors, double mean) {
    double[] natural = doors.stream().mapToDouble(door -> door.rate(mean)).toArray();
    double[] stored = stored(doors, Arrays.stream(natural).sum());
    double least = Arrays.stream(stored).min().orElseThrow();
    // Whatever is stored where, no door is given less than half of an equal part.
    double most = Arrays.stream(natural).sum() / doors.size() / 2;
    total = natural;
    for (int i = 0; i < total.length; i++) {
      total[i] += Math.min(most, STORED * (stored[i] - least));
    }
  }

  /** What doors store while their natural operations are those of now; 0 if that is not known. */
  private static double[] stored(List<GivenLoad> doors, double natural) {
    double[] means = means(doors);
    double sum = Arrays.stream(means).sum();
    double now = doors.stream().mapToDouble(TotalLoads::marked).sum();
    // Each natural operation is stored once; clients may also send straight to the owners.
    double all = Math.max(now, Math.min(natural, MOST_GROWTH * sum));
    return Arrays.stream(means).map(mean -> sum == 0 ? 0 : mean / sum * all).toArray();
  }

  private static double[] means(List<GivenLoad> doors) {
    double[] means = new double[doors.size()];
    List<StoredRows> others = doors.stream().skip(1).map(GivenLoad::stored).toList();
    if (others.stream().allMatch(StoredRows::isKnown)) {
      double most = others.stream().mapToDouble(StoredRows::door).max().orElse(0);
      boolean comparable = others.stream().allMatch(other -> other.here() > LEAST_COMPARED * most);
      double here = others.stream().mapToDouble(StoredRows::here).average().orElse(0);
      means[0] = here;
      for (int i = 1; i < means.length; i++) {
        StoredRows other = others.get(i - 1);
        means[i] = comparable ? other.beside(here) : other.door();
      }
    }
    return means;
  }

  private static double marked(GivenLoad door) {
    return door.measured().orElse(DoorLoad.NONE).marked();
  }

  /** What a door takes, by its place in the list. */
  double of(int door) {
    return total[door];
  }
}
