package io.halite.it.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import org.apache.hadoop.hbase.client.Delete;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What the oracle's word is worth: it passes equal tables, and catches unequal ones. */
@ExtendWith(SharedCluster.class)
class OracleControlIT {
  private static final OracleSettings SHORT = new OracleSettings(16, 300, 12, 60, 1, true);

  private final EmbeddedCluster cluster;

  OracleControlIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  @Test
  void twoPlainTablesDoNotDiffer() throws Exception {
    try (Oracle oracle = Oracle.ofPlainTwins(cluster, "control", SHORT)) {
      oracle.run();
      assertThat(oracle.gateways().fewest()).as("%s", oracle.gateways()).isPositive();
    }
  }

  @Test
  void rowsThatOneTwinLosesAreMissed() throws Exception {
    try (Oracle oracle = Oracle.ofPlainTwins(cluster, "planted", SHORT)) {
      oracle.run(300);
      for (byte[] key : oracle.keys().pool().subList(0, 40)) {
        oracle.twins().salted().table().delete(new Delete(key));
      }
      assertThatThrownBy(() -> oracle.run(1000))
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining("-Dhalite.oracle.seed=")
          .hasMessageContaining("the twins differ at operation");
    }
  }
}
