package io.halite.it.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The same random operations on a salted table and on a plain twin give the same answers. */
@ExtendWith(SharedCluster.class)
class OracleFire {
  private final EmbeddedCluster cluster;

  OracleFire(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  @ParameterizedTest(name = "{0} buckets, {1} operations, keys of {4} bytes and more")
  @CsvSource({
    // buckets, operations, full scans of a thousand, widest other scan, shortest key
    "2, 5000, 20, 60, 1",
    "16, 8000, 10, 30, 1",
    "256, 4000, 2, 12, 1",
    "4, 3000, 20, 60, 3"
  })
  void aSaltedTableAnswersAsItsPlainTwin(
      int buckets, int operations, int fullScans, int widestScan, int shortestKey)
      throws Exception {
    OracleSettings settings =
        new OracleSettings(buckets, operations, fullScans, widestScan, shortestKey, true);
    String spec = "key=row:*,salt=hash(*) % " + buckets;
    try (Oracle oracle = Oracle.create(cluster, "oracle-" + buckets, spec, settings)) {
      oracle.run();
      assertThat(oracle.gateways().fewest())
          .as("the fewest requests of any gateway: %s", oracle.gateways())
          .isPositive();
      StoredRows.of(cluster, oracle.saltedName(), oracle.plainName()).assertSpreadOver(buckets);
    }
  }
}
