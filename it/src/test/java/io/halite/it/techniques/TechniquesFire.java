package io.halite.it.techniques;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.oracle.Techniques;
import io.halite.it.techniques.TechniquesPage.Section;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every technique of docs/techniques.md, 20,000 operations long beside its plain twin. */
@ExtendWith(SharedCluster.class)
class TechniquesFire {
  private static final int BUCKETS = 16;
  private static final int OPERATIONS = 20_000;

  private final EmbeddedCluster cluster;

  TechniquesFire(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  @ParameterizedTest
  @MethodSource("io.halite.it.techniques.TechniquesPage#sections")
  void tableAnswersAsItsPlainTwin(Section section) throws Exception {
    assertThat(Techniques.run(cluster, section.line(), section.data(), BUCKETS, OPERATIONS))
        .as("bounds that no scan had")
        .isEmpty();
  }
}
