package io.halite.it.protocols;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Clients of each protocol on tables of each salt. */
@ExtendWith(SharedCluster.class)
@Timeout(1_800)
class ProtocolServersFire {
  private final EmbeddedCluster cluster;

  ProtocolServersFire(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  @Test
  void clientsOfOtherLanguagesAreAnsweredAsByAPlainTable(@TempDir Path directory) throws Exception {
    try (ProtocolServers servers = ProtocolServers.start(cluster, directory)) {
      assertThat(new ProtocolRuns(cluster, servers).failures(ProtocolCase.all())).isEmpty();
    }
  }
}
