package io.halite.it.rights;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import java.util.Map;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Multi requests with nonsense rows are answered, and everybody else is served. */
@ExtendWith(SharedCluster.class)
class HostileRequestsIT {
  private static final long SEED = 20_010_101;
  private static final int ACTIONS = 4_000;

  private final EmbeddedCluster cluster;

  HostileRequestsIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "key=row:10:digits,salt=hash(row) % 4",
        "key=row:10:digits,salt=random % 4",
        "key=row:10:digits,salt=reverse(row)"
      })
  void nonsenseIsRefusedAndTheServersGoOn(String spec) throws Exception {
    Map<String, Integer> refusals = new HostileClient(cluster, spec).send(SEED, ACTIONS);
    System.out.println(spec + ", seed " + SEED + ": " + refusals);
    assertThat(refusals).containsKey("org.apache.hadoop.hbase.DoNotRetryIOException");
  }
}
