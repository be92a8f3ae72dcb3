package io.halite.it.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.door.SharedDoorCluster;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Some of the cases of {@link ToolsFire}, others in each build. */
@Tag("wide")
@ExtendWith(SharedDoorCluster.class)
@Timeout(240)
class DrawnToolsIT {
  private static final long SEED = Long.getLong("halite.tools.seed", System.nanoTime());

  private final EmbeddedCluster cluster;

  DrawnToolsIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  @Test
  void hbasesToolsReadAndWriteNaturalRows(@TempDir Path directory) throws Exception {
    List<ToolCase> cases = ToolCase.drawn(SEED);
    assertThat(new ToolRuns(cluster, directory).failures(cases))
        .as("-Dhalite.tools.seed=%d draws %s", SEED, cases)
        .isEmpty();
  }
}
