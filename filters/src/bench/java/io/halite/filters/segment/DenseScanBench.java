package io.halite.filters.segment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Where seeking hardly pays: matching rows, or ends of a prefix, every few rows. The plain scan
 * beside it is that of the cheapest RowFilter there is, one that compares bytes in place.
 */
class DenseScanBench {
  private static final int ROUNDS = Integer.getInteger("halite.bench.rounds", 15);
  private static final int WARM_UP = 3;
  private static final int[] EVERY = {1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 32, 128};
  private static final int[] MEANS = {2, 3, 4, 6, 10, 30};
  private static final int[] PREFIXES = {1, 2, 3, 5, 10};
  private static final List<Peer> PEERS =
      List.of(Peer.ROW_FILTER, Peer.SEGMENT_FILTER, Peer.SEGMENT_FILTER_ALWAYS_SEEKING);

  @ParameterizedTest
  @CsvSource({"1, 1", "5, 1", "1, 3"})
  void matchesInEveryFewRows(int columns, int files) throws IOException {
    System.out.printf(
        "%n%,d rows, %d columns, %d files%n%n| matching rows | RowFilter, CPU s | SegmentFilter |"
            + " always seeking | SegmentFilter / RowFilter | always / RowFilter |%n%s%n",
        DenseRows.COUNT, columns, files, "|---|---|---|---|---|---|");
    for (int every : EVERY) {
      compare(DenseRows.regular(1, every), columns, files);
    }
    compare(DenseRows.regular(5, 10), columns, files);
    compare(DenseRows.regular(9, 10), columns, files);
    compare(DenseRows.regular(90, 100), columns, files);
    for (int mean : MEANS) {
      compare(DenseRows.random(mean), columns, files);
    }
    for (int rows : PREFIXES) {
      compare(DenseRows.prefixes(rows), columns, files);
    }
  }

  private static void compare(DenseRows rows, int columns, int files) throws IOException {
    Map<Peer, List<RegionScan>> scans = new EnumMap<>(Peer.class);
    String[] names = List.of("a", "b", "c", "d", "e").subList(0, columns).toArray(String[]::new);
    try (RealRegion region = RealRegion.of(rows.keys(), files, names)) {
      for (int round = 0; round < ROUNDS + WARM_UP; round++) {
        for (Peer peer : PEERS) {
          RegionScan scan = RegionScan.of(region.region(), peer.filter(rows.question()), 60);
          assertThat(scan.cells())
              .as("%s of %s", peer, rows.name())
              .isEqualTo(rows.matches() * columns);
          if (round >= WARM_UP) {
            scans.computeIfAbsent(peer, key -> new ArrayList<>()).add(scan);
          }
        }
      }
    }
    double[] seconds = PEERS.stream().mapToDouble(peer -> least(scans.get(peer))).toArray();
    System.out.printf(
        "| %s | %.3f | %.3f | %.3f | %.2f | %.2f |%n",
        rows.name(),
        seconds[0],
        seconds[1],
        seconds[2],
        seconds[1] / seconds[0],
        seconds[2] / seconds[0]);
  }

  /** The least of all rounds: other work on the machine only ever adds to a round. */
  private static double least(List<RegionScan> scans) {
    return scans.stream().mapToDouble(RegionScan::cpuSeconds).min().orElseThrow();
  }
}
