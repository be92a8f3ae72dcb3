package io.halite.it.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.bench.FullScans.FullScan;
import io.halite.it.process.ProcessCluster;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/**
 * Full scans by the plug-in, in order and as the rows come, beside those by hand of a plain table
 * with as many regions, see {@link FullScans}: in turns on one cluster of processes.
 *
 * <p>Run by {@code mvn -Pbench verify -pl it -am -Dit.test=UnorderedBench}. Prints for each scan
 * and the one beside it the median of the ratios of all rounds: rows a second, processor time of
 * the servers and of the client. {@link ScansUnderWayBench} has the RPCs.
 */
class UnorderedBench {
  /** As many as divide the 16 buckets evenly. */
  private static final int SERVERS = 4;

  private static final int ROUNDS = Integer.getInteger("halite.bench.rounds", 10);

  private static final int SECONDS = Integer.getInteger("halite.bench.seconds", 4);

  /** Seconds that each scan is repeated before it is measured. */
  private static final int WARM_UP = Integer.getInteger("halite.bench.warmup", 20);

  private static final int HEAP = Integer.getInteger("halite.bench.heap", 1536);

  private record Pair(FullScan scan, FullScan beside) {}

  @Test
  void fullScan() throws Exception {
    try (ProcessCluster cluster = ProcessCluster.start(ServerTime.plan(SERVERS, HEAP));
        FullScans scans = new FullScans(cluster.configuration())) {
      FullScan inOrder = scans.inOrder();
      FullScan oneScanner = scans.plain();
      List<Pair> pairs = new ArrayList<>();
      pairs.add(new Pair(inOrder, scans.mergedByHand()));
      for (int atOnce : new int[] {16, 4, 1}) {
        pairs.add(new Pair(scans.unordered(atOnce), scans.plain(atOnce)));
      }
      // A scan runs next to the one beside it in each round.
      List<FullScan> ways = new ArrayList<>(List.of(oneScanner));
      pairs.forEach(pair -> ways.addAll(List.of(pair.scan(), pair.beside())));
      Pair sixteen = pairs.get(1);
      pairs.add(new Pair(inOrder, oneScanner));
      pairs.add(new Pair(inOrder, sixteen.beside()));
      pairs.add(new Pair(sixteen.scan(), inOrder));
      pairs.add(new Pair(sixteen.beside(), oneScanner));
      Rounds<FullScan> rounds =
          Rounds.of(ROUNDS, ways, (way, warmsUp) -> run(cluster, way, warmsUp ? WARM_UP : SECONDS));
      for (Pair pair : pairs) {
        String line = rounds.line(pair.scan(), pair.beside());
        System.out.printf(
            Locale.ROOT, "bench: %s beside %s: %s%n", pair.scan(), pair.beside(), line);
      }
      assertThat(ways).hasSize(9);
    }
  }

  /** Repeats one scan for so long. */
  private static Spent run(ProcessCluster cluster, FullScan way, int seconds) throws Exception {
    return Spent.on(
        cluster,
        way.table(),
        () -> {
          long rows = 0;
          for (long end = System.nanoTime() + seconds * 1_000_000_000L; System.nanoTime() < end; ) {
            way.work().run();
            rows += FullScans.ROWS;
          }
          return rows;
        });
  }
}
