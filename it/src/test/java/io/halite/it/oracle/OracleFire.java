package io.halite.it.oracle;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import java.util.List;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The same random operations on a salted table and on a plain twin give the same answers. One run
 * of the four by {@code -Dhalite.oracle.buckets=16}.
 */
@ExtendWith(SharedCluster.class)
class OracleFire {
  private final EmbeddedCluster cluster;

  OracleFire(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  @ParameterizedTest(name = "{0} buckets, {1} operations, keys of {4} bytes and more")
  @CsvSource({
    // buckets, operations, full scans of a thousand, widest other scan, shortest key
    "2, 20000, 20, 60, 1",
    "16, 20000, 10, 30, 1",
    "256, 20000, 2, 12, 1",
    "4, 20000, 20, 60, 3"
  })
  void aSaltedTableAnswersAsItsPlainTwin(
      int buckets, int operations, int fullScans, int widestScan, int shortestKey)
      throws Exception {
    List<String> chosen =
        List.of(System.getProperty("halite.oracle.buckets", "2 16 256 4").split(" "));
    assumeTrue(chosen.contains(Integer.toString(buckets)));
    OracleRuns.still(
        cluster, new OracleSettings(buckets, operations, fullScans, widestScan, shortestKey, true));
  }
}
